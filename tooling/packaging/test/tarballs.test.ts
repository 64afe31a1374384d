import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { describe, expect, test } from 'vitest';
import { run } from '../src/run.ts';
import { packed } from './packed.ts';
import { projectIn } from './project.ts';
import { sourceMapFaults } from './source-maps.ts';

const { tarballs, modules } = await packed();
const project = projectIn(modules);

describe.each([
  ['sdk', [], [], {}, {}],
  [
    'mock',
    ['bin.js'],
    ['dist/THIRD-PARTY-NOTICES.txt', 'dist/sbom.cdx.json'],
    { zod: '3.25.76' },
    { msw: '>=2.12 <4' },
  ],
] as const)('@fanfare/%s', (name, programs, legal, dependencies, peers) => {
  const full = `@fanfare/${name}` as const;
  const manifest = JSON.parse(project.read(full, 'package.json').toString());

  test('it holds what is built, what to read, and nothing else', async () => {
    const listed = (await run(modules, 'tar', ['-tzf', tarballs[name]])).trim().split('\n');
    const paths = listed.map((file) => file.replace(/^package\//, ''));
    expect(paths.filter((file) => !file.startsWith('dist/')).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
    ]);
    expect(
      paths
        .filter((file) => file.startsWith('dist/') && !/^dist\/[\w.-]+\.(?:(?:d\.)?c?[jt]s|c?js\.map)$/.test(file))
        .toSorted(),
    ).toEqual(legal);
    expect(paths).toEqual(
      expect.arrayContaining([...entries(manifest.exports), ...programs.map((file) => `dist/${file}`)]),
    );
  });

  test('it brings what it needs and runs nothing when it is installed', () => {
    expect(manifest.dependencies ?? {}).toEqual(dependencies);
    expect(manifest.peerDependencies ?? {}).toEqual(peers);
    for (const peer of Object.keys(peers)) expect(manifest.peerDependenciesMeta[peer]).toEqual({ optional: true });
    expect(Object.keys(manifest.scripts).filter((script) => /install|prepare/.test(script))).toEqual([]);
    expect(manifest).toMatchObject({ name: full, license: 'Apache-2.0', engines: { node: '>=20.19' } });
  });

  test('it says where its source, its pages and its issues are, and what has changed', () => {
    expect(manifest).toMatchObject({
      homepage: expect.stringMatching(/^https:\/\//),
      repository: { type: 'git', url: expect.stringMatching(/^git\+https:\/\//), directory: `packages/${name}` },
      bugs: expect.stringMatching(/^https:\/\/\S+\/issues$/),
    });
    expect(project.read(full, 'CHANGELOG.md').toString()).toMatch(new RegExp(`^# ${full}\n`));
  });

  test('its source maps have their sources', () => {
    expect(sourceMapFaults(path.join(modules, 'node_modules', full, 'dist'))).toEqual([]);
  });

  test('its README links to nothing that is not in it', () => {
    const readme = project.read(full, 'README.md').toString();
    expect([...readme.matchAll(/\]\((?!https?:|#)([^)]*)\)/g)].map(([, link]) => link)).toEqual([]);
  });

  test('publint finds nothing', async () => {
    const pkgDir = path.join(modules, 'node_modules', full);
    const { messages } = await publint({ pkgDir, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  test('its types resolve in every way there is (attw)', async () => {
    const packed = createPackageFromTarballData(new Uint8Array(readFileSync(tarballs[name])));
    expect(await checkPackage(packed)).toMatchObject({ packageName: full, problems: [] });
  });
});

/** Every file that the exports name, as npm writes it. */
function entries(exports: Record<string, unknown>): string[] {
  const named = Object.values(exports).flatMap((to): string[] =>
    typeof to === 'string' ? [to] : entries(to as Record<string, unknown>),
  );
  return named.map((file) => file.replace(/^\.\//, ''));
}
