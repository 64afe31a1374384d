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

const TOO_MANY =
  'The body has more than 1000 values (texts, numbers, lists, objects), or lists and objects in more than 20 levels. Send only fields that this call takes.';

/** `fields` unknown fields: each is a value, and so is the body. */
const unknownFields = (fields: number) => `{${Array.from({ length: fields }, (_, at) => `"f${at}":0`).join()}}`;

describe('a body of too many values is refused before it is parsed', () => {
  test.each([
    ['a million brackets without an end', '['.repeat(1_000_000)],
    ['numbers for targets', `{"platforms":[${'0,'.repeat(1_000_000)}0]}`],
    ['150,000 unknown fields', unknownFields(150_000)],
    ['one field too many', unknownFields(1_000)],
    ['empty media items', `{"platforms":[{"platform":"x","accountId":"a","mediaItems":[${'{},'.repeat(690_000)}0]}]}`],
    ['lists in lists', `{"platforms":[${`[${'0,'.repeat(500)}0],`.repeat(2_000)}0]}`],
    ['21 levels', `{"content":${'['.repeat(20)}${']'.repeat(20)}}`],
  ])('%s', async (_name, body) => {
    for (const path of ['/api/v1/posts', '/api/v1/posts/validate', '/api/v1/webhooks']) {
      const reply = await post(path, body);
      expect([reply.status, reply.body]).toEqual([400, errorBody(reply, 'invalid_request', TOO_MANY)]);
    }
  });

  test('20 levels are read, and refused for what they are', async () => {
    const reply = await post('/api/v1/posts/validate', `{"content":${'['.repeat(19)}${']'.repeat(19)}}`);
    expect(reply.body.error.details[0]).toEqual({ path: 'content', message: 'Must be a string, not a list.' });
  });
});

describe('of many unknown fields 100 are named', () => {
  test.each([
    ['at the top', unknownFields(990), 990],
    ['in a target', `{"platforms":[{"platform":"x","accountId":"a",${unknownFields(980).slice(1)}]}`, 980],
    [
      'in media items',
      `{"platforms":[{"platform":"x","accountId":"a"}],"mediaItems":[${unknownFields(900)},${unknownFields(50)}]}`,
      950,
    ],
  ])('%s', async (_name, body, fields) => {
    const reply = await post('/api/v1/posts/validate', body);
    const { details, message } = reply.body.error;
    const unnamed = Number(/\(and (\d+) more, see details\)$/.exec(message)?.[1]);
    expect([reply.status, details.length]).toEqual([400, 100]);
    expect(details.every((detail: { message: string }) => detail.message.startsWith('Unknown field'))).toBe(true);
    // What is missing counts as well.
    expect(unnamed + 1 - fields).toBeGreaterThanOrEqual(0);
    expect(unnamed + 1 - fields).toBeLessThanOrEqual(5);
  });
});
