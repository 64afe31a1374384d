import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PUBLISHED } from '../src/pack-release.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const manifests = spawnSync('git', ['ls-files', 'package.json', '*/package.json'], { cwd: ROOT, encoding: 'utf8' })
  .stdout.trim()
  .split('\n')
  .map((file) => ({
    folder: path.posix.dirname(file),
    manifest: JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')),
  }));

test('npm refuses to publish every package that a release does not publish', () => {
  const open = manifests.filter(({ manifest }) => manifest.private !== true).map(({ folder }) => folder);
  expect(open.toSorted()).toEqual(PUBLISHED.toSorted());
});

test('pnpm pack builds what it packs, in every folder that is published', () => {
  const built = manifests
    .filter(({ folder }) => PUBLISHED.includes(folder))
    .map(({ folder, manifest }) => [
      folder,
      manifest.scripts.prepack,
      manifest.publishConfig.directory ?? manifest.files,
    ]);
  const libraries = PUBLISHED.filter((folder) => folder !== 'apps/server');
  expect(Object.fromEntries(built.map(([folder, ...how]) => [folder, how]))).toEqual({
    ...Object.fromEntries(libraries.map((folder) => [folder, ['node scripts/build.ts', ['dist', 'CHANGELOG.md']]])),
    'apps/server': ['node scripts/build.ts', 'dist'],
  });
});

test('no page installs a tarball by a version: the next release has another', () => {
  const pages = spawnSync('git', ['grep', '-lE', '-e', '-[0-9]+\\.[0-9]+\\.[0-9]+\\.tgz', '--', '*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect([pages.stdout, pages.stderr]).toEqual(['', '']);
});
