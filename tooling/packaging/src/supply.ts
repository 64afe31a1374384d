import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findLicenceProblems, readPackage, type ThirdPartyPackage } from '@fanfare/third-party';
import { packRelease, type Release } from './pack-release.ts';

type Bom = {
  readonly components?: readonly {
    readonly purl: string;
    readonly licenses: readonly { readonly expression?: string; readonly license?: { readonly id: string } }[];
  }[];
};

const SERVER = fileURLToPath(new URL('../../../apps/server', import.meta.url));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: { out: { type: 'string' } },
});

/**
 * `pnpm supply`: builds everything that is published, which fails for a licence that is not
 * allowed, and prints the licences of what is inside and of what is installed with it. With
 * `--out`, copies the SBOMs into a folder.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-supply-'));
try {
  const releases = await packRelease(folder);
  for (const release of releases) printContent(release);
  print('Installed with a package, not inside it:');
  const beside = [...releases.map((release) => release.folder), SERVER].flatMap(dependenciesOf);
  for (const { name, version, license } of beside) print(`  ${name}@${version}  ${license}`);
  const problems = findLicenceProblems(beside);
  if (problems.length > 0) throw new Error(problems.join('\n'));
} finally {
  rmSync(folder, { recursive: true });
}

function printContent({ name, folder: at }: Release): void {
  const file = [path.join(at, 'sbom.cdx.json'), path.join(at, 'dist/sbom.cdx.json')].find((one) => existsSync(one));
  const { components = [] }: Bom = file ? JSON.parse(readFileSync(file, 'utf8')) : {};
  print(`${name}: ${components.length} packages of others`);
  for (const { purl, licenses } of components)
    print(
      `  ${decodeURIComponent(purl).replace('pkg:npm/', '')}  ${licenses.map((one) => one.expression ?? one.license?.id)}`,
    );
  if (!values.out || !file) return;
  mkdirSync(values.out, { recursive: true });
  cpSync(file, path.join(values.out, `${name.replace('@', '').replace('/', '-')}.cdx.json`));
}

/** Lists the packages that npm installs with it. The server's are inside its bundle. */
function dependenciesOf(at: string): readonly ThirdPartyPackage[] {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
  const names = Object.keys(at === SERVER ? optionalDependencies : { ...dependencies, ...optionalDependencies });
  return names
    .map((name) => path.join(at, 'node_modules', name))
    .filter((one) => existsSync(one))
    .map(readPackage);
}
