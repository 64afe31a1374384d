import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

const server = useServer();

/**
 * Sends bytes on a connection of their own. Returns everything that came back until the server
 * closed it.
 */
async function send(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

const parsed = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [line, ...headers] = head.split('\r\n');
  return { line, headers: Object.fromEntries(headers.map((header) => header.split(': '))), body: JSON.parse(body) };
};

test.each([
  [
    'headers of 17 KiB',
    `X-Trace: ${'a'.repeat(17 * 1024)}`,
    '431 Request Header Fields Too Large',
    'headers_too_large',
  ],
  ['a header that is none', 'no header', '400 Bad Request', 'invalid_request'],
])('%s have an answer with a body, and the connection is closed', async (_name, header, status, code) => {
  const { line, headers, body } = parsed(await send(`GET /healthz HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`));
  expect([line, headers]).toEqual([
    `HTTP/1.1 ${status}`,
    {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': expect.stringMatching(/^\d+$/),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': body.error.requestId,
      Connection: 'close',
    },
  ]);
  expect(body.error).toEqual({
    ...{ code, message: expect.any(String), requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    docUrl: expect.stringContaining(`#${code}`),
  });
});

test.each(['healthz', 'readyz'])('garbage after a request to /%s cuts nothing of its answer', async (path) => {
  const answer = await send(`GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n\r\nno request\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain('"status":"');
  expect(answer.match(/HTTP\/1\.1 /g)!.length).toBeLessThanOrEqual(2);
});
