import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { type Project, startTestServer, type TestServer } from '../harness.ts';
import { rawPost, sendRaw } from '../raw-http.ts';

let server: TestServer;
let project: Project;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
});
afterAll(() => server.stop());

async function post(path: string, body: string | Buffer) {
  const reply = await sendRaw(server.baseUrl, rawPost(path, [`Authorization: Bearer ${project.apiKey}`], body));
  return { ...reply, body: JSON.parse(reply.text) };
}

describe('a body that is not JSON', () => {
  test.each([
    ['it breaks off', '{"content": "Hel'],
    ['there are only spaces', '   '],
    ['single quotes', "{'content': 'Hello'}"],
    ['a comma too many', '{"content": "Hello",}'],
    ['two values', '{} {}'],
    ['a name instead of a value', '{"content": undefined}'],
    ['a number JSON does not know', '{"thumbOffsetMs": NaN}'],
    ['a form', 'content=Hello&platform=x'],
    ['a million brackets that never close', '['.repeat(1_000_000)],
    ['UTF-16', Buffer.from('{"platforms":[]}', 'utf16le')],
  ])('%s', async (_name, body) => {
    const reply = await post('/api/v1/posts', body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(errorBody(reply, 'invalid_request', 'The body is not valid JSON.'));
  });
});

describe('JSON that is not an object', () => {
  test.each([
    ['null', 'null'],
    ['true', 'true or false'],
    ['1', 'a number'],
    ['"platforms"', 'a string'],
    ['[]', 'a list'],
    [`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`, 'a list'],
  ])('%.20s', async (body, type) => {
    const reply = await post('/api/v1/posts', body);
    const message = `Must be an object, not ${type}.`;
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(errorBody(reply, 'invalid_request', message, [{ path: '', message }]));
  });
});

const MISSING = 'Is missing; must be a list.';

describe('nothing of use in the body', () => {
  test.each([
    ['no body at all', ''],
    ['an empty object', '{}'],
    ['an empty object after a byte order mark', '\ufeff{}'],
  ])('%s is told what is missing', async (_name, body) => {
    const reply = await post('/api/v1/posts', body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(
      errorBody(reply, 'invalid_request', `platforms: ${MISSING}`, [{ path: 'platforms', message: MISSING }]),
    );
  });

  test.each([
    ['fields nobody asked for', '{"platfroms": [], "__proto__": {"platforms": []}}', ['platfroms', '__proto__']],
    ['a depth nobody needs', `{"a":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`, ['a']],
  ])('%s: the unknown fields come first, then what is missing', async (_name, body, unknown) => {
    const reply = await post('/api/v1/posts', body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details).toEqual([
      ...unknown.map((path) => ({ path, message: expect.stringMatching(/^Unknown field; /) })),
      { path: 'platforms', message: MISSING },
    ]);
  });
});

test('every broken field is named, at its own place', async () => {
  const reply = await project.call('POST', '/api/v1/posts', {
    content: 7,
    mediaItems: [{ type: 'sound', url: 'ftp://a.example/b' }],
    platforms: [{ platform: 'x', accountId: 'acc_1', aiGenerated: 'yes' }, { platform: 'myspace' }, 'x'],
    publishAt: 'tomorrow',
  });
  expect(reply.status).toBe(400);
  expect(reply.body.error.details?.map((detail) => 'path' in detail && detail.path)).toEqual([
    'content',
    'mediaItems[0].type',
    'mediaItems[0].url',
    'platforms[0].aiGenerated',
    'platforms[1].platform',
    'platforms[1].accountId',
    'platforms[2]',
    'publishAt',
  ]);
  expect(reply.body.error.message).toMatch(/^content: .* \(and 7 more, see details\)$/);
});

describe('2 MiB of broken entries', () => {
  test.each([
    ['numbers for targets', `{"platforms":[${'0,'.repeat(1_000_000)}0]}`],
    ['fields nobody knows', `{${Array.from({ length: 150_000 }, (_, at) => `"f${at}":0`).join()}}`],
    ['empty media items', `{"platforms":[{"platform":"x","accountId":"a","mediaItems":[${'{},'.repeat(690_000)}0]}]}`],
    ['lists in lists', `{"platforms":[${`[${'0,'.repeat(500)}0],`.repeat(2_000)}0]}`],
  ])('%s are answered shortly', async (_name, body) => {
    const reply = await post('/api/v1/posts/validate', body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details.length).toBeLessThanOrEqual(100);
    expect(reply.text.length).toBeLessThan(20_000);
  });
});

test('a field nobody knows is refused, however long the list in it', async () => {
  const reply = await post(
    '/api/v1/posts/validate',
    JSON.stringify({ tags: Array.from({ length: 5_000 }, (_, i) => i), platforms: [] }),
  );
  expect(reply.body.error.details.map(({ path }: { path: string }) => path)).toEqual(['tags', 'platforms']);
});
