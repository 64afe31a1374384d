import satisfies from 'spdx-satisfies';
import type { ThirdPartyPackage } from './read-package.ts';

/** Licences that may be shipped under Apache-2.0. Each demands a notice at most. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts may be shipped with software of any licence.
  'OFL-1.1',
  'Unlicense',
];

/** One sentence for each package whose licence is missing or is not on the list. */
export function findLicenceProblems(packages: readonly ThirdPartyPackage[]): readonly string[] {
  return packages.flatMap(({ name, version, license }) => {
    if (!license) return `${name}@${version} names no licence.`;
    return isAllowed(license)
      ? []
      : `${name}@${version} is under ${license}, which is not on the list of allowed ones.`;
  });
}

function isAllowed(license: string): boolean {
  try {
    return satisfies(license, ALLOWED);
  } catch {
    // No SPDX expression, for example "SEE LICENSE IN LICENSE".
    return false;
  }
}
