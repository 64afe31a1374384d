import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { errorAnswer } from './answers.ts';
import { hangUp, type Step } from './scripted-server.ts';
import { createTestRuntime, rejection, useClient } from './use-client.ts';

const stage = useClient();
const message = (id: string, type = 'post.failed') =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type })}\n\n`;

/** A stream of these parts; then the connection ends, breaks, or stays open. */
const stream =
  (
    parts: readonly (string | Buffer)[],
    then: 'end' | 'break' | 'stay' = 'end',
  ): Extract<Step, (...args: never) => void> =>
  async (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    for (const part of parts) await new Promise((resolve) => response.write(part, resolve));
    if (then === 'end') response.end();
    if (then === 'break') setImmediate(() => response.destroy());
  };

/** The ids of as many events as wanted. */
async function take(count: number, options: Parameters<typeof stage.fanfare.events.stream>[0] = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of stage.fanfare.events.stream(options)) {
    ids.push(id);
    if (ids.length === count) break;
  }
  return ids;
}

const places = () => stage.server.requests.map(({ url, headers }) => `${url} ${headers['last-event-id'] ?? '-'}`);

test('events come one by one, and nothing else of the stream does', async () => {
  stage.server.script(stream([': hello\n\n', 'retry: 10\n\n', message('a'), ': \n\n', message('b') + message('c')]));
  expect(await take(3)).toEqual(['a', 'b', 'c']);
  expect(places()).toEqual(['/api/v1/events/stream -']);
  expect(stage.server.requests[0]?.headers.accept).toBe('text/event-stream');
});

/** A stream that arrives in exactly these pieces, and then stays open. */
function arriving(pieces: readonly Uint8Array[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => pieces.forEach((piece) => void controller.enqueue(piece)),
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

test('a message may be cut anywhere, also inside a character, and end its lines with \\r\\n', async () => {
  const bytes = Buffer.from(`id: 1\r\ndata: {"id":"Größe","type":"x"}\r\n\r\n${message('b')}`);
  const fetch = async () => arriving([...bytes].map((byte) => Uint8Array.of(byte)));
  const ids: string[] = [];
  for await (const { id } of stage.client({ fetch }).events.stream()) if (ids.push(id) === 2) break;
  expect(ids).toEqual(['Größe', 'b']);
});

test('a lost connection is made again where it was, and a message that was cut off is read again', async () => {
  const cut = message('b').slice(0, -2);
  stage.server.script(stream([message('a'), cut], 'break'), hangUp, stream([message('b'), message('c')]));
  expect(await take(3)).toEqual(['a', 'b', 'c']);
  expect(places()).toEqual(['/api/v1/events/stream -', '/api/v1/events/stream a', '/api/v1/events/stream a']);
});

test('a place without an event counts, so that nothing is missed before the first event', async () => {
  stage.server.script(stream(['id: start\n\n']), stream([message('a')]));
  expect(await take(1)).toEqual(['a']);
  expect(places()[1]).toBe('/api/v1/events/stream start');
});

test('it begins after an event', async () => {
  stage.server.script(stream([message('b')]));
  await take(1, { after: 'evt_a' });
  expect(places()).toEqual(['/api/v1/events/stream evt_a']);
});

test('connections that end are made again with growing pauses, which begin anew after an event', async () => {
  stage.server.script(stream([]), stream([]), stream([message('a')]), stream([]), stream([message('b')]));
  await take(2);
  expect(stage.runtime.slept).toEqual([500, 1000, 500, 1000]);
});

test('errors that may pass are waited out, for as long as it takes', async () => {
  const down = Array.from({ length: 12 }, () => errorAnswer(503, 'unavailable'));
  stage.server.script(...down, stream([message('a')]));
  expect(await take(1)).toEqual(['a']);
  expect(stage.server.requests).toHaveLength(13);
});

test('with maxRetries it gives up after so many attempts in a row', async () => {
  stage.server.script(stream([message('a')]), stream([]), stream([]));
  const seen: string[] = [];
  const all = (async () => {
    for await (const { id } of stage.fanfare.events.stream({ maxRetries: 1 })) seen.push(id);
  })();
  expect(await rejection(all)).toMatchObject({ name: 'FanfareConnectionError' });
  expect([seen, stage.server.requests.length]).toEqual([['a'], 2]);
});

test.each([
  ['a key that was revoked', errorAnswer(401, 'unauthorized'), 'unauthorized'],
  ['an event that is no longer kept', errorAnswer(400, 'invalid_request'), 'invalid_request'],
  ['a page of a proxy', { text: '<html>', headers: { 'Content-Type': 'text/html' } }, 'unexpected_answer'],
  ['an answer that is no stream', { body: { events: [] } }, 'unexpected_answer'],
] as const)('what no attempt can change is thrown: %s', async (_, step, code) => {
  stage.server.script(step);
  expect(await rejection(take(1))).toMatchObject({ code });
  expect(stage.server.requests).toHaveLength(1);
});

test('a signal ends it with its reason: while it waits for an event, between connections, and before it begins', async () => {
  const reason = new Error('enough');
  const waiting = new AbortController();
  stage.server.script(stream([message('a')], 'stay'));
  const listening = (async () => {
    for await (const _ of stage.fanfare.events.stream({ signal: waiting.signal })) waiting.abort(reason);
  })();
  expect(await rejection(listening)).toBe(reason);

  const pausing = new AbortController();
  const runtime = createTestRuntime();
  const sleep = (ms: number, signal?: AbortSignal) => {
    pausing.abort(reason);
    return runtime.sleep(ms, signal);
  };
  const client = stage.client({}, { ...runtime, sleep });
  stage.server.script(stream([]));
  expect(await rejection(client.events.stream({ signal: pausing.signal }).next())).toBe(reason);

  const before = stage.server.requests.length;
  expect(await rejection(take(1, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(stage.server.requests).toHaveLength(before);
});

test('who leaves the loop closes the connection', async () => {
  let closed: () => void = () => undefined;
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  stage.server.script((response, request) => {
    response.on('close', closed);
    return stream([message('a')], 'stay')(response, request);
  });
  expect(await take(1)).toEqual(['a']);
  await isClosed;
});

describe('a connection on which nothing arrives for a minute', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is made again', async () => {
    const places: (string | null)[] = [];
    const fetch = async (_: string, { headers, signal }: RequestInit) => {
      places.push(new Headers(headers).get('last-event-id'));
      const piece = new TextEncoder().encode(message(places.length === 1 ? 'a' : 'b'));
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(piece);
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    };
    const events = stage.client({ fetch }).events.stream();
    expect((await events.next()).value).toMatchObject({ id: 'a' });
    const next = events.next();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(places).toEqual([null]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await next).value).toMatchObject({ id: 'b' });
    expect(places).toEqual([null, 'a']);
    await events.return();
  });
});

test('the list goes on while there is more, and keeps its filter', async () => {
  stage.server.script(
    { body: { events: [{ id: 'a' }], hasMore: true, nextCursor: 'c1' } },
    { body: { events: [{ id: 'b' }], hasMore: false, nextCursor: 'c2' } },
  );
  expect(await stage.fanfare.events.list({ after: 'c0', type: 'post.failed' }).toArray()).toEqual([
    { id: 'a' },
    { id: 'b' },
  ]);
  expect(stage.server.requests.map(({ url }) => url)).toEqual([
    '/api/v1/events?after=c0&type=post.failed',
    '/api/v1/events?after=c1&type=post.failed',
  ]);
});

test('deliveries go on by cursor', async () => {
  stage.server.script(
    { body: { deliveries: [{ id: 'a' }], hasMore: true, nextCursor: 'c1' } },
    { body: { deliveries: [{ id: 'b' }], hasMore: false, nextCursor: null } },
  );
  expect(await stage.fanfare.webhooks.deliveries('whk_1').toArray()).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(stage.server.requests[1]?.url).toBe('/api/v1/webhooks/whk_1/deliveries?cursor=c1');
});

test.each([
  ['create', () => stage.fanfare.webhooks.create({ url: 'https://a.example' })],
  ['rotateSecret', () => stage.fanfare.webhooks.rotateSecret('whk_1')],
  ['replay', () => stage.fanfare.webhooks.replay('whk_1', { eventIds: ['evt_1'] })],
])('webhooks.%s is not sent again after a lost answer', async (_, call) => {
  stage.server.script(hangUp);
  expect(await rejection(call())).toMatchObject({ name: 'FanfareConnectionError', mayHaveArrived: true });
  expect(stage.server.requests).toHaveLength(1);
});
