import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { AttemptErrorCode } from '@fanfare/contract';
import { ATTEMPT_ERRORS } from '@fanfare/contract';
import { selfSigned } from '@fanfare/network/testing/self-signed';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, useReceivers } from './receivers.ts';
import { after, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks({ options: { webhookTimes: { lookEveryMs: 50, timeoutMs: 500, drainMs: 50 } } });
const receivers = useReceivers();

const megabyte = Buffer.alloc(1024 * 1024, 'a');
const text = (code: AttemptErrorCode) => `${code}: ${ATTEMPT_ERRORS[code]}`;

/** Its first attempt. */
async function attemptAt(url: string) {
  const hook = await webhooks.create({ url });
  const event = await webhooks.event(hook);
  const delivery = await webhooks.delivery(hook, event, after(1));
  return { status: delivery.status, attempt: delivery.attempts[0]! };
}

/** Writes until the other side closes. */
const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const more = () => {
    while (!response.destroyed && response.write(megabyte));
  };
  response.on('drain', more);
  more();
};

test.each<[string, Answer, { status: number | null; error: string | null; response: string | null }]>([
  ['never answers', () => undefined, { status: null, error: text('timed_out'), response: null }],
  [
    'answers 200 and never ends its body',
    (response) => void response.writeHead(200).write('still'),
    { status: 200, error: text('timed_out'), response: null },
  ],
  [
    'answers too late',
    (response) => void setTimeout(() => response.writeHead(200).end(), 1_500),
    { status: null, error: text('timed_out'), response: null },
  ],
  [
    'closes half-way through the body',
    (response) => void response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
    { status: 200, error: text('connection_failed'), response: null },
  ],
  [
    'closes without an answer',
    (response) => void response.destroy(),
    { status: null, error: text('connection_failed'), response: null },
  ],
  [
    'sends endless headers',
    (response) => {
      const more = () => {
        if (!response.destroyed) response.socket?.write(`x-more: ${'a'.repeat(1_000)}\r\n`, () => setImmediate(more));
      };
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      more();
    },
    { status: null, error: text('connection_failed'), response: null },
  ],
  [
    'redirects',
    (response) => void response.writeHead(301, { location: 'http://127.0.0.1:9/' }).end(),
    { status: 301, error: 'redirected: The webhook answered 301, and redirects are never followed.', response: '' },
  ],
])('one that %s: the attempt fails and is repeated', async (_, answer, expected) => {
  const receiver = await receivers.open(answer);
  const { status, attempt } = await attemptAt(receiver.url);
  expect([status, attempt]).toEqual([
    'pending',
    { number: 1, at: expect.any(String), durationMs: expect.any(Number), ...expected },
  ]);
  expect(receiver.connections()).toBe(1);
});

test('of 100 MB only the first KiB is read, and the connection ends', async () => {
  let written = 0;
  const receiver = await receivers.open((response, received) => {
    response.socket?.on('close', () => {
      written = response.socket?.bytesWritten ?? written;
    });
    if (typeof endless === 'function') endless(response, received);
  });
  const { status, attempt } = await attemptAt(receiver.url);
  expect([status, attempt.status, attempt.response]).toEqual(['delivered', 200, 'a'.repeat(1_024)]);
  expect(written).toBeLessThan(20 * 1024 * 1024);
});

test('a gzip bomb is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));
  const receiver = await receivers.open(
    (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  const { status, attempt } = await attemptAt(receiver.url);
  expect([status, attempt.response!.length <= 1_024]).toEqual(['delivered', true]);
});

test('what PostgreSQL cannot store is replaced, and no character is cut', async () => {
  const body = `\u0000${'a'.repeat(1_020)}🍮 and more`;
  const receiver = await receivers.open((response) => void response.writeHead(500).end(body));
  expect((await attemptAt(receiver.url)).attempt.response).toBe(`\uFFFD${'a'.repeat(1_020)}`);
  const broken = await receivers.open(
    (response) => void response.writeHead(500).end(Buffer.from([0xed, 0xa0, 0x80, 0x41])),
  );
  expect((await attemptAt(broken.url)).attempt.response).toBe('\uFFFD\uFFFD\uFFFDA');
});

test('a certificate for another name is refused before anything is sent', async () => {
  let requests = 0;
  const server = createTlsServer(selfSigned('elsewhere.example.com'), (_request, response) => {
    requests++;
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { status, attempt } = await attemptAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect([status, attempt.status, attempt.error, requests]).toEqual(['pending', null, text('certificate_invalid'), 0]);
});

test('nobody listens there', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect((await attemptAt(`http://127.0.0.1:${port}/`)).attempt).toMatchObject({
    status: null,
    error: text('connection_failed'),
    response: null,
  });
});
