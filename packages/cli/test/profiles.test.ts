import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningMock, startMock } from '@fanfare/harness/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

let mock: RunningMock;
let home: string;
beforeAll(async () => {
  mock = await startMock();
});
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'fanfare-home-'));
  return () => rmSync(home, { recursive: true });
});
afterAll(() => mock?.stop());

const file = (): string => path.join(home, 'fanfare/config.json');
const run = (words: readonly string[], env: NodeJS.ProcessEnv = {}, stdin = '') =>
  runCli(words, { env: { XDG_CONFIG_HOME: home, ...env }, stdin });
const login = (...words: string[]) =>
  run(['login', mock.env.FANFARE_BASE_URL, '--key-stdin', ...words], {}, `${mock.env.FANFARE_API_KEY}\n`);

test('login stores a key that works, in a file of its owner alone, and never prints it', async () => {
  const { code, stdout, stderr } = await login();
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({
    code: 0,
    stdout: {
      profile: 'default',
      baseUrl: mock.env.FANFARE_BASE_URL,
      scope: 'all',
      plan: expect.any(String),
      accounts: 4,
    },
  });
  expect(stderr).toBe(`The key is in ${file()}, which only you can read.\n`);
  expect([file(), path.dirname(file())].map((name) => (statSync(name).mode & 0o777).toString(8))).toEqual([
    '600',
    '700',
  ]);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
    current: 'default',
    profiles: { default: { baseUrl: mock.env.FANFARE_BASE_URL, apiKey: mock.env.FANFARE_API_KEY } },
  });
  const whoami = await run(['whoami', '--no-json']);
  expect(whoami).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Address .*\nKey {7}profile default\nScope {5}all\n/),
  });
  expect(`${stdout}${stderr}${whoami.stdout}`).not.toContain(mock.env.FANFARE_API_KEY);
});

test('a wrong key is not stored', async () => {
  const words = ['login', mock.env.FANFARE_BASE_URL, '--key-stdin'];
  expect(await run(words, {}, 'fanfare_sk_wrong1')).toEqual({
    code: 5,
    stdout: '',
    stderr: `${mock.env.FANFARE_BASE_URL} does not know this key. Nothing is stored.\n`,
  });
  expect(await run(['whoami'])).toEqual({
    code: 5,
    stdout: '',
    stderr: 'There is no key. Run "fanfare-cli login", or set FANFARE_BASE_URL and FANFARE_API_KEY.\n',
  });
});

test('--profile is used before the environment, and that before the profile of the last login', async () => {
  await login('--profile', 'shop');
  await login('--profile', 'blog');
  const source = async (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<unknown> =>
    JSON.parse((await run(['whoami', ...words], env)).stdout).source;
  expect(await source([])).toBe('profile blog');
  expect(await source([], mock.env)).toBe('environment');
  expect(await source(['--profile', 'shop'], mock.env)).toBe('profile shop');
  expect(await run(['profiles', 'use', 'shop'])).toMatchObject({ code: 0 });
  expect(await source([])).toBe('profile shop');
  expect((await run(['profiles', '--no-json'])).stdout).toBe(
    `   PROFILE  ADDRESS\n*  shop     ${mock.env.FANFARE_BASE_URL}\n   blog     ${mock.env.FANFARE_BASE_URL}\n`,
  );
  expect(await run(['whoami', '--profile', 'other'])).toEqual({
    code: 5,
    stdout: '',
    stderr: 'There is no profile "other". Profiles: shop, blog\n',
  });
  expect(JSON.parse((await run(['logout'])).stdout)).toEqual({ removed: ['shop'] });
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
    current: null,
    profiles: { blog: { baseUrl: mock.env.FANFARE_BASE_URL, apiKey: mock.env.FANFARE_API_KEY } },
  });
});

test('the environment is used as a whole: no stored key goes to its address', async () => {
  await login();
  expect(await run(['whoami'], { FANFARE_BASE_URL: 'https://elsewhere.example' })).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/^FANFARE_BASE_URL is set without a key\./),
  });
  expect(await run(['whoami'], { FANFARE_API_KEY: 'fanfare_sk_a' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Set FANFARE_BASE_URL to the address of your Fanfare/),
  });
});

test.each([
  [
    'a file that others can read',
    0o644,
    0o700,
    /config\.json can be read by other users of this machine \(mode 0644\)/,
  ],
  ['a folder that others can change', 0o600, 0o777, /fanfare can be changed by other users .* \(mode 0777\)/],
])('%s is refused, and its keys are in no message', async (_, fileMode, folderMode, message) => {
  await login();
  chmodSync(file(), fileMode);
  chmodSync(path.dirname(file()), folderMode);
  const { code, stdout, stderr } = await run(['whoami']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain(mock.env.FANFARE_API_KEY);
});

test('a broken file is refused without a word of it', async () => {
  mkdirSync(path.dirname(file()), { mode: 0o700 });
  writeFileSync(file(), '{"profiles":{"a":{"apiKey":"fanfare_sk_1', { mode: 0o600 });
  expect(await run(['whoami'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `${file()} cannot be read. Correct it, or delete it and run: fanfare-cli login\n`,
  });
});
