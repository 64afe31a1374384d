import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectPackages, writeThirdParty } from '@fanfare/third-party';
import { rolldown } from 'rolldown';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(PACKAGE, 'dist');
const PRODUCT = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));

/** Writes `dist`: the program with everything it needs, so that `npx` fetches one package. */
rmSync(DIST, { recursive: true, force: true });
const bundle = await rolldown({
  input: { bin: path.join(PACKAGE, 'src/bin.ts') },
  platform: 'node',
  plugins: [collectPackages((packages) => writeThirdParty(DIST, PRODUCT, packages))],
});
await bundle.write({
  dir: DIST,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  sourcemap: true,
});
await bundle.close();
