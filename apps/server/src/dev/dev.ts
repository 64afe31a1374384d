import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDevEnvironment } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { ids } from '../ids.ts';
import { type Child, startChild } from './child.ts';
import { connectThroughPages } from './connect-through-pages.ts';
import { startDevDatabase } from './dev-database.ts';
import { devProjects } from './dev-projects.ts';
import { type DevState, openDevFolder } from './dev-state.ts';
import { freePort } from './free-port.ts';
import { welcome } from './print-welcome.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SERVER = new URL('../main.ts', import.meta.url);
const SANDBOX = new URL('../../../../packages/sandbox/src/bin.ts', import.meta.url);
const NETWORKS = ['instagram', 'threads', 'x', 'linkedin'];
/** Who the development project is on every network of the sandbox. */
const PROFILE = 'ada';

/** `pnpm dev`: PostgreSQL, the server, the simulated networks and a project that can publish, from nothing, in one command. */
async function dev(): Promise<void> {
  const startedAt = Date.now();
  const env = readDevEnvironment();
  const folder = openDevFolder(path.join(ROOT, '.fanfare'));
  const last = folder.read();
  if (last.pid !== undefined && isRunning(last.pid)) {
    throw new Error(
      `Fanfare already runs from this folder at ${last.baseUrl} (process ${last.pid}). Stop it first, or use it: ${folder.stateFile}`,
    );
  }
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.reverse().splice(0)) await stop();
    folder.markStopped();
  };
  onSignal(stopAll);

  try {
    const database = await startDevDatabase(folder.path, env.databaseUrl);
    stops.push(database.stop);
    const port = await freePort(env.port);
    const sandboxPort = await freePort(env.sandboxPort);
    const baseUrl = `http://127.0.0.1:${port}`;
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;

    const sandbox = startChild(SANDBOX, { ...env.inherited, SANDBOX_PORT: String(sandboxPort) }, showErrors);
    stops.push(sandbox.stop);
    const server = startChild(
      SERVER,
      {
        ...env.inherited,
        ...sandboxEnvironment(sandboxUrl),
        FANFARE_ENV: 'development',
        PORT: String(port),
        BASE_URL: baseUrl,
        DATABASE_URL: database.url,
        ENCRYPTION_KEYS: env.inherited.ENCRYPTION_KEYS ?? folder.encryptionKeys(),
        EGRESS_ALLOWED_HOSTS: env.inherited.EGRESS_ALLOWED_HOSTS ?? '127.0.0.1',
        LOG_LEVEL: env.inherited.LOG_LEVEL ?? 'warn',
      },
      (line) => process.stdout.write(line),
    );
    stops.push(server.stop);
    await Promise.all([sandbox.ready, server.ready]);

    const db = openDatabase({ url: database.url, maxConnections: 3, onError: () => undefined });
    const keys = await devProjects({ db, ids }, last);
    await db.close();
    // The sandbox forgets its tokens when it stops, so every start connects anew; accounts keep their ids.
    const connected = await Promise.all(
      NETWORKS.map(async (platform) => {
        const { accountId } = await connectThroughPages({ baseUrl, apiKey: keys.apiKey, platform, profile: PROFILE });
        return [platform, accountId] as const;
      }),
    );
    const state: DevState = {
      baseUrl,
      ...keys,
      docsUrl: `${baseUrl}/docs`,
      sandboxUrl,
      databaseUrl: database.url,
      pid: process.pid,
      accounts: Object.fromEntries(connected),
    };
    folder.write(state);
    process.stdout.write(
      `${welcome(state, { colours: process.stdout.isTTY === true, tookMs: Date.now() - startedAt })}\n`,
    );
    await endWithAny([server, sandbox]);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** A child that ends on its own takes everything down, with its code. */
async function endWithAny(children: readonly Child[]): Promise<never> {
  const code = await Promise.race(children.map((child) => child.exited));
  throw new Error(`A process of the development service ended with code ${code}.`);
}

function onSignal(stopAll: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      process.stdout.write('\nStopping…\n');
      void stopAll().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const showErrors = (line: string): void => {
  if (/error/i.test(line)) process.stderr.write(line);
};

dev().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
