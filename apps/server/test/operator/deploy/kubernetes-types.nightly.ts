import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const FOLDER = fileURLToPath(new URL('../../../../../deploy/kubernetes/', import.meta.url));
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-kubernetes-'));
const { resources } = parse(readFileSync(path.join(FOLDER, 'kustomization.yaml'), 'utf8')) as { resources: string[] };

// 25 MB that only this test needs: types made from the API description of Kubernetes 1.27.
beforeAll(() => {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', ['install', ...options, 'kubernetes-models@5.1.0'], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Returns what the compiler says about manifests as values of their types: it refuses fields that a
 * type does not have, and values of another kind.
 */
function check(manifests: readonly (readonly [name: string, text: string])[]): string {
  const lines = manifests.flatMap(([, text], index) => {
    const manifest = parse(text);
    const { apiVersion, kind } = manifest;
    return [
      `import type { I${kind} as Kind${index} } from 'kubernetes-models/${apiVersion}/${kind}';`,
      `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`,
    ];
  });
  writeFileSync(path.join(folder, 'manifests.ts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  return spawnSync(process.execPath, [TSC, ...options, 'manifests.ts'], { cwd: folder, encoding: 'utf8' }).stdout;
}

const manifests = resources.map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')] as const);

test('every manifest has only fields of its kind, with values of their type', () => {
  expect(check(manifests)).toBe('');
});

test.each([
  ['livenessProbe:', 'livenesProbe:', /livenesProbe/],
  ['replicas: 2', 'replicas: two', /string.*number/],
])('%s written as %s is found', (right, wrong, finding) => {
  expect(check(manifests.map(([name, text]) => [name, text.replace(right, wrong)] as const))).toMatch(finding);
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).error === undefined;
test.skipIf(!hasKubectl)('kubectl makes one document of each manifest, with the image that is named once', () => {
  const made = execFileSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' });
  expect(made.split('\n---\n')).toHaveLength(resources.length);
  expect(made).toContain('image: registry.example.com/fanfare:0.0.0');
});
