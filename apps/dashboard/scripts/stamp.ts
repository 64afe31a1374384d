import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** SHA-256 by file, relative to the package. */
type Stamp = Readonly<Record<string, string>>;

const NAME = 'stamp.json';
/** Files that decide about the build besides the modules in it. */
const SETTINGS = [
  'index.html',
  'package.json',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/compress-files.ts',
  'scripts/stamp.ts',
  '../../pnpm-lock.yaml',
];

/** Whether `dist` is up to date. A new module is imported by a changed one. */
export function isFresh(root: string, dist: string): boolean {
  try {
    const stamp = JSON.parse(readFileSync(path.join(dist, NAME), 'utf8')) as Stamp;
    return Object.entries(stamp).every(([file, sha256]) => hashOf(path.join(root, file)) === sha256);
  } catch {
    return false;
  }
}

/** Writes the stamp of a build from `sources`. */
export function writeStamp(root: string, dist: string, sources: readonly string[]): void {
  const files = [...SETTINGS, ...sources.map((file) => path.relative(root, file))];
  const stamp: Stamp = Object.fromEntries(files.map((file) => [file, hashOf(path.join(root, file))]));
  writeFileSync(path.join(dist, NAME), `${JSON.stringify(stamp, null, 1)}\n`);
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
