import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { openCommitLog } from '../../src/db/commit-log.ts';
import { createLogger } from '../../src/process/log/log.ts';

const log = createLogger('silent', () => undefined);
const open = (folder: string | null = null) => openCommitLog({ folder, newServer: () => 'server', log });

test('a commit proves those that were confirmed before it began, and no other', () => {
  const commits = open();
  commits.confirm('100', commits.begin());
  const [one, other] = [commits.begin(), commits.begin()];
  // Numbers say nothing about the order: 101 ends last.
  commits.confirm('102', other);
  commits.confirm('101', one);
  expect(commits.last()).toEqual(['102', '101']);
  const slow = commits.begin();
  commits.confirm('105', commits.begin());
  expect(commits.last()).toEqual(['105']);
  commits.confirm('103', slow);
  expect(commits.last()).toEqual(['105', '103']);
});

test('the next process of a server knows its name, its last commits and their history', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'fanfare-commits-')), 'state');
  onTestFinished(() => rmSync(path.dirname(folder), { recursive: true }));
  const commits = open(folder);
  commits.adopt({ history: '7/00000001', acceptedMs: 5 });
  commits.confirm('9007199254740993', commits.begin());
  await commits.stop();
  const again = openCommitLog({ folder, newServer: () => 'another', log });
  expect([again.server, again.last(), again.known()]).toEqual([
    'server',
    ['9007199254740993'],
    { history: '7/00000001', acceptedMs: 5 },
  ]);
  expect(statSync(path.join(folder, 'commits.json')).mode & 0o777).toBe(0o600);
  again.forget();
  await again.stop();
  expect(open(folder).last()).toEqual([]);
});

test.each([
  ['cannot be created', (folder: string) => writeFileSync(folder, '')],
  ['cannot be read', (folder: string) => mkdirSync(path.join(folder, 'commits.json'), { recursive: true })],
])('a server does not start while its state %s', (reason, make) => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'fanfare-commits-')), 'state');
  onTestFinished(() => rmSync(path.dirname(folder), { recursive: true }));
  make(folder);
  expect(() => open(folder)).toThrow(ConfigError);
  expect(() => open(folder)).toThrow(reason);
});
