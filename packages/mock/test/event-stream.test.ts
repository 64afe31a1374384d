import { streamOpening } from '@fanfare/rules';
import { afterEach, expect, test, vi } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { serveMock } from '../src/server/index.ts';
import { callerOf, everyNetwork, target } from './call-mock.ts';

const publish = (mock: Mock, idempotencyKey: string) => {
  const account = mock.seed.account({ platform: 'x', username: idempotencyKey });
  return callerOf(mock)('POST', '/posts', { content: 'Hello', platforms: [target(account)], idempotencyKey });
};

type Asked = Pick<Mock, 'baseUrl' | 'apiKey'> & {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
};

async function open({ fetch, baseUrl, apiKey }: Asked, headers: Record<string, string> = {}, signal?: AbortSignal) {
  const response = await fetch(`${baseUrl}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    ...(signal && { signal }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** The messages so far, once there are this many. */
  const messages = async (count: number) => {
    for (;;) {
      const found = [...text.matchAll(/id: (.+)\nevent: (.+)\ndata: (.+)\n\n/g)];
      if (found.length >= count)
        return found.map(([, id, type, data]) => ({ id: id!, type, event: JSON.parse(data!) }));
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream ended with ${text}`);
      text += value;
    }
  };
  return { response, reader, messages };
}

afterEach(() => void vi.useRealTimers());

test('a stream begins with the next event, and goes on from the last id that the reader has', async () => {
  const { mock } = everyNetwork();
  await publish(mock, 'before');
  const { response, messages } = await open(mock);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  await publish(mock, 'after');
  const sent = await messages(2);
  expect(sent.map(({ type, event }) => [type, event])).toEqual(
    mock.events
      .all()
      .slice(2)
      .map((event) => [event.type, event]),
  );
  const again = await open(mock, { 'last-event-id': sent[0]!.id });
  expect(await again.messages(1)).toEqual(sent.slice(1));
  const wrong = await callerOf(mock)('GET', '/events/stream', undefined, { 'last-event-id': 'nowhere' });
  expect(wrong.body).toMatchObject({ error: { code: 'invalid_request' } });
});

test('a quiet stream gets a comment every 15 seconds, and ends when its key is revoked', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { mock } = everyNetwork();
  const { reader } = await open(mock);
  expect(await reader.read()).toEqual({ done: false, value: streamOpening(0) });
  vi.advanceTimersByTime(15_000);
  expect(await reader.read()).toEqual({ done: false, value: ': \n\n' });
  mock.keys.revoke(mock.apiKey);
  vi.advanceTimersByTime(15_000);
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test('a key has at most 10 streams; one that is left, by either side, makes place', async () => {
  const { mock, call } = everyNetwork();
  const leaving = new AbortController();
  const streams: Awaited<ReturnType<typeof open>>[] = [];
  for (let at = 0; at < 10; at++) streams.push(await open(mock, {}, at === 0 ? leaving.signal : undefined));
  const full = async () => (await call('GET', '/events/stream').catch(() => null))?.status;
  expect(await full()).toBe(429);
  leaving.abort();
  await streams[1]!.reader.cancel();
  await open(mock);
  await open(mock);
  expect(await full()).toBe(429);
  mock.reset();
  const { done } = await streams[2]!.reader.read().then(() => streams[2]!.reader.read());
  expect(done).toBe(true);
});

test('the standalone server streams, and does not keep a stream that was left', async () => {
  const served = await serveMock();
  try {
    const asked = { baseUrl: served.url, apiKey: served.mock.apiKey, fetch: globalThis.fetch };
    const leaving = new AbortController();
    const streams = [];
    for (let at = 0; at < 10; at++) streams.push(await open(asked, {}, leaving.signal));
    await publish(served.mock, 'now');
    expect((await streams[9]!.messages(2)).map(({ type }) => type)).toEqual(['target.published', 'post.published']);
    expect((await open(asked)).response.status).toBe(429);
    leaving.abort();
    await vi.waitFor(async () => expect((await open(asked)).response.status).toBe(200));
  } finally {
    await served.close();
  }
});

test('mocks stream their own events', async () => {
  const [one, other] = [createMock(), createMock()];
  const { messages } = await open(one);
  await publish(other, 'theirs');
  await publish(one, 'ours');
  expect((await messages(2)).map(({ event }) => event)).toEqual(one.events.all());
});
