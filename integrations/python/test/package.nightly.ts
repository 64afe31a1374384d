import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), 'fanfare-python-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

function run(command: string, ...words: readonly string[]): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: work, encoding: 'utf8' });
  return { code: status, said: `${stdout}${stderr}` };
}
const has = (command: string, ...words: readonly string[]) => spawnSync(command, words).status === 0;
const skippedWithout = (what: string, is: boolean) => (is ? '' : `: skipped, because there is no ${what}`);

const hasMypy = has('mypy', '--version');
test.skipIf(!hasMypy)(`every line of the package and of its tests has a type${skippedWithout('mypy', hasMypy)}`, () => {
  const config = `--config-file=${FOLDER}pyproject.toml`;
  expect(run('mypy', config, '--cache-dir', work, `${FOLDER}src`, `${FOLDER}test`)).toEqual({
    code: 0,
    said: expect.stringMatching(/^Success: no issues found in \d+ source files\n$/),
  });
});

const hasPip = has('python3', '-c', 'import setuptools, wheel, pip');
test.skipIf(!hasPip)(`the wheel is small, typed and works alone${skippedWithout('pip and wheel', hasPip)}`, () => {
  cpSync(FOLDER, path.join(work, 'python'), { recursive: true, filter: (file) => !file.includes('node_modules') });
  const flags = ['--quiet', '--no-deps', '--no-index', '--no-build-isolation', '--disable-pip-version-check'];
  const built = run('python3', '-m', 'pip', 'wheel', ...flags, '--wheel-dir', 'wheels', './python');
  expect(built.code, built.said).toBe(0);
  const [name = '', ...others] = readdirSync(path.join(work, 'wheels'));
  expect({ name, others }).toEqual({ name: 'fanfare_client-0.1.0-py3-none-any.whl', others: [] });
  expect(statSync(path.join(work, 'wheels', name)).size).toBeLessThan(60_000);
  const installed = run('python3', '-m', 'pip', 'install', ...flags.slice(0, 3), '--target', 'site', `wheels/${name}`);
  expect(installed.code, installed.said).toBe(0);
  const look = 'import sys; sys.path.insert(0, "site"); import fanfare; print(fanfare.__version__, fanfare.__file__)';
  expect(run('python3', '-I', '-c', look).said).toMatch(/^0\.1\.0 .*site\/fanfare\/__init__\.py\n$/);
  expect(readdirSync(path.join(work, 'site', 'fanfare'))).toContain('py.typed');
});
