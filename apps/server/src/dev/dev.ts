import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDevEnvironment } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { ids } from '../ids.ts';
import { startChild } from './child.ts';
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
  const folder = openDevFolder(env.folder ?? path.join(ROOT, '.fanfare'));
  const last = folder.read();
  if (last.pid !== undefined && isRunning(last.pid)) {
    throw new Error(
      `Fanfare already runs from this folder at ${last.baseUrl} (process ${last.pid}). Stop it first, or use it: ${folder.stateFile}`,
    );
  }
  const stops: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | null = null;
  // Last started, first stopped; whoever asks again waits for the one stop.
  const stopAll = (): Promise<void> => {
    stopping ??= (async () => {
      for (const stop of stops.toReversed()) await stop();
      folder.markStopped();
    })();
    return stopping;
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
      `${welcome(state, { colours: process.stdout.isTTY === true, tookMs: Date.now() - startedAt, stateFile: path.relative(process.cwd(), folder.stateFile) })}\n`,
    );
    const code = await Promise.race([server.exited, sandbox.exited]);
    if (stopping === null) throw new Error(`A process of the development service ended by itself with code ${code}.`);
  } catch (error) {
    // A stop in the middle of the start makes its steps fail; that is no news.
    const wasStopping = stopping !== null;
    await stopAll();
    if (!wasStopping) throw error;
  }
}

function onSignal(stopAll: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
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
