import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { collectPackages } from './collect-packages.ts';
import { writeThirdParty } from './write-third-party.ts';

/** Writes `dist` of a package with one program, `src/bin.ts`, and all it needs. */
export async function buildProgram(folder: string): Promise<void> {
  const dist = path.join(folder, 'dist');
  const product = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  rmSync(dist, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { bin: path.join(folder, 'src/bin.ts') },
    platform: 'node',
    plugins: [collectPackages((packages) => writeThirdParty(dist, product, packages))],
  });
  await bundle.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
  });
  await bundle.close();
}
