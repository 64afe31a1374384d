import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromPublicId } from '../../../src/process/ids.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { until } from '../../until.ts';
import { type Finished, runFanfare } from './run-fanfare.ts';

const KEY = /^fanfare_sk_[A-Za-z0-9]{40,}$/;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const fanfare = (...words: string[]): Promise<Finished> => runFanfare(words, { DATABASE_URL: server.databaseUrl });

async function statusWith(apiKey: string): Promise<number> {
  const response = await fetch(`${server.baseUrl}/api/v1/accounts`, { headers: { Authorization: `Bearer ${apiKey}` } });
  await response.arrayBuffer();
  return response.status;
}

/** The rows below the heading, split into columns. */
const rowsOf = (table: string): string[][] =>
  table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));

test('a new key goes to standard output only, works over HTTP, and is refused from the first request after its revocation', async () => {
  const project = await fanfare('projects', 'create', 'My app');
  expect(project.code).toBe(0);
  const [, projectId] =
    /^Created (prj_[0-9a-z]{26}) \(My app, plan self_hosted\)\. Its API key, shown only now:\n$/.exec(project.stderr)!;
  const firstKey = project.stdout.trim();
  expect(project.stdout).toMatch(/^\S+\n$/);
  expect(firstKey).toMatch(KEY);
  expect(await statusWith(firstKey)).toBe(200);

  const created = await fanfare('keys', 'create', projectId!, '--name', 'Nightly import', '--scope', 'read');
  const [, keyId] = /^Created (key_[0-9a-z]{26})\. The key, shown only now:\n$/.exec(created.stderr)!;
  const key = created.stdout.trim();
  expect([created.code, key]).toEqual([0, expect.stringMatching(KEY)]);
  expect(await statusWith(key)).toBe(200);

  // The last use is noted in batches, a few seconds later.
  const listed = await until(async () => {
    const found = await fanfare('keys', 'list', projectId!);
    return found.stdout.includes('never') ? null : found;
  });
  expect([listed.code, listed.stderr]).toEqual([0, '']);
  expect(listed.stdout.split('\n')[0]!.split(/ {2,}/)).toEqual([
    'KEY',
    'SHOWN AS',
    'SCOPE',
    'CREATED',
    'LAST USED',
    'STATUS',
    'NAME',
  ]);
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  const minute = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  const shown = (whole: string) => expect.stringMatching(new RegExp(`^${whole.slice(0, 15)}.*${whole.slice(-4)}$`));
  expect(rowsOf(listed.stdout)).toEqual([
    [expect.stringMatching(/^key_/), shown(firstKey), 'all', day, minute, 'live', 'First key'],
    [keyId, shown(key), 'read', day, minute, 'live', 'Nightly import'],
  ]);
  expect(listed.stdout).not.toContain(key);

  expect(await fanfare('keys', 'revoke', keyId!)).toEqual({ code: 0, stdout: `${keyId} is revoked.\n`, stderr: '' });
  expect(await statusWith(key)).toBe(401);
  expect(await statusWith(firstKey)).toBe(200);
  // The server has never seen this one.
  const unused = await fanfare('keys', 'create', projectId!);
  const [, unusedId] = /(key_[0-9a-z]{26})/.exec(unused.stderr)!;
  await fanfare('keys', 'revoke', unusedId!);
  expect(await statusWith(unused.stdout.trim())).toBe(401);
  expect(rowsOf((await fanfare('keys', 'list', projectId!)).stdout)[1]!.slice(5)).toEqual([
    'revoked',
    'Nightly import',
  ]);
  // An app that a member has connected is a key with an end.
  await server.db.query({
    text: `insert into api_keys (id, project_id, name, display, oauth_client, expires_at, scope)
           values (gen_random_uuid(), $1, 'Agent', 'agent.example', 'https://agent.example/a', '2100-01-01', 'read')`,
    values: [fromPublicId('prj', projectId!)],
  });
  const app = rowsOf((await fanfare('keys', 'list', projectId!)).stdout).at(-1)!;
  expect(app.slice(1)).toEqual(['agent.example', 'read', day, 'never', 'app until 2100-01-01', 'Agent']);
  expect((await fanfare('keys', 'revoke', app[0]!)).stdout).toBe(`${app[0]} is revoked.\n`);
  expect(await fanfare('keys', 'revoke', keyId!)).toEqual({
    code: 1,
    stdout: '',
    stderr: `fanfare: There is no live key ${keyId}. See: fanfare keys list <project>\n`,
  });
});

test.each(['prj_00000000000000000000000000', 'prj_x', 'key_00000000000000000000000000', "'; drop table projects"])(
  'keys of a project that does not exist (%s)',
  async (id) => {
    const expected = {
      code: 1,
      stdout: '',
      stderr: `fanfare: There is no project ${id}. See: fanfare projects list\n`,
    };
    expect(await Promise.all([fanfare('keys', 'list', id), fanfare('keys', 'create', id)])).toEqual([
      expected,
      expected,
    ]);
  },
);

test('an unknown scope is refused before a key is made', async () => {
  const project = await fanfare('projects', 'create', 'Scopes');
  const [projectId = ''] = /prj_\w+/.exec(project.stderr) ?? [];
  expect(await fanfare('keys', 'create', projectId, '--scope', 'write')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'fanfare: There is no scope "write". Use all, publish, draft or read.\n',
  });
  expect(rowsOf((await fanfare('keys', 'list', projectId)).stdout)).toHaveLength(1);
});
