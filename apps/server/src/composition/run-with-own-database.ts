import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDevEnvironment } from '../config/config.ts';
import { DEV_FOLDER } from '../config/installed-files.ts';
import { startChild } from '../operator/dev/child.ts';
import { startDevDatabase } from '../operator/dev/dev-database.ts';
import { openDevFolder } from '../operator/dev/dev-state.ts';
import { lockFolder } from '../operator/dev/folder-lock.ts';
import { createShutdown, type Shutdown, Stopped } from '../operator/dev/shutdown.ts';
import { onStopSignals } from '../operator/dev/stop-signals.ts';

/** Path in the bundle, where all programs are in one folder. */
const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

/** Starts PostgreSQL and the server, with data and a new key in FANFARE_FOLDER. */
export async function runWithOwnDatabase(): Promise<void> {
  const shutdown = createShutdown();
  const print = (text: string): void => void process.stdout.write(text);
  onStopSignals(shutdown, print);
  try {
    await serve(shutdown, print);
    process.exit(0);
  } catch (error) {
    await shutdown.finish();
    if (error instanceof Stopped) process.exit(0);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function serve(shutdown: Shutdown, print: (text: string) => void): Promise<void> {
  const env = readDevEnvironment();
  const folder = openDevFolder(path.resolve(env.folder ?? DEV_FOLDER));
  const lock = lockFolder(folder.lockFile);
  if (!lock)
    throw new Error(`Fanfare already runs with the data in ${folder.path}. Stop it first, or set FANFARE_FOLDER.`);
  shutdown.add({ stop: async () => lock.release() });
  const database = shutdown.add(await startDevDatabase(folder.path, undefined));
  shutdown.proceed();
  const settings = {
    ...{ ENCRYPTION_KEYS: folder.encryptionKeys(), MEDIA_DIR: path.join(folder.path, 'media') },
    ...{ ...env.inherited, DATABASE_URL: database.url },
  };
  const server = shutdown.add(startChild(MAIN, settings, print));
  const { url, setupUrl } = await server.ready;
  // The operator's command finds the database here.
  folder.write({ baseUrl: url, databaseUrl: database.url, pid: process.pid });
  shutdown.add({ stop: async () => folder.markStopped() });
  print(`Fanfare runs at ${url}. Its data and its encryption key are in ${folder.path}.\n`);
  if (setupUrl !== null)
    print(`Nobody has signed in yet. Whoever opens this link first becomes the owner:\n${setupUrl}\n`);
  const failure = await Promise.race([
    shutdown.requested,
    server.ended.then((how) => `The server ended with ${how}.`),
    database.ended.then(() => 'PostgreSQL ended.'),
  ]);
  if (failure) throw new Error(failure);
  await shutdown.finish();
}
