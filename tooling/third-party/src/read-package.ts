import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A package of other people that a product of ours contains. */
export type ThirdPartyPackage = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression as its manifest has it; null when the manifest names none. */
  readonly license: string | null;
  readonly author: string | null;
  readonly homepage: string | null;
  /** Its licence and notice files, as they are. */
  readonly texts: readonly string[];
};

const LEGAL_FILE = /^(?:licen[cs]e|copying|notice|unlicense)(?:[-.].*)?$/i;

/** Reads the manifest and the licence files of a package from its folder. */
export function readPackage(folder: string): ThirdPartyPackage {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license, licenses, author, homepage, repository } = manifest;
  // Before SPDX, manifests had an object, or a list of them.
  const named = license ?? licenses?.[0];
  return {
    name,
    version,
    license: (typeof named === 'object' ? named?.type : named) ?? null,
    author: (typeof author === 'object' ? author?.name : author) ?? null,
    homepage: homepage ?? (typeof repository === 'object' ? repository?.url : repository) ?? null,
    texts: readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LEGAL_FILE.test(entry.name))
      .map((entry) => readFileSync(path.join(folder, entry.name), 'utf8').replaceAll('\r\n', '\n').trim())
      .toSorted(),
  };
}

/** The folder of the package that a file belongs to; null for a file of ours. */
export function folderOfPackage(file: string): string | null {
  const modules = file.lastIndexOf(`${path.sep}node_modules${path.sep}`);
  if (modules < 0) return null;
  const [scope = '', name = ''] = file.slice(modules + '/node_modules/'.length).split(path.sep);
  const folder = path.join(file.slice(0, modules), 'node_modules', scope, scope.startsWith('@') ? name : '');
  return existsSync(path.join(folder, 'package.json')) ? folder : null;
}
