export { buildProgram } from './build-program.ts';
export { findLicenceProblems } from './check-licences.ts';
export { collectPackages, packagesIn } from './collect-packages.ts';
export { readPackage, type ThirdPartyPackage } from './read-package.ts';
export { type Product, writeThirdParty } from './write-third-party.ts';
