import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { type Project, startTestServer, type TestServer } from '../harness.ts';
import { sendRaw } from '../raw-http.ts';

const LIMIT = 2 * 1024 * 1024;

let server: TestServer;
let project: Project;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
});
afterAll(() => server.stop());

/** A request without a target, padded to exactly so many bytes. */
function bodyOf(bytes: number): string {
  const frame = '{"platforms":[],"pad":""}';
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
}

test('exactly 2 MiB is read, and refused only for its content', async () => {
  const body = bodyOf(LIMIT);
  expect(Buffer.byteLength(body)).toBe(LIMIT);
  const reply = await project.call('POST', '/api/v1/posts/validate', body);
  expect(reply.status).toBe(400);
  expect(reply.body.error.details?.map((detail) => 'path' in detail && detail.path)).toEqual(['pad', 'platforms']);
});

test('a body without a declared length has the same limit', async () => {
  const head = [
    'POST /api/v1/posts/validate HTTP/1.1',
    'Host: fanfare',
    'Connection: close',
    'Content-Type: application/json',
    `Authorization: Bearer ${project.apiKey}`,
    'Transfer-Encoding: chunked',
  ].join('\r\n');
  const chunk = `${LIMIT.toString(16)}\r\n${'x'.repeat(LIMIT)}\r\n1\r\nx\r\n0\r\n\r\n`;
  const reply = await sendRaw(server.baseUrl, `${head}\r\n\r\n${chunk}`);
  expect(reply.status).toBe(413);
  expect(JSON.parse(reply.text)).toEqual(errorBody(reply, 'payload_too_large', 'The body is larger than 2 MiB.'));
});
