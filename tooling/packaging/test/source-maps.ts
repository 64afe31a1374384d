import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A line of code that is more than passing on what another file has; a file without any has no map.
 */
const OWN_CODE = /^(?:async function|function|class|let|var|const (?!\w+ = require\())/m;
/** Source of the code that the bundler itself adds. */
const BUNDLERS_OWN = /^\/\/ \\0rolldown\/runtime\.js$/m;
const MACHINE = /^(?:\.\.\/)+(?:root|home|work|Users|tmp)\//;

/**
 * Lists what is wrong with the source maps of a built folder: each has the text of its sources, and
 * names no folder of the machine that built it.
 */
export function sourceMapFaults(dist: string): readonly string[] {
  // What others wrote, minified, has no map: their packages have the sources.
  const files = readdirSync(dist).filter((name) => /^(?!others-).*\.c?js$/.test(name));
  return files.flatMap((name) => {
    const code = readFileSync(path.join(dist, name), 'utf8');
    const [, map] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(code) ?? [];
    if (map === undefined && (!OWN_CODE.test(code) || BUNDLERS_OWN.test(code))) return [];
    return map === `${name}.map` ? faultsOf(dist, map) : [`${name} names ${map}`];
  });
}

function faultsOf(dist: string, map: string): readonly string[] {
  const { sources, sourcesContent = [] } = JSON.parse(readFileSync(path.join(dist, map), 'utf8'));
  return (sources as readonly string[]).flatMap((source, index) => {
    if (typeof sourcesContent[index] !== 'string') return [`${map} has no text of ${source}`];
    return source.startsWith('../') && !MACHINE.test(source) ? [] : [`${map} names ${source}`];
  });
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Built by others: the pages, and the script of the reference page. */
const NOT_OURS = /^(?:dashboard|docs)\/|^reference\.js$/;

/**
 * Lists what is wrong with the source maps of the server's package: each file of code has one,
 * which names the files of the repository with their texts, and those of other people's packages
 * without.
 */
export function serverSourceMapFaults(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.js') && !NOT_OURS.test(name))
    .flatMap((name) => {
      const code = readFileSync(path.join(folder, name), 'utf8');
      const [, map] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(code) ?? [];
      if (map === undefined && (!OWN_CODE.test(code) || BUNDLERS_OWN.test(code))) return [];
      if (map !== `${path.basename(name)}.map`) return [`${name} names ${map}`];
      const { sources, sourcesContent } = JSON.parse(readFileSync(path.join(folder, `${name}.map`), 'utf8'));
      return (sources as readonly string[]).filter(
        (source, index) => sourcesContent[index] !== (source.startsWith('node_modules/') ? null : textOf(source)),
      );
    });
}

function textOf(source: string): string | undefined {
  if (path.isAbsolute(source) || source.startsWith('..')) return undefined;
  return readFileSync(path.join(ROOT, source), 'utf8');
}
