import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPublic } from '../../events/read-events.ts';
import { dumpOf, rowsWith, withoutRequestLog } from '../../leaving/dump.ts';
import { type Person, useServer } from '../../use-server.ts';
import { runFanfare } from './run-fanfare.ts';

const server = useServer();
const fanfare = (...words: string[]) => runFanfare(words, { DATABASE_URL: server.databaseUrl });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fanfare-remove-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const listOf = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
const idOf = (person: Person): string => person.account.platformUserId;
const CODE = /confirmation code ([0-9a-f]{32})/g;

test('deletes the named or listed profiles and reports what it deleted per id; a second run finds nothing to delete', async () => {
  const [ana, ben, cleo] = [await server.person('x'), await server.person('x'), await server.person('x')];
  await ana.publish({ content: 'One' });
  await ana.publish({ content: 'Two' });
  const elsewhere = await server.createProject();
  await elsewhere.connect('x', ana.username);
  const file = listOf('ids.txt', `\n  ${idOf(ben)}\r\n${idOf(ana)}\n\n9999\n`);
  await allPublic(server.db);
  const before = await dumpOf(server.db);
  expect([ana, ben, cleo].map((person) => rowsWith(before, [idOf(person)]).length > 0)).toEqual([true, true, true]);

  const expected = `${idOf(ana)}: 2 accounts, 2 targets
${idOf(ben)}: 1 account, 0 targets
9999: nothing stored
`;
  expect(await fanfare('remove', 'x', idOf(ana), '--file', file, '--dry-run')).toEqual({
    code: 0,
    stdout: expected,
    stderr: '3 ids: 3 accounts and 2 targets would be removed.\n',
  });
  expect(withoutRequestLog(await dumpOf(server.db))).toEqual(withoutRequestLog(before));

  const done = await fanfare('remove', 'x', idOf(ana), '--file', file);
  expect({ ...done, stdout: done.stdout.replace(/ \(.*\)/g, '') }).toEqual({
    code: 0,
    stdout: expected,
    stderr: '3 ids: 3 accounts and 2 targets removed.\n',
  });
  const after = await dumpOf(server.db);
  expect([ana, ben].map((person) => rowsWith(after, [idOf(person), person.username]))).toEqual([[], []]);
  expect(rowsWith(after, [cleo.username])).toEqual(rowsWith(before, [cleo.username]));
  expect((await cleo.publish({ content: 'Still here' })).body.post.targets[0]!.status).toBe('published');
  const codes = [...done.stdout.matchAll(CODE)].map(([, code]) => code);
  expect(codes.length).toBe(2);
  for (const code of codes) {
    const page = await fetch(`${server.baseUrl}/removal/status/${code}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Your data was deleted')]);
  }

  expect(await fanfare('remove', 'x', idOf(ana), idOf(ben))).toEqual({
    code: 0,
    stdout: `${idOf(ana)}: nothing stored\n${idOf(ben)}: nothing stored\n`,
    stderr: '2 ids: 0 accounts and 0 targets removed.\n',
  });
});

test('removing a LinkedIn member removes the token of its pages; removing a page changes nothing else', async () => {
  await server.sandbox.addProfile('linkedin', {
    username: 'dora',
    name: 'Dora',
    pages: [
      { username: 'dora-books', name: 'Dora Books' },
      { username: 'dora-tea', name: 'Dora Tea' },
    ],
  });
  const project = await server.createProject();
  await project.connect('linkedin', 'dora');
  const accounts = async () =>
    (
      await project.call<{ accounts: { username: string; status: string; platformUserId: string }[] }>(
        'GET',
        '/api/v1/accounts?includeRevoked=true',
      )
    ).body.accounts;
  const shown = async () => (await accounts()).map(({ username, status }) => `${username} ${status}`);
  const [dora, books] = await accounts();
  expect((await fanfare('remove', 'linkedin', books!.platformUserId)).code).toBe(0);
  expect(await shown()).toEqual(['dora active', 'dora-tea active']);
  expect((await fanfare('remove', 'linkedin', dora!.platformUserId)).code).toBe(0);
  expect(await shown()).toEqual(['dora-tea revoked']);
  expect(
    (
      await server.db.query({
        text: 'select from credentials c join accounts a on a.id = c.account_id where a.username like $1',
        values: ['dora%'],
      })
    ).rowCount,
  ).toBe(0);
});

describe('removes nothing for', () => {
  test.each([
    [['friendster', '17'], 'There is no platform "friendster". Choose one of: instagram, threads, x, linkedin, hub.'],
    [['x'], 'No ids were given. Pass ids, or a file of ids with --file.'],
    [
      ['x', 'ana and ben'],
      '"ana and ben" is not an id. An id is one word, and a file has one per line and nothing else. Nothing was removed.',
    ],
    [
      ['x', '--file', '/nowhere/ids.txt'],
      "/nowhere/ids.txt cannot be read: ENOENT: no such file or directory, open '/nowhere/ids.txt'",
    ],
  ])('%j', async (words, sentence) => {
    expect(await fanfare('remove', ...words)).toEqual({ code: 1, stdout: '', stderr: `fanfare: ${sentence}\n` });
  });

  test('a list with a line that is not an id, after valid ones', async () => {
    const ana = await server.person('x');
    const file = listOf('table.csv', `${idOf(ana)}\nuser_id,app_id\n`);
    expect(await fanfare('remove', 'x', '--file', file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `fanfare: Line 2 of ${file} is not an id. An id is one word, and a file has one per line and nothing else. Nothing was removed.\n`,
    });
    expect(await ana.read()).toEqual(ana.account);
  });
});
