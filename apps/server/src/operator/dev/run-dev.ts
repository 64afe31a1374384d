import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readDevEnvironment } from '../../config/config.ts';
import { type DevFolder, giveTo, openDevFolder, readDevState } from './dev-state.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { openOutput } from './output.ts';
import { welcome } from './print-welcome.ts';
import { createShutdown, type Shutdown, Stopped } from './shutdown.ts';
import { startDevService } from './start-dev-service.ts';
import { onStopSignals } from './stop-signals.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const LOCK_POLL_MS = 100;

/** Runs `pnpm dev`: PostgreSQL, the server, simulated networks and a project. Ends the process. */
export async function runDev(): Promise<void> {
  const print = openOutput();
  const shutdown = createShutdown();
  onStopSignals(shutdown, print);
  try {
    await serve(shutdown, print);
    process.exit(0);
  } catch (error) {
    if (error instanceof Stopped) process.exit(0);
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function serve(shutdown: Shutdown, print: (text: string) => void): Promise<void> {
  const startedAtMs = performance.now();
  const env = readDevEnvironment();
  const folder = openDevFolder(path.resolve(env.folder ?? path.join(ROOT, '.fanfare')));
  const lock = await takeFolder(folder, shutdown, print);
  folder.markStopped();
  const starting = startDevService({ env, folder, shutdown, print });
  starting.catch(() => undefined);
  try {
    const service = await Promise.race([starting, shutdown.requested]);
    if (!service) return;
    folder.write(service.state);
    print(
      welcome(service.state, {
        setupUrl: service.setupUrl,
        colours: process.stdout.isTTY === true,
        tookMs: performance.now() - startedAtMs,
        stateFile: nearby(folder.stateFile),
      }),
    );
    const failure = await Promise.race([service.failed, shutdown.requested]);
    if (failure) throw new Error(failure);
  } finally {
    await shutdown.finish();
    // An interrupted start may have added something after the first `finish`.
    await starting.catch(() => undefined);
    await shutdown.finish();
    folder.markStopped();
    lock.release();
  }
}

/** Makes a path relative to the current folder, if it is below it. */
function nearby(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}

/** Locks the folder. Waits for another start or stop there; throws when a service runs there. */
async function takeFolder(folder: DevFolder, shutdown: Shutdown, print: (text: string) => void): Promise<FolderLock> {
  for (let printed = false; ; await sleep(LOCK_POLL_MS)) {
    shutdown.proceed();
    const lock = lockFolder(folder.lockFile);
    if (lock) {
      giveTo(folder.path, folder.lockFile);
      return lock;
    }
    const { baseUrl, pid } = readDevState(folder.path);
    if (baseUrl !== undefined) {
      throw new Error(
        `Fanfare already runs from this folder, at ${baseUrl} (process ${pid}). Use it as ${folder.stateFile} says, or stop it first.`,
      );
    }
    if (!printed) print('Fanfare is just starting or stopping in this folder; waiting for that…\n');
    printed = true;
  }
}
