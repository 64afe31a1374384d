import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAnswer } from '../check-answer.ts';
import { errorBody } from '../error-body.ts';
import { type Project, startTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let project: Project;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
});
afterAll(() => server.stop());

/** Bytes have no type, so that none is sent unless the test sets one. */
async function send(method: string, path: string, headers: Record<string, string>, body: Uint8Array<ArrayBuffer>) {
  const response = await fetch(`${server.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${project.apiKey}`, ...headers },
    body,
  });
  const reply = { status: response.status, headers: response.headers, text: await response.text() };
  checkAnswer({ method, path }, reply);
  return reply;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

test('JSON may be declared in any case and with its only charset', async () => {
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ]) {
    const reply = await send('POST', '/api/v1/accounts/connect', { 'Content-Type': type }, bytes('{"platform":"x"}'));
    expect([type, reply.status]).toEqual([type, 200]);
  }
});

test('an empty body needs no type', async () => {
  const reply = await send('POST', '/api/v1/accounts/connect', { 'Content-Type': 'text/plain' }, bytes(''));
  const message = 'Is missing; must be one of `instagram`, `threads`, `x`, `linkedin`.';
  expect(reply.status).toBe(400);
  expect(JSON.parse(reply.text)).toEqual(
    errorBody(reply, 'invalid_request', `platform: ${message}`, [{ path: 'platform', message }]),
  );
});

test('where no body is expected, a body is ignored', async () => {
  const reply = await send('DELETE', '/api/v1/accounts/acc_1', { 'Content-Type': 'text/plain' }, bytes('{ broken'));
  expect(reply.status).toBe(404);
  expect(JSON.parse(reply.text)).toEqual(errorBody(reply, 'not_found', 'There is no such account in this project.'));
});
