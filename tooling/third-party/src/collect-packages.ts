import path from 'node:path';
import type { Plugin } from 'rolldown';
import { folderOfPackage, readPackage, type ThirdPartyPackage } from './read-package.ts';

/** A plugin of Rolldown. Reports the packages whose code is in what it writes. */
export function collectPackages(report: (packages: readonly ThirdPartyPackage[]) => void): Plugin {
  return {
    name: 'collect-packages',
    generateBundle(_, output) {
      report(packagesIn(output));
    },
  };
}

/** The packages in an output, by name, without what the bundler left out. */
export function packagesIn(output: Output): readonly ThirdPartyPackage[] {
  const files = Object.values(output).flatMap((file) =>
    // A font or a picture that a style sheet names is relative to the folder of the build.
    file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => path.resolve(name)),
  );
  const folders = new Set(files.flatMap((file) => folderOfPackage(file.replace(/\?.*$/, '')) ?? []));
  return [...folders].map(readPackage).toSorted(byName);
}

type Written =
  | { readonly type: 'chunk'; readonly moduleIds: readonly string[] }
  | { readonly type: 'asset'; readonly originalFileNames: readonly string[] };
/** The part of a bundler's output that is read, of any version of Rolldown and Vite. */
type Output = Readonly<Record<string, Written>>;

export const byName = (one: ThirdPartyPackage, other: ThirdPartyPackage): number =>
  one.name.localeCompare(other.name) || one.version.localeCompare(other.version);
