import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { collectPackages, findLicenceProblems, type ThirdPartyPackage, writeThirdParty } from '../src/index.ts';

const PRODUCT = { name: '@fanfare/try', version: '1.2.3' };

type Manifest = { readonly name: string; readonly license?: unknown; readonly text?: string };

/** Bundles a program that imports each package, as the builds do, and writes notices and SBOM. */
async function build(packages: readonly Manifest[], program: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-third-party-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { text, ...manifest } of packages) {
    const at = path.join(folder, 'node_modules', manifest.name);
    mkdirSync(at, { recursive: true });
    const more = { version: '1.0.0', type: 'module', main: 'index.js', sideEffects: false, author: 'Somebody' };
    writeFileSync(path.join(at, 'package.json'), JSON.stringify({ ...more, ...manifest }));
    writeFileSync(path.join(at, 'index.js'), `export const value = () => "from ${manifest.name}";`);
    if (text) writeFileSync(path.join(at, 'LICENSE.md'), text);
  }
  writeFileSync(path.join(folder, 'program.js'), program);
  const dist = path.join(folder, 'dist');
  const plugins = [collectPackages((found) => writeThirdParty(dist, PRODUCT, found))];
  const bundle = await rolldown({ input: path.join(folder, 'program.js'), plugins });
  await bundle.write({ dir: dist }).finally(() => bundle.close());
  return dist;
}

const importing = (...names: readonly string[]): string =>
  names.map((name, index) => `import { value as v${index} } from '${name}'; console.log(v${index}());`).join('\n');

test('a build writes the notices of the packages that are in it, and an SBOM that follows the schema of CycloneDX', async () => {
  const dist = await build(
    [
      { name: '@scope/one', license: 'MIT', text: 'Copyright One' },
      { name: 'two', license: '(GPL-3.0 OR BSD-3-Clause)', text: 'Copyright Two' },
      { name: 'three', license: { type: 'ISC' } },
      { name: 'left-out', license: 'GPL-3.0' },
    ],
    `${importing('@scope/one', 'two', 'three')}\nimport 'left-out';`,
  );
  expect(readdirSync(dist).toSorted()).toEqual(['THIRD-PARTY-NOTICES.txt', 'program.js', 'sbom.cdx.json']);
  const notices = readFileSync(path.join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const part of ['@scope/one 1.0.0 (MIT)', 'Copyright One', 'Copyright Two', 'three 1.0.0 (ISC)', 'Somebody'])
    expect(notices).toContain(part);
  expect(notices).not.toContain('left-out');

  const bom = readFileSync(path.join(dist, 'sbom.cdx.json'), 'utf8');
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(bom)).toBeNull();
  const { metadata, components } = JSON.parse(bom);
  expect(metadata.component.purl).toBe('pkg:npm/%40fanfare/try@1.2.3');
  expect(components.map((one: { purl: string; licenses: unknown }) => [one.purl, one.licenses])).toEqual([
    ['pkg:npm/%40scope/one@1.0.0', [{ license: { id: 'MIT' } }]],
    ['pkg:npm/three@1.0.0', [{ license: { id: 'ISC' } }]],
    ['pkg:npm/two@1.0.0', [{ expression: '(GPL-3.0 OR BSD-3-Clause)' }]],
  ]);
});

test('a build with a package whose licence forbids it, or that has none, fails', async () => {
  const building = build(
    [{ name: 'copyleft', license: 'AGPL-3.0-only' }, { name: 'unnamed' }],
    importing('copyleft', 'unnamed'),
  );
  await expect(building).rejects.toThrow(
    'copyleft@1.0.0 is under AGPL-3.0-only, which is not on the list of allowed ones.\nunnamed@1.0.0 names no licence.',
  );
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-2.0-only)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-2.0-only', false],
  ['MPL-2.0', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE', false],
])('%s: may be shipped is %s', (license, allowed) => {
  const one: ThirdPartyPackage = { name: 'one', version: '1.0.0', license, author: null, homepage: null, texts: [] };
  expect(findLicenceProblems([one]).length === 0).toBe(allowed);
});
