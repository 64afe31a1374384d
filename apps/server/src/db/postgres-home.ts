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
import { isErrorCode } from './error-code.ts';
import type { UnprivilegedUser } from './postgres-binaries.ts';
import { stopPostmasterOf } from './postmaster.ts';

export type PostgresHome = {
  /** The folder to use; not the wanted one where the account PostgreSQL runs as could not reach that. */
  readonly folder: string;
  /** The account to run PostgreSQL as; null for the one that runs this process. */
  readonly user: UnprivilegedUser | null;
};

/**
 * The folder of a cluster, made when missing and owned by the account that runs PostgreSQL. As root that is a borrowed account, since PostgreSQL
 * refuses root; below a folder which that account may not enter, such as /root, the data lies in /var/tmp and `wanted` links to it.
 */
export async function openPostgresHome(wanted: string): Promise<PostgresHome> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) {
    mkdirSync(wanted, { recursive: true });
    if (process.getuid !== undefined && statSync(wanted).uid !== process.getuid()) {
      throw new Error(
        `${wanted} belongs to another account, which PostgreSQL does not allow. Start as that account, or delete the folder to begin with an empty database.`,
      );
    }
    return { folder: wanted, user: null };
  }
  if (!isReachable(path.dirname(wanted))) return linkedHome(wanted);
  mkdirSync(wanted, { recursive: true });
  const owner = statSync(wanted);
  // Made by somebody's own start: root goes on as they.
  if (owner.uid !== 0) return { folder: wanted, user: { uid: owner.uid, gid: owner.gid } };
  const user = borrowedAccount();
  chownSync(wanted, user.uid, user.gid);
  return { folder: wanted, user };
}

/** An account that every Linux has. */
function borrowedAccount(): UnprivilegedUser {
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

/** Whether every account may pass through the folder and all above it. */
function isReachable(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

async function linkedHome(wanted: string): Promise<PostgresHome> {
  const user = borrowedAccount();
  const folder = `/var/tmp/fanfare-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
  const link = linkAt(wanted);
  if (link === null) {
    // Whoever deletes `wanted` begins anew; the data of before, sealed with a key that went along, must go as well.
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

/** What `file` links to; its own path when it is no link, null when there is nothing. */
function linkAt(file: string): string | null {
  try {
    return lstatSync(file).isSymbolicLink() ? readlinkSync(file) : file;
  } catch {
    return null;
  }
}

/** Anybody may write to /var/tmp: what somebody else made there under our name is not used. */
function makeOwnFolder(folder: string, user: UnprivilegedUser): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, user.uid, user.gid);
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error;
    const found = lstatSync(folder);
    if (!found.isDirectory() || (found.uid !== user.uid && found.uid !== 0)) {
      throw new Error(
        `${folder} belongs to somebody else. Remove it, or set DATABASE_URL to a PostgreSQL of your own.`,
      );
    }
    chownSync(folder, user.uid, user.gid);
  }
}
