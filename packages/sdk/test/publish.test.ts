import { describe, expect, test, vi } from 'vitest';
import { FanfareError, FanfareTimeoutError } from '../src/errors.ts';
import { systemRuntime } from '../src/runtime.ts';
import type { Post } from '../src/types.gen.ts';
import { created, errorAnswer, post, target } from './answers.ts';
import { hangUp, type SeenRequest, silence } from './scripted-server.ts';
import { NOW, rejection, useClient } from './use-client.ts';

const stage = useClient();
const request = { content: 'Hello', platforms: [{ platform: 'x', accountId: 'acc_0' }] } as const;
const pending = post('publishing', [target(0, 'pending')]);
const published = post('published', [target(0, 'published')]);
const lines = (): string[] => stage.server.requests.map(({ method, url }) => `${method} ${url}`);
const keys = (): unknown[] =>
  stage.server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }: SeenRequest) => (body as { idempotencyKey: string }).idempotencyKey);

describe('the key', () => {
  test('is made when there is none, reported at once, and sent in the body', async () => {
    stage.server.script(created(published), created(published));
    const creating = stage.fanfare.posts.create(request);
    expect(creating.idempotencyKey).toBe('made_1');
    await creating;
    await stage.fanfare.posts.create(request);
    expect(stage.server.requests[0]?.body).toEqual({ ...request, idempotencyKey: 'made_1' });
    expect(keys()).toEqual(['made_1', 'made_2']);
  });

  test('is the caller’s own when there is one', async () => {
    stage.server.script(created(published));
    const creating = stage.fanfare.posts.create({ ...request, idempotencyKey: 'job-17' });
    expect(creating.idempotencyKey).toBe('job-17');
    await creating;
    expect(keys()).toEqual(['job-17']);
  });

  test('stays the same over every retry', async () => {
    stage.server.script(hangUp, errorAnswer(500, 'internal_error'), { status: 504, text: 'proxy' }, created(published));
    await stage.fanfare.posts.create(request);
    expect(keys()).toEqual(['made_1', 'made_1', 'made_1', 'made_1']);
  });

  test('is part of the error when every attempt failed', async () => {
    stage.server.script(hangUp, hangUp, hangUp, hangUp);
    expect(await rejection(stage.fanfare.posts.create(request))).toMatchObject({ idempotencyKey: 'made_1' });
    stage.server.script(errorAnswer(400, 'invalid_post'));
    expect(await rejection(stage.fanfare.posts.create(request))).toMatchObject({ idempotencyKey: 'made_2' });
  });

  test('has 128 bits of chance', () => {
    const made = new Set(Array.from({ length: 100 }, systemRuntime.newKey));
    expect(made.size).toBe(100);
    for (const key of made) expect(key).toMatch(/^sdk_[0-9a-f]{32}$/);
  });
});

describe('a publish whose answer is lost', () => {
  test.each([
    ['by a lost connection', hangUp],
    ['by a proxy that gave up', { status: 504, text: '<html>Gateway Time-out' }],
    ['by a server that failed', errorAnswer(500, 'internal_error')],
  ])('%s is asked for with the same key, and waited for until it has settled', async (_, step) => {
    stage.server.script(step, created(pending, true), { body: { post: pending } }, { body: { post: published } });
    const { post: seen, replayed } = await stage.fanfare.posts.create(request);
    expect([seen, replayed]).toEqual([published, true]);
    expect(lines()).toEqual([
      'POST /api/v1/posts',
      'POST /api/v1/posts',
      'GET /api/v1/posts/post_1',
      'GET /api/v1/posts/post_1',
    ]);
    expect(keys()).toEqual(['made_1', 'made_1']);
  });

  test('by a time-out, too', async () => {
    stage.server.script(silence, created(pending, true), { body: { post: published } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const creating = stage.fanfare.posts.create(request, { timeoutMs: 3_000 });
      while (stage.server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(3_000);
      expect([(await creating).post, keys()]).toEqual([published, ['made_1', 'made_1']]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('as fetch of Node gives up after 300 s without an answer', async () => {
    const gaveUp = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' }),
    });
    let calls = 0;
    stage.server.script(created(published, true));
    const fanfare = stage.client({
      fetch: (url, init) => (calls++ === 0 ? Promise.reject(gaveUp) : fetch(url, init)),
    });
    expect((await fanfare.posts.create(request)).post).toEqual(published);
    const error = await rejection(
      stage.client({ maxRetries: 0, fetch: () => Promise.reject(gaveUp) }).posts.create(request),
    );
    expect(error).toBeInstanceOf(FanfareTimeoutError);
    expect(error).toMatchObject({ mayHaveArrived: true, idempotencyKey: 'made_2', cause: gaveUp });
  });

  test('is not waited for when it is scheduled: its answer is complete', async () => {
    const scheduled = post('scheduled', [target(0, 'pending')], { publishAt: '2026-11-21T12:00:00.000Z' });
    stage.server.script(hangUp, created(scheduled, true));
    expect((await stage.fanfare.posts.create({ ...request, publishAt: new Date('2026-11-21') })).post).toEqual(
      scheduled,
    );
    expect(stage.server.requests.at(-1)?.body).toMatchObject({ publishAt: '2026-11-21T00:00:00.000Z' });
  });

  test('is not waited for when nothing was lost: a caller who repeats a key sees the moment', async () => {
    stage.server.script(created(pending, true));
    expect((await stage.fanfare.posts.create({ ...request, idempotencyKey: 'job' })).post).toEqual(pending);
  });

  test('is given an hour', async () => {
    stage.server.script(hangUp, created(pending, true));
    const fanfare = stage.client({
      fetch: (url, init) =>
        init.method === 'GET' ? Promise.resolve(Response.json({ post: pending })) : fetch(url, init),
    });
    expect(await rejection(fanfare.posts.create(request))).toMatchObject({
      name: 'FanfareTimeoutError',
      message: 'Post post_1 has not settled within 3600000 ms',
      idempotencyKey: 'made_1',
    });
    expect(stage.runtime.now() - NOW).toBe(500 + 3_600_000);
  });
});

describe('waitUntilSettled', () => {
  test('sends the ETag, and reports what has changed', async () => {
    const half = post('publishing', [target(0, 'published'), target(1, 'pending')]);
    const done = post('published', [target(0, 'published'), target(1, 'published')]);
    stage.server.script(
      { body: { post: half }, headers: { ETag: '"1"' } },
      { status: 304, headers: { ETag: '"1"' } },
      { body: { post: done }, headers: { ETag: '"2"' } },
    );
    const seen: Post[] = [];
    expect(await stage.fanfare.posts.waitUntilSettled('post_1', { onProgress: (it) => void seen.push(it) })).toEqual(
      done,
    );
    expect(seen).toEqual([half, done]);
    expect(stage.server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"1"']);
    expect(stage.runtime.slept).toEqual([500, 750]);
  });

  test('looks every minute until a scheduled post is due, and no longer than its time and timeoutMs', async () => {
    const scheduled = post('scheduled', [target(0, 'pending')], { publishAt: new Date(NOW + 90_000).toISOString() });
    const fanfare = stage.client({ fetch: async () => Response.json({ post: scheduled }) });
    const error = await rejection(fanfare.posts.waitUntilSettled('post_1', { timeoutMs: 1000 }));
    expect(error).toMatchObject({ message: 'Post post_1 has not settled within 1000 ms' });
    expect(stage.runtime.slept.slice(0, 3)).toEqual([60_000, 30_000, 1000]);
  });

  test('survives a server that is away for less than two minutes', async () => {
    const away = Array.from({ length: 8 }, () => hangUp);
    stage.server.script({ body: { post: pending } }, ...away, { body: { post: published } });
    expect(await stage.fanfare.posts.waitUntilSettled('post_1')).toEqual(published);
  });

  test('gives up on one that stays away', async () => {
    const fanfare = stage.client({ fetch: () => Promise.reject(new TypeError('fetch failed')) });
    expect(await rejection(fanfare.posts.waitUntilSettled('post_1'))).toMatchObject({ name: 'FanfareConnectionError' });
    const waited = stage.runtime.now() - NOW;
    expect([waited >= 120_000, waited < 135_000]).toEqual([true, true]);
  });

  test('does not hide that there is no such post', async () => {
    stage.server.script(errorAnswer(404, 'not_found'));
    expect(await rejection(stage.fanfare.posts.waitUntilSettled('post_1'))).toMatchObject({ code: 'not_found' });
  });

  test('ends with its signal, and with what onProgress throws', async () => {
    const stop = new AbortController();
    stage.server.script({ body: { post: pending } }, { body: { post: pending } });
    const onProgress = (): void => stop.abort(new Error('enough'));
    expect(
      await rejection(stage.fanfare.posts.waitUntilSettled('post_1', { signal: stop.signal, onProgress })),
    ).toEqual(new Error('enough'));
    const broken = (): void => {
      throw new Error('my own');
    };
    expect(await rejection(stage.fanfare.posts.waitUntilSettled('post_1', { onProgress: broken }))).toEqual(
      new Error('my own'),
    );
  });

  test('polls as often as the option says', async () => {
    stage.server.script({ body: { post: pending } }, { body: { post: pending } }, { body: { post: published } });
    await stage.fanfare.posts.waitUntilSettled('post_1', { intervalMs: 42 });
    expect(stage.runtime.slept).toEqual([42, 42]);
  });
});

describe('createAndWait', () => {
  test('waits for a scheduled post until its targets have settled', async () => {
    const scheduled = post('scheduled', [target(0, 'pending')], { publishAt: new Date(NOW + 5000).toISOString() });
    stage.server.script(created(scheduled), { body: { post: scheduled } }, { body: { post: published } });
    const answer = await stage.fanfare.posts.createAndWait({ ...request, publishAt: new Date(NOW + 5000) });
    expect(answer).toEqual({ post: published, replayed: false, warnings: [] });
    expect(stage.runtime.slept).toEqual([5000]);
  });

  test('shows a long publish while it goes on, and answers what creating answered', async () => {
    const half = post('publishing', [target(0, 'published'), target(1, 'pending')]);
    const done = post('published', [target(0, 'published'), target(1, 'published')]);
    let answer = (): void => undefined;
    const sleep = (ms: number, signal?: AbortSignal) => systemRuntime.sleep(ms / 20, signal);
    const fanfare = stage.client({}, { ...stage.runtime, sleep });
    stage.server.script(
      (response) => {
        answer = () => {
          response.writeHead(201, { 'Content-Type': 'application/json' });
          response.end(JSON.stringify({ post: done, replayed: false, warnings: [{ path: 'a', message: 'b' }] }));
        };
      },
      created(half, true),
      { body: { post: half } },
    );
    const seen: string[] = [];
    const result = await fanfare.posts.createAndWait(request, {
      intervalMs: 60_000,
      onProgress: ({ status }) => {
        if (seen.push(status) === 1) answer();
      },
    });
    expect(result).toEqual({ post: done, replayed: false, warnings: [{ path: 'a', message: 'b' }] });
    expect(seen).toEqual(['publishing', 'published']);
    expect(keys()).toEqual(['made_1', 'made_1']);
  });

  test('ends with what onProgress throws, and asks no more', async () => {
    const fanfare = stage.client({}, stage.runtime);
    stage.server.script(silence, created(pending, true), { body: { post: pending } });
    const onProgress = (): void => {
      throw new Error('my own');
    };
    expect(await rejection(fanfare.posts.createAndWait(request, { onProgress }))).toEqual(new Error('my own'));
    expect(stage.server.requests).toHaveLength(3);
  });

  test('ends with its signal while the post is being created', async () => {
    stage.server.script(silence, created(pending, true), { body: { post: pending } }, { body: { post: pending } });
    const stop = new AbortController();
    const onProgress = (): void => stop.abort(new Error('enough'));
    const waiting = stage.fanfare.posts.createAndWait(request, { onProgress, signal: stop.signal });
    expect(await rejection(waiting)).toEqual(new Error('enough'));
    expect(waiting.idempotencyKey).toBe('made_1');
  });

  test('what is refused is refused', async () => {
    stage.server.script(errorAnswer(400, 'invalid_post'));
    const error = await rejection(stage.fanfare.posts.createAndWait(request, { onProgress: () => undefined }));
    expect(error).toBeInstanceOf(FanfareError);
    expect(error).toMatchObject({ code: 'invalid_post', idempotencyKey: 'made_1' });
  });
});
