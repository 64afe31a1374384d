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
    ['a million brackets without an end', '['.repeat(1_000_000)],
    ['UTF-16', Buffer.from('{"platforms":[]}', 'utf16le')],
  ])('%s', async (_name, body) => {
    const reply = await post('/api/v1/posts', body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(errorBody(reply, 'invalid_request', 'The body is not valid JSON.'));
  });
});

describe('2 MiB of broken entries', () => {
  test.each([
    ['numbers for targets', `{"platforms":[${'0,'.repeat(1_000_000)}0]}`],
    ['unknown fields', `{${Array.from({ length: 150_000 }, (_, at) => `"f${at}":0`).join()}}`],
    ['empty media items', `{"platforms":[{"platform":"x","accountId":"a","mediaItems":[${'{},'.repeat(690_000)}0]}]}`],
    ['nested lists', `{"platforms":[${`[${'0,'.repeat(500)}0],`.repeat(2_000)}0]}`],
  ])('%s get a short answer', async (_name, body) => {
    const reply = await post('/api/v1/posts/validate', body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details.length).toBeLessThanOrEqual(100);
    expect(reply.text.length).toBeLessThan(20_000);
  });
});
