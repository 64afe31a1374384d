import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashApiKey, mintApiKey } from '../../src/projects/api-key.ts';
import { findCaller, revokeApiKey } from '../../src/projects/api-keys.table.ts';
import { errorBody } from '../error-body.ts';
import { openProject, type Project, startTestServer, type TestServer } from '../harness.ts';
import { sendRaw } from '../raw-http.ts';

const MESSAGE = 'A valid API key is required. Send it as "Authorization: Bearer fanfare_sk_…".';

let server: TestServer;
let project: Project;
let revoked: string;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
  revoked = (await server.createProject()).apiKey;
  const caller = await findCaller(server.db, hashApiKey(revoked));
  await revokeApiKey(server.db, caller!.keyId);
});
afterAll(() => server.stop());

/** The same key with its last character changed: the form is right, the checksum is not. */
const misspelt = (key: string) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
const unknown = () => mintApiKey(randomBytes).key;

const refused: [string, () => Record<string, string>][] = [
  ['no Authorization header', () => ({})],
  ['an empty one', () => ({ Authorization: '' })],
  ['a scheme without a key', () => ({ Authorization: 'Bearer' })],
  ['another scheme', () => ({ Authorization: `Basic ${Buffer.from(`${project.apiKey}:`).toString('base64')}` })],
  ['the key without a scheme', () => ({ Authorization: project.apiKey })],
  ['something after the key', () => ({ Authorization: `Bearer ${project.apiKey} x` })],
  ['a text that is no key', () => ({ Authorization: 'Bearer secret' })],
  ['a key with a wrong checksum', () => ({ Authorization: `Bearer ${misspelt(project.apiKey)}` })],
  ['a well-formed key nobody made', () => ({ Authorization: `Bearer ${unknown()}` })],
  ['a revoked key', () => ({ Authorization: `Bearer ${revoked}` })],
  ['a key in the query', () => ({})],
];

describe.each(['/api/v1/accounts', '/api/v1/posts/post_01m7w4n5ntfm78mh9vvwca3vx0', '/api/v1/nothing'])(
  '%s',
  (path) => {
    test.each(refused)('is closed to %s', async (name, headers) => {
      const query = name.endsWith('query') ? `?api_key=${project.apiKey}` : '';
      const reply = await ask(`${path}${query}`, headers());
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(JSON.parse(reply.text)).toEqual(errorBody(reply, 'unauthorized', MESSAGE));
    });
  },
);

test('every refusal has the same bytes but for its request id', async () => {
  const texts = new Set<string>();
  for (const [, headers] of refused) {
    const reply = await ask('/api/v1/accounts', headers());
    texts.add(reply.text.replaceAll(reply.headers.get('x-request-id')!, ''));
  }
  expect(texts.size).toBe(1);
});

test('two Authorization lines are none, whichever of them is good, and also when they are the same', async () => {
  const { apiKey } = await server.createProject();
  for (const lines of [
    [apiKey, unknown()],
    [unknown(), apiKey],
    [apiKey, apiKey],
  ]) {
    const keys = lines.map((key) => `Authorization: Bearer ${key}\r\n`).join('');
    const request = `GET /api/v1/accounts HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\n${keys}\r\n`;
    const reply = await sendRaw(server.baseUrl, request);
    expect(reply.status).toBe(401);
    expect(JSON.parse(reply.text)).toEqual(errorBody(reply, 'unauthorized', MESSAGE));
  }
});

test('a body is not even read before the key is known to be good', async () => {
  const response = await fetch(`${server.baseUrl}/api/v1/posts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{ broken',
  });
  expect(response.status).toBe(401);
});

test('the scheme is written in any case, with any number of spaces after it', async () => {
  for (const scheme of ['bearer ', 'BEARER ', 'Bearer   ']) {
    expect((await ask('/api/v1/accounts', { Authorization: `${scheme}${project.apiKey}` })).status).toBe(200);
  }
});

test('a key is good until it is revoked, and not a moment longer', async () => {
  const other = await server.createProject();
  expect((await other.call('GET', '/api/v1/usage')).status).toBe(200);
  const caller = await findCaller(server.db, hashApiKey(other.apiKey));
  expect(await revokeApiKey(server.db, caller!.keyId)).toBe(true);
  expect((await other.call('GET', '/api/v1/usage')).status).toBe(401);
  expect(await revokeApiKey(server.db, caller!.keyId)).toBe(false);
});

test('of several keys of a project each works on its own', async () => {
  const caller = (await findCaller(server.db, hashApiKey(project.apiKey)))!;
  const second = mintApiKey(randomBytes);
  await server.db.query({
    text: `insert into api_keys (id, project_id, name, key_sha256, display) values (gen_random_uuid(), $1, 'Second', $2, $3)`,
    values: [caller.projectId, second.sha256, second.display],
  });
  const same = openProject(server.baseUrl, second.key);
  const accounts = [await project.call('GET', '/api/v1/accounts'), await same.call('GET', '/api/v1/accounts')];
  expect(accounts.map(({ status, text }) => [status, text])).toEqual([
    [200, '{"accounts":[]}'],
    [200, '{"accounts":[]}'],
  ]);
});

async function ask(path: string, headers: Record<string, string>) {
  const response = await fetch(`${server.baseUrl}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
