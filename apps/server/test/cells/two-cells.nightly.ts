import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { Account } from '@fanfare/contract';
import { startSandbox } from '@fanfare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { createProject } from '../../src/operator/dev/dev-projects.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { freePort } from '../../src/process/free-port.ts';
import { ids } from '../../src/process/ids.ts';
import { type ServerProcess, startServerProcess } from '../composition/server-process.ts';
import { openProject, type Project } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { hasNginx } from '../nginx.ts';
import {
  findSystemPostgres,
  type SystemPostgres,
  startSystemPostgres,
} from '../publishing/recovery/system-postgres.ts';
import { controlSandbox } from '../sandbox-control.ts';
import { type Router, startNginx } from './use-nginx.ts';

const SUITE = fileURLToPath(new URL('../../../../testing/api-suite/src/bin.ts', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../src/operator/cli/fanfare.ts', import.meta.url));
const BEHIND_ROUTER = fileURLToPath(new URL('server-behind-router.ts', import.meta.url));
const CELL_SECRET = 'the-secret-of-both-cells-32-chars';
/** Time of each measurement, before a cell is killed and after. */
const MEASURE_MS = 15_000;

type Cell = {
  readonly label: string;
  readonly address: string;
  readonly postgres: SystemPostgres;
  readonly server: ServerProcess;
  newKey(): Promise<string>;
  close(): Promise<void>;
};

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let router: Router;
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-cells-'));
const cells: Cell[] = [];

async function startCell(label: string, port: number, baseUrl: string, cellPeers: string): Promise<Cell> {
  const postgres = await startSystemPostgres();
  const { url } = await postgres.createDatabase();
  const settings = {
    ...sandboxEnvironment(sandbox.url),
    ...{ FANFARE_ENV: 'development', DATABASE_URL: url, PORT: String(port), BASE_URL: baseUrl, TRUST_PROXY: '1' },
    ...{ CELL: label, CELL_PEERS: cellPeers, CELL_SECRET },
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    MEDIA_DIR: path.join(folder, label),
    REQUESTS_PER_MINUTE: '100000',
    PUBLISHES_PER_MINUTE: '100000',
  };
  const server = startServerProcess(settings);
  await server.ready;
  const db = openDatabase({ url, maxConnections: 2, onError: () => undefined });
  const newKey = () => createProject({ db, ids: { ...ids, cell: label } }, { name: 'Test', plan: 'self_hosted' });
  const cell: Cell = {
    ...{ label, address: `http://127.0.0.1:${port}`, postgres, server, newKey },
    close: () => db.close().catch(() => undefined),
  };
  return cell;
}

/**
 * Runs the suite against the service that it starts itself; its server is that of `main`. Returns
 * the statements that fail.
 */
async function suiteWith(main: string): Promise<readonly string[]> {
  const bundle = path.join(folder, 'suite');
  mkdirSync(bundle);
  writeFileSync(path.join(bundle, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(bundle, 'main.js'), main);
  writeFileSync(path.join(bundle, 'fanfare.js'), `await import(${JSON.stringify(COMMAND)});\n`);
  const suite = promisify(execFile)(process.execPath, [SUITE, '--only', 'server'], {
    env: { ...process.env, SUITE_BUNDLE: bundle },
    maxBuffer: 64 * 1_024 * 1_024,
  });
  const output = await suite.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
  const plain = stripVTControlCharacters(output);
  const passed = Number(/^ *Tests .*?(\d+) passed/m.exec(plain)?.[1]);
  console.log(`${passed} statements hold through the router`);
  expect(passed).toBeGreaterThan(500);
  return [...new Set([...plain.matchAll(/FAIL .* server > server > (.*)/g)].map(([, name]) => name!.trim()))];
}

const isComplete = hasNginx && findSystemPostgres() !== null;

describe.skipIf(!isComplete)('two cells, each with its PostgreSQL, behind nginx', () => {
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    const [port, a, b] = [await freePort(0), await freePort(0), await freePort(0)];
    router = await startNginx(
      {
        cells: [
          { label: 'eu1', servers: [`127.0.0.1:${a}`] },
          { label: 'us1', servers: [`127.0.0.1:${b}`] },
        ],
        defaultCell: null,
        moved: [],
      },
      port,
    );
    const peers = `eu1=http://127.0.0.1:${a},us1=http://127.0.0.1:${b}`;
    cells.push(await startCell('eu1', a, router.baseUrl, peers), await startCell('us1', b, router.baseUrl, peers));
  }, 120_000);
  afterAll(async () => {
    for (const { server, close, postgres } of cells) {
      server.kill('SIGKILL');
      await close();
      await postgres.stop().catch(() => undefined);
    }
    await router.stop();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }, 60_000);

  test('the API suite holds through the router, except for what nginx itself refuses', async () => {
    const { label, address } = cells[1]!;
    const other = JSON.stringify({ label, address, secret: CELL_SECRET });
    const main = `import { serveBehindRouter } from ${JSON.stringify(BEHIND_ROUTER)};\nawait serveBehindRouter(${other});\n`;
    // Two Authorization headers and addresses with broken escapes, in nginx's own form.
    expect(await suiteWith(main)).toEqual([
      '5 a missing, malformed, unknown or otherwise sent key: 401 with one identical body',
      '7 an address below /api/v1 that is none answers not_found in the same form',
      '7 an id that is malformed or of another project answers as an unknown one, on every route that names one',
    ]);
  }, 900_000);

  test('with one cell killed the other answers as fast, and its due posts are not later', async () => {
    const control = controlSandbox(sandbox.url);
    const projects = await Promise.all(cells.map(async (cell) => openProject(router.baseUrl, await cell.newKey())));
    const accounts: Account[] = [];
    for (const [at, project] of projects.entries()) {
      await control.addProfile('x', { username: `cell_${at}`, name: 'Cell' });
      accounts.push(await project.connect('x', `cell_${at}`));
    }
    let isStopping = false;
    const times: number[] = [];
    /** One caller, who schedules a post each 100 ms. */
    const call = async (
      project: Project,
      { id: accountId }: Account,
      onAnswer: (status: number, ms: number) => void,
    ) => {
      for (let count = 0; !isStopping; count++) {
        const startedAt = performance.now();
        const platforms = [{ platform: 'x', accountId }];
        const request = { content: `Later ${count}`, publishAt: inMs(3_600_000), platforms };
        const { status } = await project.publish(request);
        onAnswer(status, performance.now() - startedAt);
        await sleep(100);
      }
    };
    /** Posts that fall due in this measurement, one a second. */
    const due = async (project: Project, { id: accountId }: Account, when: string): Promise<number[]> => {
      const seconds = MEASURE_MS / 1_000 - 5;
      const posts = await Promise.all(
        Array.from({ length: seconds }, async (_, at) => {
          const platforms = [{ platform: 'x', accountId }];
          return (await project.publish({ content: `${when} ${at}`, publishAt: inMs(3_000 + at * 1_000), platforms }))
            .body.post;
        }),
      );
      await sleep(MEASURE_MS);
      const settled = await Promise.all(posts.map(({ id }) => project.settled(id)));
      return settled.map(({ publishAt, targets }) => Date.parse(targets[0]!.publishedAt!) - Date.parse(publishAt!));
    };
    const p95 = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length * 0.95)]!;
    const measure = async (when: string) => {
      times.length = 0;
      const late = await due(projects[1]!, accounts[1]!, when);
      return { p95: p95(times), calls: times.length, latest: Math.max(...late) };
    };

    const statuses = { killed: new Set<number>(), other: new Set<number>() };
    const load = [
      call(projects[0]!, accounts[0]!, (status) => statuses.killed.add(status)),
      call(projects[1]!, accounts[1]!, (status, ms) => {
        statuses.other.add(status);
        times.push(ms);
      }),
    ];
    await sleep(3_000);
    const before = await measure('Before');
    cells[0]!.server.kill('SIGKILL');
    await cells[0]!.postgres.stop();
    const after = await measure('After');
    isStopping = true;
    await Promise.all(load);

    process.stdout.write(`before ${JSON.stringify(before)}, after ${JSON.stringify(after)}\n`);
    expect([...statuses.other]).toEqual([202]);
    expect([...statuses.killed].sort()).toEqual([202, 503]);
    expect(after.p95).toBeLessThanOrEqual(before.p95 * 1.2);
    // Sent within its second, as ever.
    expect(after.latest).toBeLessThan(1_000);
  }, 180_000);
});
