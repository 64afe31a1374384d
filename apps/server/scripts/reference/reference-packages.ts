import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readPackage, type ThirdPartyPackage } from '@fanfare/third-party';
import { findReference } from '../../src/config/installed-files.ts';

export const REFERENCE_PACKAGES = path.join(import.meta.dirname, 'reference-packages.gen.json');

/** Output of `write-reference-packages.ts`, for one version of the script. */
export type Written = { readonly version: string; readonly packages: readonly ThirdPartyPackage[] };

export const referenceFolder = (): string => path.resolve(path.dirname(findReference()), '../..');

/** Reads the packages inside the reference page's script, which names none of their licences. */
export function readReferencePackages(): readonly ThirdPartyPackage[] {
  const { version, packages }: Written = JSON.parse(readFileSync(REFERENCE_PACKAGES, 'utf8'));
  const installed = readPackage(referenceFolder()).version;
  if (version !== installed)
    throw new Error(
      `The packages inside the reference page are listed for ${version}, and ${installed} is installed. Run: npx pnpm@10.34.9 --filter @fanfare/server reference:packages`,
    );
  return packages;
}
