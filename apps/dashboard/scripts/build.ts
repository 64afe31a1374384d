import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { compressFiles } from './compress-files.ts';
import { isFresh, writeStamp } from './stamp.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const DIST = path.join(ROOT, 'dist');
/** Files that are read last, in this order; the names of all others contain their hash. */
const LAST = ['manifest.json', 'index.html', 'stamp.json'];

/** Builds the dashboard into `dist`, unless `dist` is up to date. */
if (!isFresh(ROOT, DIST)) {
  const startedAtMs = performance.now();
  // Several builds may run at once, and a server may be serving the last one.
  const made = path.join(ROOT, `node_modules/.build-${process.pid}`);
  try {
    await buildInto(made);
    replace(made);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  console.log(`The dashboard is built (${((performance.now() - startedAtMs) / 1000).toFixed(1)} s).`);
}

async function buildInto(folder: string): Promise<void> {
  // Loading Vite takes longer than to find out that nothing is to be built.
  const { build } = await import('vite');
  // Vite keeps one that is set, and a test runner sets its own: React would come with its checks
  // for development.
  process.env.NODE_ENV = 'production';
  await build({ root: ROOT, logLevel: 'warn', build: { outDir: folder } });
  writeStamp(ROOT, folder, JSON.parse(readFileSync(path.join(folder, 'sources.json'), 'utf8')));
  await compressFiles(path.join(folder, 'assets'));
}

/** Moves a build to `dist` so that every page that is served meanwhile finds its files. */
function replace(made: string): void {
  mkdirSync(DIST, { recursive: true });
  cpSync(made, DIST, { recursive: true, filter: (file) => !LAST.includes(path.relative(made, file)) });
  for (const name of LAST) renameSync(path.join(made, name), path.join(DIST, name));
  const current = new Set(readdirSync(path.join(made, 'assets')));
  for (const name of readdirSync(path.join(DIST, 'assets')))
    if (!current.has(name)) rmSync(path.join(DIST, 'assets', name), { force: true });
}
