import { describe, expect, test } from 'vitest';
import { FanfareApiError, FanfareConnectionError, FanfareTimeoutError } from '../src/errors.ts';
import { systemRuntime } from '../src/runtime.ts';
import { errorAnswer } from './answers.ts';
import { hangUp, silence } from './scripted-server.ts';
import { NOW, rejection, useClient } from './use-client.ts';

const stage = useClient();
const usage = { status: 200, body: { plan: 'free' } };

test.each([408, 425, 429, 500, 502, 503, 504, 520])('%i is asked again, after 0.5 s', async (status) => {
  stage.server.script({ status, text: '<html>' }, usage);
  const { data, attempts } = await stage.fanfare.usage.get().withResponse();
  expect([data, attempts, stage.runtime.slept]).toEqual([{ plan: 'free' }, 2, [500]]);
});

test.each([
  [400, 'invalid_request'],
  [401, 'unauthorized'],
  [404, 'not_found'],
  [409, 'not_cancellable'],
  [429, 'quota_exceeded'],
  [501, 'brand_new'],
] as const)('%i %s is final', async (status, code) => {
  stage.server.script(errorAnswer(status, code), usage);
  expect(await rejection(stage.fanfare.usage.get())).toMatchObject({ status, code });
  expect(stage.server.requests).toHaveLength(1);
});

test('waiting doubles up to 8 s, and the last answer is thrown', async () => {
  stage.server.script(...Array.from({ length: 8 }, () => errorAnswer(500, 'internal_error')));
  const error = await rejection(stage.fanfare.usage.get({ maxRetries: 6 }));
  expect(error).toBeInstanceOf(FanfareApiError);
  expect(stage.server.requests).toHaveLength(7);
  expect(stage.runtime.slept).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
});

test('three retries by default, and none when so configured', async () => {
  stage.server.script(...Array.from({ length: 5 }, () => hangUp));
  await rejection(stage.fanfare.usage.get());
  expect(stage.server.requests).toHaveLength(4);
  await rejection(stage.client({ maxRetries: 0 }).usage.get());
  expect(stage.server.requests).toHaveLength(5);
});

test('chance takes off up to a half', async () => {
  stage.server.script(hangUp, usage);
  await stage.client({}, { ...stage.runtime, random: () => 0.9999 }).usage.get();
  expect(stage.runtime.slept).toEqual([500 * (1 - 0.9999 / 2)]);
});

describe('Retry-After', () => {
  const DATE = new Date(NOW - 86_400_000).toUTCString();
  test.each([
    ['seconds', { 'Retry-After': '12' }, 12_000],
    ['none at all', { 'Retry-After': '0' }, 0],
    [
      'a date, by the server’s clock',
      { Date: DATE, 'Retry-After': new Date(NOW - 86_400_000 + 7000).toUTCString() },
      7000,
    ],
    ['a date that has passed', { Date: DATE, 'Retry-After': new Date(0).toUTCString() }, 0],
    ['nonsense', { 'Retry-After': 'soon' }, 500],
    ['a negative number', { 'Retry-After': '-5' }, 500],
  ])('%s', async (_, headers, waited) => {
    stage.server.script({ ...errorAnswer(429, 'rate_limited'), headers }, usage);
    await stage.fanfare.usage.get();
    expect(stage.runtime.slept).toEqual([waited]);
  });

  test('a date counts from our clock when the server sends no date', async () => {
    const headers = new Headers({ 'Retry-After': new Date(NOW + 9000).toUTCString() });
    const answers = [new Response('', { status: 503, headers }), new Response('{}')];
    await stage.client({ fetch: async () => answers.shift()! }).usage.get();
    expect(stage.runtime.slept).toEqual([9000]);
  });

  test('longer than is waited for: the error says how long, at once', async () => {
    stage.server.script({ ...errorAnswer(429, 'rate_limited'), headers: { 'Retry-After': '61' } }, usage);
    expect(await rejection(stage.fanfare.usage.get())).toMatchObject({ code: 'rate_limited', retryAfterMs: 61_000 });
    expect(stage.runtime.slept).toEqual([]);
  });
});

test('no answer in time is a FanfareTimeoutError that says where and how long', async () => {
  stage.server.script(silence);
  const error = await rejection(stage.fanfare.usage.get({ timeoutMs: 50, maxRetries: 0 }));
  expect(error).toBeInstanceOf(FanfareTimeoutError);
  expect(error).toMatchObject({
    message: `GET ${stage.server.baseUrl}/api/v1/usage was not answered within 50 ms`,
    mayHaveArrived: true,
  });
});

test('an answer that stops in its middle is lost, and asked for again', async () => {
  stage.server.script((response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('{"plan"');
    setTimeout(() => response.socket?.destroy(), 20);
  }, usage);
  expect(await stage.fanfare.usage.get()).toEqual({ plan: 'free' });
});

test('a body that never ends is out of time, too', async () => {
  stage.server.script((response) => void response.writeHead(200).write('{'));
  expect(await rejection(stage.fanfare.usage.get({ timeoutMs: 50, maxRetries: 0 }))).toBeInstanceOf(
    FanfareTimeoutError,
  );
});

test('nobody there: the error names the reason, and that nothing was sent', async () => {
  const { baseUrl } = stage.server;
  await stage.server.close();
  const error = await rejection(stage.fanfare.usage.get({ maxRetries: 0 }));
  expect(error).toBeInstanceOf(FanfareConnectionError);
  expect(error).not.toBeInstanceOf(FanfareTimeoutError);
  expect(error).toMatchObject({ mayHaveArrived: false });
  expect(String(error)).toMatch(
    new RegExp(`^FanfareConnectionError: GET ${baseUrl}/api/v1/usage got no answer: ECONNREFUSED connect ECONNREFUSED`),
  );
});

describe('connecting an account, which is not harmless to repeat', () => {
  const request = { hubUrl: 'https://hub.example', connectCode: 'ONCE' };
  test.each([
    ['a lost connection', hangUp],
    ['a failing server', errorAnswer(500, 'internal_error')],
    ['a server that stops', errorAnswer(503, 'unavailable')],
    ['a hub that does not answer', errorAnswer(502, 'hub_unreachable')],
  ])('is not asked again after %s', async (_, step) => {
    stage.server.script(step, step);
    await rejection(stage.fanfare.accounts.connectHub(request));
    await rejection(stage.fanfare.accounts.connect({ platform: 'x' }));
    expect(stage.server.requests).toHaveLength(2);
  });

  test('is asked again when it was refused for now, or never arrived', async () => {
    stage.server.script(errorAnswer(429, 'rate_limited'), { body: { authUrl: 'https://fanfare.example/connect/1' } });
    await stage.fanfare.accounts.connect({ platform: 'x' });
    expect(stage.server.requests).toHaveLength(2);
    const refused = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    });
    let asked = 0;
    await rejection(
      stage
        .client({
          fetch: () => {
            asked++;
            return Promise.reject(refused);
          },
        })
        .accounts.connect({ platform: 'x' }),
    );
    expect(asked).toBe(4);
  });
});

describe('a signal', () => {
  test('ends a call in flight with its own reason', async () => {
    stage.server.script(silence);
    const stop = new AbortController();
    const asking = rejection(stage.fanfare.usage.get({ signal: stop.signal }));
    await expect.poll(() => stage.server.requests.length).toBe(1);
    stop.abort(new Error('enough'));
    expect(await asking).toEqual(new Error('enough'));
    expect(stage.server.requests).toHaveLength(1);
  });

  test('that was aborted before sends nothing', async () => {
    expect(await rejection(stage.fanfare.usage.get({ signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    });
    expect(stage.server.requests).toEqual([]);
  });

  test('ends the wait for the next attempt', async () => {
    stage.server.script({ ...errorAnswer(429, 'rate_limited'), headers: { 'Retry-After': '50' } });
    const fanfare = stage.client({}, systemRuntime);
    const stop = new AbortController();
    const asking = rejection(fanfare.usage.get({ signal: stop.signal }));
    await expect.poll(() => stage.server.requests.length).toBe(1);
    stop.abort(new Error('enough'));
    expect(await asking).toEqual(new Error('enough'));
    // Nobody waited for the next attempt.
    expect(stage.server.requests).toHaveLength(1);
  });

  test('is left without listeners', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    stage.server.script(errorAnswer(500, 'internal_error'), usage);
    await stage.client({}, { ...systemRuntime, random: () => 0.99 }).usage.get({ signal });
    expect(listeners).toBe(0);
  });
});
