import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type SourceMap = { readonly sources: readonly string[]; readonly sourcesContent: readonly string[] };

/** Names a source independent of the machine: as in the repository, or in its package. */
function nameOf(file: string, root: string): string {
  const [, inPackage] = /.*\/node_modules\/(.*)$/.exec(file) ?? [];
  return inPackage === undefined ? path.relative(root, file) : `node_modules/${inPackage}`;
}

/**
 * Names the sources of every map as in the repository, and removes the texts of other packages: npm
 * has them, three times as long as ours. Node reads maps only with `--enable-source-maps`.
 */
export function shortenSourceMaps(folder: string, root: string): void {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'));
  for (const name of maps) {
    const file = path.join(folder, name);
    const { sources, sourcesContent, ...map }: SourceMap = JSON.parse(readFileSync(file, 'utf8'));
    const named = sources.map((source) => nameOf(path.resolve(path.dirname(file), source), root));
    const texts = named.map((source, index) => (source.startsWith('node_modules/') ? null : sourcesContent[index]));
    const sourceRoot = path.relative(path.dirname(file), folder);
    writeFileSync(file, JSON.stringify({ ...map, sourceRoot, sources: named, sourcesContent: texts }));
  }
}
