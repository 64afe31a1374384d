import type { Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import type { Project } from '../harness.ts';
import { openSocket, readAnswer } from '../raw-http.ts';
import { useServer } from '../use-server.ts';

const TOO_LONG = 2 * 1024 * 1024 + 1;

const server = useServer();
let project: Project;
beforeAll(async () => {
  project = await server.createProject();
});

const head = (lines: readonly string[], path = '/api/v1/posts/validate', key = project.apiKey): string =>
  [`POST ${path} HTTP/1.1`, 'Host: fanfare', `Authorization: Bearer ${key}`, ...lines, '', ''].join('\r\n');

const JSON_BODY = 'Content-Type: application/json';
const EXPECT = 'Expect: 100-continue';

/** Sends the head of a request without its body, and reads until the server ends the connection. */
async function withoutBody(lines: readonly string[], path?: string, key?: string) {
  const socket = await openSocket(server.baseUrl);
  socket.write(head(lines, path, key));
  return readAnswer(socket);
}

describe('a body with too large a declared length is refused before any of it is sent', () => {
  test.each([
    ['at once', []],
    ['without requesting it', [EXPECT]],
  ])('%s', async (_name, lines) => {
    const reply = await withoutBody([JSON_BODY, `Content-Length: ${TOO_LONG}`, ...lines]);
    expect([reply.status, reply.headers.get('connection')]).toEqual([413, 'close']);
    expect(JSON.parse(reply.text)).toEqual(errorBody(reply, 'payload_too_large', 'The body is larger than 2 MiB.'));
  });

  test('the forms of pages and callbacks too', async () => {
    const form = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${TOO_LONG}`, EXPECT];
    const { body } = await project.call<{ authUrl: string }>('POST', '/api/v1/accounts/connect', { platform: 'x' });
    for (const path of [new URL(body.authUrl).pathname, '/removal/threads/deauthorize'])
      expect([path, (await withoutBody(form, path)).status]).toEqual([path, 400]);
  });
});

test('a body is requested only after the key and the type are checked', async () => {
  const length = 'Content-Length: 2';
  expect((await withoutBody([JSON_BODY, length, EXPECT], undefined, 'fanfare_sk_none')).status).toBe(401);
  expect((await withoutBody(['Content-Type: text/plain', length, EXPECT])).status).toBe(415);
});

/**
 * Returns the output up to these words. Nothing is lost when the server answers early and sending
 * fails.
 */
async function readUntil(socket: Socket, words: string): Promise<string> {
  let text = '';
  const hear = (chunk: Buffer): void => {
    text += String(chunk);
  };
  socket.on('data', hear);
  await expect.poll(() => text).toContain(words);
  socket.off('data', hear);
  return text;
}

test('an awaited body is requested once, and the connection stays open', async () => {
  const socket = await openSocket(server.baseUrl);
  for (let request = 0; request < 2; request++) {
    socket.write(head([JSON_BODY, 'Content-Length: 2', EXPECT]));
    expect(await readUntil(socket, '\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('{}');
    const answer = await readUntil(socket, 'requestId');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\nConnection: keep-alive\r\n/i);
  }
  socket.destroy();
});

test('a body without an end is cut off at the first byte over the limit, and the sender still reads the reason', async () => {
  const socket = await openSocket(server.baseUrl);
  socket.write(head([JSON_BODY, 'Transfer-Encoding: chunked']));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  let sent = 0;
  const send = (): void => {
    while (socket.writable && socket.write(chunk)) sent++;
  };
  socket.on('drain', send).on('error', () => undefined);
  const ended = new Promise((resolve) => void socket.once('close', resolve));
  const answer = readUntil(socket, 'requestId');
  send();
  expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/);
  await ended;
  expect(sent).toBeGreaterThan(0);
});

test('a client that sends everything before it reads still reads the refusal', async () => {
  const socket = await openSocket(server.baseUrl);
  socket.write(head([JSON_BODY, `Content-Length: ${TOO_LONG}`]));
  await new Promise((resolve) => socket.write('x'.repeat(TOO_LONG - 10), resolve)).catch(() => undefined);
  expect((await readAnswer(socket)).status).toBe(413);
});
