import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { freePort } from '../dev/free-port.ts';
import { findPostgresBinaries, linkLibraries, type UnprivilegedUser } from './postgres-binaries.ts';

export type EmbeddedPostgres = {
  /** Superuser address of the `postgres` database. */
  readonly url: string;
  /** True when a server left over by a killed process was taken over. */
  readonly adopted: boolean;
  urlOf(database: string): string;
  stop(): Promise<void>;
};

type Options = {
  /** Holds the cluster, its password and, where needed, a copy of the binaries. */
  readonly home: string;
  /** Extra `-c name=value` settings. */
  readonly settings?: Readonly<Record<string, string>>;
};

const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts the PostgreSQL that comes with the installation: no system package, no container. It listens on 127.0.0.1 only, with a random
 * password. A server that outlived its parent is adopted instead of blocking the start. Not for several machines: set DATABASE_URL there.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const user = unprivilegedUser();
  const home = reachableHome(options.home, user);
  mkdirSync(home, { recursive: true });
  if (user) chownSync(home, user.uid, user.gid);

  const bin = runnableBinaries(home, user);
  const data = path.join(home, 'data');
  const passwordFile = path.join(home, 'password');
  if (!existsSync(path.join(data, 'PG_VERSION'))) initialise({ bin, data, home, passwordFile, user });
  const password = readFileSync(passwordFile, 'utf8').trim();
  const handle = (port: number, pid: number, adopted: boolean): EmbeddedPostgres => {
    const urlOf = (database: string) => `postgres://fanfare:${password}@127.0.0.1:${port}/${database}`;
    return { url: urlOf('postgres'), adopted, urlOf, stop: () => stopProcess(pid) };
  };

  const survivor = findSurvivor(data);
  if (survivor) return handle(survivor.port, survivor.pid, true);
  rmSync(path.join(data, 'postmaster.pid'), { force: true });

  const port = await freePort(0);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: '64MB',
    timezone: 'UTC',
    ...options.settings,
  };
  const child = spawn(
    path.join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...user, cwd: home, stdio: ['ignore', 'ignore', 'pipe'], detached: true, env: { LC_ALL: 'C' } },
  );
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
      if (output.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL did not start (exit code ${code}):\n${output}`)));
  });
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return handle(port, child.pid!, false);
}

/** PostgreSQL refuses to run as root; borrow an account that every Linux has. */
function unprivilegedUser(): UnprivilegedUser | null {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this machine has neither a "postgres" nor a "nobody" account to run it as. Start as another user or set DATABASE_URL.',
  );
}

/** As root below a folder that others may not enter (such as /root) the borrowed account could not reach the data. */
function reachableHome(home: string, user: UnprivilegedUser | null): string {
  if (!user) return home;
  for (let folder = path.dirname(home); ; folder = path.dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) {
      return `/var/tmp/fanfare-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
    }
    if (folder === path.dirname(folder)) return home;
  }
}

function runnableBinaries(home: string, user: UnprivilegedUser | null): string {
  const installed = findPostgresBinaries();
  const tryRun = (native: string): SpawnSyncReturns<string> =>
    spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { ...user, encoding: 'utf8' });
  try {
    linkLibraries(installed);
    accessSync(path.join(installed, 'bin', 'postgres'), constants.X_OK);
    if (tryRun(installed).status === 0) return path.join(installed, 'bin');
  } catch {
    // A read-only or private installation: fall through to a copy of our own.
  }
  const version = createHash('sha256').update(installed).digest('hex').slice(0, 8);
  const copy = path.join(home, `postgres-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
    linkLibraries(unfinished);
    renameSync(unfinished, copy);
  }
  const run = tryRun(copy);
  if (run.status !== 0) {
    throw new Error(
      `The bundled PostgreSQL does not run on this machine (it needs glibc; Alpine has none). Set DATABASE_URL to a PostgreSQL 15 or newer.\n${run.error ?? run.stderr}`,
    );
  }
  return path.join(copy, 'bin');
}

function initialise(at: {
  bin: string;
  data: string;
  home: string;
  passwordFile: string;
  user: UnprivilegedUser | null;
}): void {
  // Made beside its place and moved when whole: an interrupted first start leaves nothing half-made behind.
  const unfinished = `${at.data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(at.data, { recursive: true, force: true });
  writeFileSync(at.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (at.user) chownSync(at.passwordFile, at.user.uid, at.user.gid);
  const run = spawnSync(
    path.join(at.bin, 'initdb'),
    [
      '-D',
      unfinished,
      '-U',
      'fanfare',
      '-A',
      'scram-sha-256',
      '--pwfile',
      at.passwordFile,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-instructions',
      '--no-sync',
    ],
    { ...at.user, cwd: at.home, encoding: 'utf8', env: { LC_ALL: 'C', TZ: 'UTC' } },
  );
  if (run.status !== 0)
    throw new Error(`PostgreSQL could not make its data folder ${at.data}:\n${run.error ?? run.stderr}`);
  renameSync(unfinished, at.data);
}

/** postmaster.pid: line 1 is the process id, line 4 the port. */
function findSurvivor(data: string): { pid: number; port: number } | null {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!pid || !port || !isAlive(pid)) return null;
  // The id may belong to another program by now; /proc tells on Linux, elsewhere the password check at connect does.
  if (process.platform === 'linux' && !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)) return null;
  return { pid, port };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function stopProcess(pid: number): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: sessions are cut, data is written.
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  for (const end = Date.now() + STOP_TIMEOUT_MS; Date.now() < end && isAlive(pid); ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
