import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(PACKAGE, 'dist');

/** Writes `dist`: the program with everything it needs, so that `npx` fetches one package. */
rmSync(DIST, { recursive: true, force: true });
const bundle = await rolldown({ input: { bin: path.join(PACKAGE, 'src/bin.ts') }, platform: 'node' });
await bundle.write({ dir: DIST, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
await bundle.close();
