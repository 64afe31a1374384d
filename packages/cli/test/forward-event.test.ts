import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@fanfare/sdk';
import { afterEach, expect, test } from 'vitest';
import { forwardEvent } from '../src/listen/forward-event.ts';
import { startReceiver, type TestReceiver } from './receiver.ts';

const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
const EVENT = {
  id: 'evt_01m81w01jmeyfv672xy961f601',
  type: 'webhook.test',
  timestamp: '2026-11-22T09:00:00.000Z',
  data: { webhook: { id: 'whk_01m81w01jmeyfv672xy961f601' } },
} satisfies WebhookEvent;

let receiver: TestReceiver | undefined;
afterEach(() => receiver?.close());

/** Forwards the event; pauses take no time, and `atPause` happens in each. */
async function forward(forwardTo: string, atPause: (count: number) => unknown = () => undefined, signal?: AbortSignal) {
  const retries: object[] = [];
  const clock = { now: () => new Date(), sleep: async () => void (await atPause(retries.length)) };
  const report = { retry: (facts: object) => void retries.push(facts) };
  const deps = { clock, signal: signal ?? new AbortController().signal, secret: SECRET, forwardTo, report };
  return { outcome: await forwardEvent(deps, EVENT), retries };
}

const took = expect.any(Number);

test('a receiver of the SDK verifies what it gets', async () => {
  receiver = await startReceiver();
  receiver.secret = SECRET;
  const { outcome, retries } = await forward(receiver.url);
  expect({ outcome, retries }).toEqual({
    outcome: { isDelivered: true, attempts: 1, status: 200, durationMs: took, error: null },
    retries: [],
  });
  expect(receiver.received).toMatchObject([
    {
      id: EVENT.id,
      body: JSON.stringify(EVENT),
      headers: { 'content-type': 'application/json', 'webhook-id': EVENT.id },
    },
  ]);
});

test.each([
  [400, 'answered 400'],
  [404, 'answered 404'],
  [500, 'answered 500'],
  [307, 'answered with a redirect, which is not followed'],
])('%i is reported and not tried again', async (status, error) => {
  receiver = await startReceiver();
  receiver.secret = SECRET;
  receiver.answers.push(status);
  const { outcome, retries } = await forward(receiver.url);
  expect({ outcome, retries }).toEqual({
    outcome: { isDelivered: false, attempts: 1, status, durationMs: took, error },
    retries: [],
  });
  expect(receiver.received).toHaveLength(1);
});

test('a receiver that is down and comes back gets the event with the same id and body', async () => {
  receiver = await startReceiver();
  const { port, host } = new URL(receiver.url);
  await receiver.close();
  const { outcome, retries } = await forward(receiver.url, async (count) => {
    if (count === 1) {
      receiver = await startReceiver(Number(port));
      receiver.secret = SECRET;
      receiver.answers.push(503);
    }
  });
  const { id, type } = EVENT;
  expect(retries).toEqual([
    { id, type, attempts: 1, error: `nothing listens at ${host}`, pauseMs: 1_000 },
    { id, type, attempts: 2, error: 'answered 503', pauseMs: 2_000 },
  ]);
  expect(outcome).toEqual({ isDelivered: true, attempts: 3, status: 200, durationMs: took, error: null });
  expect(receiver.received.map(({ id: got, body }) => [got, body])).toEqual(Array(2).fill([id, JSON.stringify(EVENT)]));
});

test('a receiver that stays down is given up after four attempts', async () => {
  receiver = await startReceiver();
  await receiver.close();
  const { outcome, retries } = await forward(receiver.url);
  expect(retries).toHaveLength(3);
  const error = `nothing listens at ${new URL(receiver.url).host}`;
  expect(outcome).toEqual({ isDelivered: false, attempts: 4, status: null, durationMs: took, error });
});

test('a receiver that hangs up, and a host that there is not, are named as that', async () => {
  const server = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    expect((await forward(`http://127.0.0.1:${port}/`)).outcome.error).toBe('closed the connection without an answer');
  } finally {
    server.close();
  }
  expect((await forward('http://receiver.invalid/')).outcome.error).toBe('there is no host receiver.invalid');
});

test('an end of the session ends a request that waits', async () => {
  const stop = new AbortController();
  const server = createServer(() => stop.abort());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await expect(forward(`http://127.0.0.1:${port}/`, undefined, stop.signal)).rejects.toThrow(
      'This operation was aborted',
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
