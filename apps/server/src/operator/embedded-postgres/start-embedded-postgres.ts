import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../process/free-port.ts';
import { runnableBinaries, type UnprivilegedUser } from './postgres-binaries.ts';
import { openCluster } from './postgres-cluster.ts';
import { openPostgresHome } from './postgres-home.ts';
import { findSurvivor, killPostmaster, stopPostmaster, waitForExit } from './postmaster.ts';

export type EmbeddedPostgres = {
  /** Superuser address of the `postgres` database. */
  readonly url: string;
  /** True for a server that a killed process left running. */
  readonly adopted: boolean;
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<void>;
  urlOf(database: string): string;
  /** Closes sessions and writes the data (fast shutdown). */
  stop(): Promise<void>;
  /** Shuts down immediately, without waiting. PostgreSQL recovers at its next start. */
  kill(): void;
};

type Options = {
  /** Folder of the cluster. As root below a private folder it becomes a link to /var/tmp. */
  readonly home: string;
  readonly settings?: Readonly<Record<string, string>>;
};

/**
 * Memory that a session keeps between statements. By default glibc returns it after each large
 * statement: 58 page faults, half of the time to record a post (mallopt(3); measured 2026-11).
 */
const KEPT_MEMORY = { MALLOC_TRIM_THRESHOLD_: String(8 * 1024 ** 2), MALLOC_MMAP_THRESHOLD_: String(4 * 1024 ** 2) };

const START_TIMEOUT_MS = 60_000;
const RETRY_AFTER_MS = 50;

/**
 * Starts the bundled PostgreSQL, without a system package or a container, on 127.0.0.1 only and
 * with a random password. Returns a server of an earlier process if one still runs. For one machine
 * only: on several, set DATABASE_URL.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { folder: home, user } = await openPostgresHome(path.resolve(options.home));
  const binaries = await runnableBinaries(home, user);
  const { data, password } = await openCluster({ home, binaries, user });
  const handle = (server: { pid: number; port: number; adopted: boolean; ended: Promise<void> }): EmbeddedPostgres => {
    // Explicit, so that a PGSSLMODE for another server has no effect here.
    const urlOf = (database: string) =>
      `postgres://fanfare:${password}@127.0.0.1:${server.port}/${database}?sslmode=disable`;
    const { adopted, ended } = server;
    return {
      url: urlOf('postgres'),
      adopted,
      ended,
      urlOf,
      stop: () => stopPostmaster(server.pid),
      kill: () => killPostmaster(server.pid),
    };
  };

  const survivor = await findSurvivor(data);
  if (survivor) return handle({ ...survivor, adopted: true, ended: waitForExit(survivor.pid) });

  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: '64MB',
    timezone: 'UTC',
    ...options.settings,
  };
  for (const end = performance.now() + START_TIMEOUT_MS; ; await sleep(RETRY_AFTER_MS)) {
    const port = await freePort(0);
    const started = await launch({ bin: binaries.bin, data, home, port, settings, user });
    if ('child' in started) {
      const ended = new Promise<void>((resolve) => void started.child.once('exit', () => resolve()));
      return handle({ pid: started.child.pid!, port, adopted: false, ended });
    }
    if (!isRetryable(started.output) || performance.now() > end) {
      throw new Error(
        `PostgreSQL did not start:\n${started.output.trim()}\nIts data is in ${home}. Delete that folder to start with an empty database.`,
      );
    }
  }
}

/** Recognises a taken port, and sessions of a killed server that have not ended yet. */
function isRetryable(output: string): boolean {
  return /could not bind|could not create any TCP\/IP sockets|is still in use/.test(output);
}

type Launch = {
  readonly bin: string;
  readonly data: string;
  readonly home: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly user: UnprivilegedUser | null;
};

/** Tries once: returns the server once it accepts connections, or the output of one that ended. */
async function launch(at: Launch): Promise<{ child: ChildProcess } | { output: string }> {
  const settings = Object.entries(at.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(at.bin, 'postgres'), ['-D', at.data, '-p', String(at.port), ...settings], {
    ...at.user,
    cwd: at.home,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: { LC_ALL: 'C', ...KEPT_MEMORY },
  });
  let output = '';
  const ready = await new Promise<boolean>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
      if (/ready to accept (?:read-only )?connections/.test(output)) resolve(true);
    });
    child.once('error', reject);
    // `close` comes after the last output, `exit` may come before it.
    child.once('close', () => resolve(false));
  });
  if (!ready) return { output };
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return { child };
}
