import { createHash } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { isErrorCode } from '../../process/is-error-code.ts';
import type { UnprivilegedUser } from './postgres-binaries.ts';
import { stopPostmasterOf } from './postmaster.ts';

export type PostgresHome = {
  /** Folder to use; not the wanted one where the user of PostgreSQL could not reach that. */
  readonly folder: string;
  /** User to run PostgreSQL as; null for the user of this process. */
  readonly user: UnprivilegedUser | null;
};

/**
 * Opens the folder of a cluster, owned by the user that runs PostgreSQL. PostgreSQL refuses to run
 * as root, so root uses another user. Below a folder that this user may not enter, such as /root,
 * the data is in /var/tmp and `wanted` links to it.
 */
export async function openPostgresHome(wanted: string): Promise<PostgresHome> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) {
    mkdirSync(wanted, { recursive: true });
    if (process.getuid !== undefined && statSync(wanted).uid !== process.getuid()) {
      throw new Error(
        `${wanted} belongs to another user, which PostgreSQL does not allow. Start as that user, or delete the folder to start with an empty database.`,
      );
    }
    return { folder: wanted, user: null };
  }
  if (!isReachable(path.dirname(wanted))) return linkedHome(wanted);
  mkdirSync(wanted, { recursive: true });
  const owner = statSync(wanted);
  // Created by a start as an ordinary user: root runs PostgreSQL as that user.
  if (owner.uid !== 0) return { folder: wanted, user: { uid: owner.uid, gid: owner.gid } };
  const user = unprivilegedUser();
  chownSync(wanted, user.uid, user.gid);
  return { folder: wanted, user };
}

/** Finds a user that every Linux has. */
function unprivilegedUser(): UnprivilegedUser {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this machine has neither a "postgres" nor a "nobody" user to run it as. Start as another user or set DATABASE_URL.',
  );
}

/** Whether every user may enter the folder and all folders above it. */
function isReachable(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

async function linkedHome(wanted: string): Promise<PostgresHome> {
  const user = unprivilegedUser();
  const folder = `/var/tmp/fanfare-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
  const link = linkAt(wanted);
  if (link === null) {
    // `wanted` was deleted with the key of the old data, so that is useless.
    await stopPostmasterOf(path.join(folder, 'data'));
    rmSync(folder, { recursive: true, force: true });
  }
  makeOwnFolder(folder, user);
  if (link === null) {
    mkdirSync(path.dirname(wanted), { recursive: true });
    symlinkSync(folder, wanted);
  }
  return { folder, user };
}

/** Target of the link `file`; its own path when it is no link, null when it is missing. */
function linkAt(file: string): string | null {
  try {
    return lstatSync(file).isSymbolicLink() ? readlinkSync(file) : file;
  } catch {
    return null;
  }
}

/** Creates a folder in /var/tmp, and refuses one that another user created under our name. */
function makeOwnFolder(folder: string, user: UnprivilegedUser): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, user.uid, user.gid);
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error;
    const found = lstatSync(folder);
    if (!found.isDirectory() || (found.uid !== user.uid && found.uid !== 0)) {
      throw new Error(`${folder} belongs to another user. Remove it, or set DATABASE_URL to a PostgreSQL of your own.`);
    }
    chownSync(folder, user.uid, user.gid);
  }
}
