import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const project = mkdtempSync(path.join(tmpdir(), 'fanfare-mock-packed-'));

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });

/** What is published, installed in a project of its own: the built files, their package.json, and zod. */
beforeAll(() => {
  const built = spawnSync(process.execPath, [path.join(PACKAGE, 'scripts/build.ts')], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr + built.stdout);
  const installed = path.join(project, 'node_modules/@fanfare/mock');
  mkdirSync(installed, { recursive: true });
  cpSync(path.join(PACKAGE, 'dist'), path.join(installed, 'dist'), { recursive: true });
  const { publishConfig, name, type, version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
  writeFileSync(path.join(installed, 'package.json'), JSON.stringify({ name, type, version, ...publishConfig }));
  for (const dependency of ['zod', 'msw']) {
    const own = path.join(PACKAGE, 'node_modules', dependency);
    symlinkSync(own, path.join(project, 'node_modules', dependency), 'dir');
  }
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
}, 120_000);
afterAll(() => rmSync(project, { recursive: true }));

test('the module runs with zod alone beside it', () => {
  const code = `import { createMock } from '@fanfare/mock';
    const mock = createMock();
    mock.scenario('everything-works');
    const response = await mock.fetch(mock.baseUrl + '/api/v1/accounts', { headers: { authorization: 'Bearer ' + mock.apiKey } });
    console.log(response.status, (await response.json()).accounts.length);`;
  expect(run('--input-type=module', '--eval', code)).toMatchObject({ stderr: '', stdout: '200 4\n' });
});

test('the command starts', () => {
  const bin = path.join(project, 'node_modules/@fanfare/mock/dist/bin.js');
  expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(run(bin, '--help')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('--scenario') });
});

test.each(['node16', 'bundler'])('its types are whole with moduleResolution %s', (moduleResolution) => {
  writeFileSync(
    path.join(project, 'index.ts'),
    `import { createMock, type Mock } from '@fanfare/mock';
import { mswHandlers } from '@fanfare/mock/msw';
import { fanfareFixture } from '@fanfare/mock/playwright';
import { serveMock } from '@fanfare/mock/server';
const mock: Mock = createMock({ start: { accounts: [{ platform: 'x' }] } });
mock.networks.x.failNext('duplicate_content');
const id: string = mock.scenario('quota-reached').linkedin.id;
// @ts-expect-error there is no such code
mock.networks.x.failNext('nothing');
// @ts-expect-error there is no such scenario
mock.scenario('nothing');
export { fanfareFixture, id, mswHandlers, serveMock };
`,
  );
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const module = moduleResolution === 'node16' ? 'node16' : 'esnext';
  const types = path.join(PACKAGE, '../../node_modules/@types');
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    'false',
    '--lib',
    'es2023,dom,dom.iterable',
    '--target',
    'es2022',
  ];
  const only = ['--types', 'node', '--typeRoots', types, '--module', module, '--moduleResolution', moduleResolution];
  const checked = run(tsc, ...options, ...only, 'index.ts');
  // What msw and zod say of themselves is theirs.
  expect(checked.stdout.split('\n').filter((line) => /^(?:index\.ts|node_modules\/@fanfare)/.test(line))).toEqual([]);
});
