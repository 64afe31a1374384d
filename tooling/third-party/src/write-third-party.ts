import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findLicenceProblems } from './check-licences.ts';
import { byName } from './collect-packages.ts';
import { createBom, type Product } from './create-bom.ts';
import type { ThirdPartyPackage } from './read-package.ts';
import { renderNotices } from './render-notices.ts';

export type { Product };

/** Writes `THIRD-PARTY-NOTICES.txt` and `sbom.cdx.json`. Throws for a wrong or no licence. */
export function writeThirdParty(folder: string, product: Product, packages: readonly ThirdPartyPackage[]): void {
  const problems = findLicenceProblems(packages);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const unique = [...new Map(packages.map((one) => [`${one.name}@${one.version}`, one])).values()].toSorted(byName);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), renderNotices(product.name, unique));
  writeFileSync(path.join(folder, 'sbom.cdx.json'), createBom(product, unique));
}
