import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DevEnvironment } from '../../config/config.ts';
import { COMPILE_CACHE } from '../../config/installed-files.ts';
import { freePort } from '../../process/free-port.ts';
import { buildDashboard } from './build-dashboard.ts';
import { type Child, ChildFailed, startChild } from './child.ts';
import { startDevDatabase } from './dev-database.ts';
import { type DevFolder, type DevState, readDevState } from './dev-state.ts';
import { serverEnvironment } from './server-environment.ts';
import { setUpProject } from './set-up-project.ts';
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

  const project = await setUpProject({
    ...{ baseUrl, sandboxUrl, databaseUrl: database.url, last: readDevState(folder.path) },
    proceed: shutdown.proceed,
  });
  await dashboard;
  return {
    setupUrl,
    state: {
      ...{ baseUrl, docsUrl: `${baseUrl}/docs`, sandboxUrl, databaseUrl: database.url, pid: process.pid },
      ...project,
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
          ...serverEnvironment({
            ...{ ...at, baseUrl, port, inherited: env.inherited },
            encryptionKeys: () => folder.encryptionKeys(),
          }),
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

function childEnvironment(env: DevEnvironment): Record<string, string> {
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env.inherited };
}
