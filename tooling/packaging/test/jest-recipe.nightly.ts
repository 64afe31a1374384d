import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../src/run.ts';
import { packed } from './packed.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../../docs/quick-start-mock.md', import.meta.url)), 'utf8');
const [, SECTION = ''] = /^## With Jest and jsdom\n(.*?)^## /ms.exec(PAGE) ?? [];

/** The packages that the page installs, each with the version that it is tested with. */
const VERSIONS: Readonly<Record<string, string>> = {
  jest: '30.5.2',
  'jest-environment-jsdom': '30.5.2',
  'jest-fixed-jsdom': '0.0.11',
  '@swc/core': '1.16.22',
  '@swc/jest': '0.2.39',
  msw: '3.0.5',
};

const CONFIG = recipe('js jest.config.mjs');
const TEST = recipe('js page.test.js');

/** A block of the section, as it is written there. */
function recipe(name: string): string {
  const [, text] = new RegExp(`^\`\`\`${name}\\n(.*?)^\`\`\`$`, 'ms').exec(SECTION) ?? [];
  if (text === undefined) throw new Error(`The section on Jest in docs/quick-start-mock.md has no block "${name}".`);
  return text;
}

/** A text with another in place of one that it has. */
function replaced(text: string, old: string | RegExp, by: string): string {
  const changed = text.replace(old, by);
  if (changed === text) throw new Error(`The recipe has no ${old}.`);
  return changed;
}

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-jest-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Runs Jest and returns what it says about the test; a run that fails has `failure` with all that
 * it printed.
 */
async function jest(config: string, code: string): Promise<{ readonly failure: string | null }> {
  writeFileSync(path.join(folder, 'jest.config.mjs'), config);
  writeFileSync(path.join(folder, 'page.test.js'), code);
  const [, command = ''] = /^`npx (\S+)` runs it\./m.exec(SECTION) ?? [];
  return run(folder, 'npx', [command], { ...process.env, NODE_ENV: undefined, CI: 'true' }).then(
    () => ({ failure: null }),
    (error: Error) => ({ failure: error.message }),
  );
}

beforeAll(async () => {
  const { tarballs } = await packed();
  const [, names = ''] = /^npm install --save-dev (.*)\n$/.exec(recipe('sh')) ?? [];
  expect(names.split(' ').toSorted()).toEqual(Object.keys(VERSIONS).toSorted());
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'jest-recipe', private: true, type: 'module' }),
  );
  const versions = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  const options = ['--no-audit', '--no-fund', '--prefer-offline'];
  await run(folder, 'npm', ['install', ...options, ...Object.values(tarballs), ...versions], process.env);
}, 600_000);

test('the recipe for Jest with jsdom passes as it is written', async () => {
  expect(await jest(CONFIG, TEST)).toEqual({ failure: null });
});

test('its test fails when the page shows something else', async () => {
  const { failure } = await jest(CONFIG, replaced(TEST, '/^published:', '/^failed:'));
  expect(failure).toMatch(/Received string: +"published: https:\/\/x\.com\/ada\//);
  expect(failure).toContain('Tests:       1 failed, 1 total');
});

test.each([
  ['testEnvironment', / {2}testEnvironment: .*\n/, "  testEnvironment: 'jsdom',\n"],
  ['transformIgnorePatterns', / {2}transformIgnorePatterns: .*\n/, ''],
  ['transform', / {2}transform: .*\n/, ''],
])('it does not work without its %s', async (_, line, by) => {
  expect((await jest(replaced(CONFIG, line, by), TEST)).failure).toContain('Test suite failed to run');
});

test('with mock.fetch it needs neither msw nor transformIgnorePatterns', async () => {
  const config = replaced(CONFIG, / {2}transformIgnorePatterns: .*\n/, '');
  const withoutMsw = TEST.split('\n')
    .filter((line) => !/msw|server/i.test(line))
    .join('\n');
  const code = replaced(withoutMsw, 'apiKey: mock.apiKey,', 'apiKey: mock.apiKey, fetch: mock.fetch,');
  expect(code).not.toContain('msw');
  expect(await jest(config, code)).toEqual({ failure: null });
});
