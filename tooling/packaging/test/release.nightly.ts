import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../src/run.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CHANGESET = path.join(ROOT, 'node_modules/@changesets/cli/bin.js');
const SENTENCE = 'Whatever changes, users read this sentence.';
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-release-'));

const git = (...args: string[]): Promise<string> =>
  run(folder, 'git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
const changeset = (...args: string[]): Promise<string> => run(folder, process.execPath, [CHANGESET, ...args]);
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

/**
 * A clean tree that holds what Changesets reads: manifests, configuration and what is to be
 * released, with one more change.
 */
beforeAll(async () => {
  const names = ['pnpm-workspace.yaml', 'pnpm-lock.yaml', 'package.json', '**/package.json', '.changeset/*'];
  const files = (await run(ROOT, 'git', ['ls-files', '-z', ...names])).split('\0').filter((file) => file !== '');
  for (const file of files) cpSync(path.join(ROOT, file), path.join(folder, file));
  await git('init', '--quiet', '--initial-branch=main');
  const change = `---\n'@fanfare/sdk': patch\n'@fanfare/mock': patch\n'@fanfare/hub-kit': patch\n'@fanfare/cli': patch\n'@fanfare/mcp': patch\n'n8n-nodes-fanfare': patch\n'@fanfare/server': patch\n---\n\n${SENTENCE}\n`;
  writeFileSync(path.join(folder, '.changeset/one-more.md'), change);
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'all');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a release raises the versions of the SDK, the mock, the command, the MCP server, the hub kit, the node of n8n and the server and of nothing else', async () => {
  await changeset('status', '--output', 'status.json');
  const { releases } = JSON.parse(read('status.json')) as { releases: { name: string; type: string }[] };
  const released = releases.filter(({ type }) => type !== 'none').map(({ name }) => name);
  expect(released.toSorted()).toEqual([
    '@fanfare/cli',
    '@fanfare/hub-kit',
    '@fanfare/mcp',
    '@fanfare/mock',
    '@fanfare/sdk',
    '@fanfare/server',
    'n8n-nodes-fanfare',
  ]);
  rmSync(path.join(folder, 'status.json'));

  await changeset('version', '--snapshot', 'try');
  const changed = (await git('status', '--porcelain', '--untracked-files=all'))
    .split('\n')
    .map((line) => line.slice(3));
  expect(changed.filter((file) => file !== '' && !file.startsWith('.changeset/')).toSorted()).toEqual([
    'apps/server/CHANGELOG.md',
    'apps/server/package.json',
    'integrations/n8n/CHANGELOG.md',
    'integrations/n8n/package.json',
    'packages/cli/CHANGELOG.md',
    'packages/cli/package.json',
    'packages/hubs/kit/CHANGELOG.md',
    'packages/hubs/kit/package.json',
    'packages/mcp/CHANGELOG.md',
    'packages/mcp/package.json',
    'packages/mock/CHANGELOG.md',
    'packages/mock/package.json',
    'packages/sdk/CHANGELOG.md',
    'packages/sdk/package.json',
  ]);
  for (const folder of [
    'packages/sdk',
    'packages/mock',
    'packages/cli',
    'packages/mcp',
    'packages/hubs/kit',
    'integrations/n8n',
    'apps/server',
  ]) {
    expect(JSON.parse(read(`${folder}/package.json`)).version).toMatch(/^0\.0\.0-try-\d+$/);
    expect(read(`${folder}/CHANGELOG.md`)).toContain(SENTENCE);
  }
});
