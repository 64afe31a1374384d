import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DevEnvironment } from '../../config/config.ts';
import { COMPILE_CACHE } from '../../config/installed-files.ts';
import { openDatabase } from '../../db/database.ts';
import { freePort } from '../../process/free-port.ts';
import { ids } from '../../process/ids.ts';
import { buildDashboard } from './build-dashboard.ts';
import { type Child, ChildFailed, startChild } from './child.ts';
import { connectHubByCode } from './connect-hub-by-code.ts';
import { connectThroughPages } from './connect-through-pages.ts';
import { startDevDatabase } from './dev-database.ts';
import { type DevKeys, devProjects } from './dev-projects.ts';
import { type DevFolder, type DevState, readDevState } from './dev-state.ts';
import { pointWebhook } from './point-webhook.ts';
import { registerCallbacks } from './register-callbacks.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';
import type { Shutdown } from './shutdown.ts';

export type DevService = {
  readonly state: DevState;
  /** Sign-in link of the first person; null once somebody has signed in. */
  readonly setupUrl: string | null;
  /** Resolves with a sentence when a part ends unexpectedly. */
  readonly failed: Promise<string>;
};

type Deps = {
  readonly env: DevEnvironment;
  readonly folder: DevFolder;
  readonly shutdown: Shutdown;
  readonly print: (text: string) => void;
};

const SERVER = fileURLToPath(new URL('../../main.ts', import.meta.url));
const SANDBOX = fileURLToPath(new URL('../../../../../packages/sandbox/src/bin.ts', import.meta.url));
const NETWORKS = ['instagram', 'threads', 'x', 'linkedin'];
/** Profile of the development project on every network of the sandbox. */
const PROFILE = 'ada';
const PORT_ATTEMPTS = 10;

/** Starts all parts, slow ones in parallel, and connects the development accounts. */
export async function startDevService(deps: Deps): Promise<DevService> {
  const { env, folder, shutdown } = deps;
  const dashboard = buildDashboard({ ...deps, env: childEnvironment(env) });
  const sandboxPort = await freePort(env.sandboxPort);
  const expectedSandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  shutdown.proceed();
  const sandbox = shutdown.add(
    startChild(SANDBOX, { ...childEnvironment(env), SANDBOX_PORT: String(sandboxPort) }, (text) => {
      if (/error|failed/i.test(text)) deps.print(text);
    }),
  );
  const database = shutdown.add(await startDevDatabase(folder.path, env.databaseUrl));

  let { server, baseUrl, setupUrl } = await startServer(deps, {
    databaseUrl: database.url,
    sandboxUrl: expectedSandboxUrl,
  });
  const { url: sandboxUrl } = await sandbox.ready;
  if (sandboxUrl !== expectedSandboxUrl) {
    // Another program took the port meanwhile, so the sandbox uses the next one.
    await server.stop();
    ({ server, baseUrl, setupUrl } = await startServer(deps, { databaseUrl: database.url, sandboxUrl }));
  }

  await registerCallbacks(sandboxUrl, baseUrl);
  const last = readDevState(folder.path);
  const keys = await openProjects(database.url, last);
  shutdown.proceed();
  // Before the accounts, so that it hears of their connection.
  const webhook = await pointWebhook({ baseUrl, apiKey: keys.apiKey, sandboxUrl }, last.webhook ?? null);
  // The sandbox loses its tokens when it stops, so each start connects again; ids stay.
  const accounts = await Promise.all(
    NETWORKS.map(async (platform) => {
      const connect = () => connectThroughPages({ baseUrl, apiKey: keys.apiKey, platform, profile: PROFILE });
      // On a busy machine a page may find no connection for seconds. Connecting again is harmless.
      const { accountId } = await connect().catch(connect);
      return [platform, accountId] as const;
    }),
  );
  const hub = await connectHubByCode({ baseUrl, apiKey: keys.apiKey, sandboxUrl });
  await dashboard;
  return {
    setupUrl,
    state: {
      baseUrl,
      ...keys,
      docsUrl: `${baseUrl}/docs`,
      sandboxUrl,
      databaseUrl: database.url,
      pid: process.pid,
      webhook,
      accounts: { ...Object.fromEntries(accounts), hub: hub.accountId },
    },
    failed: Promise.race([
      server.ended.then((how) => `The server ended by itself with ${how}.`),
      sandbox.ended.then((how) => `The sandbox ended by itself with ${how}.`),
      database.ended.then(() => 'PostgreSQL ended by itself.'),
    ]),
  };
}

/** Tries the next port when another program takes the free one before the server listens. */
async function startServer(
  deps: Deps,
  at: { databaseUrl: string; sandboxUrl: string },
): Promise<{ server: Child; baseUrl: string; setupUrl: string | null }> {
  const { env, folder, shutdown } = deps;
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(env.port);
    const baseUrl = `http://127.0.0.1:${port}`;
    shutdown.proceed();
    const server = shutdown.add(
      startChild(
        env.server === undefined ? SERVER : path.resolve(env.server),
        {
          ...childEnvironment(env),
          ...sandboxEnvironment(at.sandboxUrl),
          FANFARE_ENV: 'development',
          HOST: reachableHost(env.inherited.HOST),
          PORT: String(port),
          BASE_URL: baseUrl,
          DATABASE_URL: at.databaseUrl,
          ENCRYPTION_KEYS: env.inherited.ENCRYPTION_KEYS ?? folder.encryptionKeys(),
          MEDIA_DIR: env.inherited.MEDIA_DIR ?? path.join(folder.path, 'media'),
          EGRESS_ALLOWED_HOSTS: env.inherited.EGRESS_ALLOWED_HOSTS ?? '127.0.0.1',
          LOG_LEVEL: env.inherited.LOG_LEVEL ?? 'warn',
          METRICS_PORT: env.inherited.METRICS_PORT ?? 'off',
          SIGN_UP: env.inherited.SIGN_UP ?? 'open',
        },
        deps.print,
      ),
    );
    try {
      const { setupUrl } = await server.ready;
      return { server, baseUrl, setupUrl };
    } catch (error) {
      shutdown.proceed();
      const isTaken = error instanceof ChildFailed && error.reason === 'EADDRINUSE';
      if (!isTaken || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/** Accepts only 0.0.0.0 and ::, because shells and build tools set HOST to various names. */
function reachableHost(host: string | undefined): string {
  return host === '0.0.0.0' || host === '::' ? host : '127.0.0.1';
}

function childEnvironment(env: DevEnvironment): Record<string, string> {
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env.inherited };
}

async function openProjects(databaseUrl: string, last: Partial<DevKeys>): Promise<DevKeys> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 3, onError: () => undefined });
  try {
    return await devProjects({ db, ids }, last);
  } finally {
    await db.close();
  }
}
