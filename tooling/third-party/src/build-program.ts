import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { collectPackages } from './collect-packages.ts';
import { writeThirdParty } from './write-third-party.ts';

type Options = {
  /**
   * Minifies everything, and puts the packages of other people into `others-….js`, which has no
   * source map: for a program that would else be larger than people download for a command.
   */
  readonly isLarge?: boolean;
};

/** Writes `dist` of a package with one program, `src/bin.ts`, and all it needs. */
export async function buildProgram(folder: string, { isLarge = false }: Options = {}): Promise<void> {
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
    ...(isLarge && { minify: true, codeSplitting: { groups: [{ name: 'others', test: /node_modules/ }] } }),
  });
  await bundle.close();
  for (const name of readdirSync(dist).filter((file) => /^others-.*\.js$/.test(file))) {
    const file = path.join(dist, name);
    rmSync(`${file}.map`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n'));
  }
}
