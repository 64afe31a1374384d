import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A line of code that is more than passing on what another file has; a file without any has no map. */
const OWN_CODE = /^(?:async function|function|class|let|var|const (?!\w+ = require\())/m;
const MACHINE = /^(?:\.\.\/)+(?:root|home|work|Users|tmp)\//;

/** What is wrong with the source maps of a built folder: each has the text of its sources, and names no folder of the machine that built it. */
export function sourceMapFaults(dist: string): readonly string[] {
  const files = readdirSync(dist).filter((name) => /\.c?js$/.test(name));
  return files.flatMap((name) => {
    const code = readFileSync(path.join(dist, name), 'utf8');
    const [, map] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(code) ?? [];
    if (map === undefined && !OWN_CODE.test(code)) return [];
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
