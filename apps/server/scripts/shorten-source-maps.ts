import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a source map has, as far as it is used here. */
type SourceMap = { readonly sources: readonly string[]; readonly sourcesContent: readonly string[] };

/** Below a folder, how a source is named whoever builds, and wherever: as in the repository, or in its package. */
function nameOf(file: string, root: string): string {
  const [, inPackage] = /.*\/node_modules\/(.*)$/.exec(file) ?? [];
  return inPackage === undefined ? path.relative(root, file) : `node_modules/${inPackage}`;
}

/**
 * Names the sources of every map of a folder as in the repository, and takes out the texts of other people's packages: npm has them, and they are three
 * times as long as ours. Node reads a map only with `--enable-source-maps`.
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
