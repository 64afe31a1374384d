import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { collectPackages } from './collect-packages.ts';
import { folderOfPackage } from './read-package.ts';
import { writeThirdParty } from './write-third-party.ts';

type Options = {
  /**
   * Minifies everything, and puts each package of other people into an `others-….js`, which has no
   * source map: for a program that would else be larger than people download for a command.
   */
  readonly isLarge?: boolean;
};

/** The chunk of a file of other people: what a command does not need, it does not load. */
function othersOf(file: string): string | null {
  const folder = folderOfPackage(file);
  return folder && `others-${path.basename(folder)}`;
}

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
    ...(isLarge && { minify: true, codeSplitting: { groups: [{ debugName: 'others', name: othersOf }] } }),
  });
  await bundle.close();
  for (const name of readdirSync(dist).filter((file) => /^others-.*\.js$/.test(file))) {
    const file = path.join(dist, name);
    rmSync(`${file}.map`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n'));
  }
}
