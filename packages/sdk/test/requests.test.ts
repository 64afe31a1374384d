import { routesOf } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { Fanfare, type FanfareOptions } from '../src/index.ts';
import { VERSION } from '../src/version.gen.ts';
import { API_KEY, rejection, useClient } from './use-client.ts';

const stage = useClient();
const platforms = [{ platform: 'x', accountId: 'acc_1' }] as const;
const lists = {
  accounts: [],
  spaces: [],
  media: [],
  drafts: [],
  posts: [],
  platforms: [],
  webhooks: [],
  deliveries: [],
  events: [],
};
const empty = { ...lists, nextCursor: null, total: 0, offset: 0 };

/** A call of every method that is a route, and what it sends. */
const CALLS: Record<string, [(fanfare: Fanfare) => PromiseLike<unknown>, string, unknown?]> = {
  'accounts.connect': [(it) => it.accounts.connect({ platform: 'x' }), 'POST /accounts/connect', { platform: 'x' }],
  'accounts.connectHub': [
    (it) => it.accounts.connectHub({ hubUrl: 'https://hub.example', connectCode: 'C' }),
    'POST /accounts/connect-hub',
    { hubUrl: 'https://hub.example', connectCode: 'C' },
  ],
  'accounts.list': [
    (it) => it.accounts.list({ profileId: 'a&b', includeRevoked: true }),
    'GET /accounts?profileId=a%26b&includeRevoked=true',
  ],
  'accounts.get': [(it) => it.accounts.get('acc/../1'), 'GET /accounts/acc%2F..%2F1'],
  'accounts.delete': [(it) => it.accounts.delete('acc_1'), 'DELETE /accounts/acc_1'],
  'accounts.spaces': [
    (it) => it.accounts.spaces('acc_1', { q: 'news', limit: 5 }),
    'GET /accounts/acc_1/spaces?q=news&limit=5',
  ],
  'accounts.mentions': [(it) => it.accounts.mentions('acc_1', { q: 'a&b' }), 'GET /accounts/acc_1/mentions?q=a%26b'],
  'drafts.create': [
    (it) => it.drafts.create({ request: { platforms }, note: 'n' }, { idempotencyKey: 'k' }),
    'POST /drafts',
    { request: { platforms }, note: 'n' },
  ],
  'drafts.list': [(it) => it.drafts.list({ published: false, limit: 5 }), 'GET /drafts?published=false&limit=5'],
  'drafts.get': [(it) => it.drafts.get('drf_1'), 'GET /drafts/drf_1'],
  'drafts.update': [
    (it) => it.drafts.update('drf_1', { version: 1, request: {} }),
    'PATCH /drafts/drf_1',
    { version: 1, request: {} },
  ],
  'drafts.delete': [(it) => it.drafts.delete('drf_1'), 'DELETE /drafts/drf_1'],
  'media.create': [
    (it) => it.media.create({ filename: 'a.jpg', contentType: 'image/jpeg', bytes: 3 }),
    'POST /media',
    { filename: 'a.jpg', contentType: 'image/jpeg', bytes: 3 },
  ],
  'media.fromUrl': [
    (it) => it.media.fromUrl({ url: 'https://a.example/a.jpg' }),
    'POST /media/from-url',
    { url: 'https://a.example/a.jpg' },
  ],
  'media.list': [(it) => it.media.list({ status: 'ready', limit: 5 }), 'GET /media?status=ready&limit=5'],
  'media.get': [(it) => it.media.get('med_1'), 'GET /media/med_1'],
  'media.complete': [(it) => it.media.complete('med_1'), 'POST /media/med_1/complete'],
  'media.delete': [(it) => it.media.delete('med_1'), 'DELETE /media/med_1'],
  'posts.create': [
    (it) => it.posts.create({ platforms, idempotencyKey: 'k' }),
    'POST /posts',
    { platforms, idempotencyKey: 'k' },
  ],
  'posts.validate': [(it) => it.posts.validate({ platforms }), 'POST /posts/validate', { platforms }],
  'posts.list': [
    (it) => it.posts.list({ status: 'failed', createdAfter: new Date('2026-11-20T12:00:00+01:00'), offset: 0 }),
    'GET /posts?status=failed&createdAfter=2026-11-20T11%3A00%3A00.000Z&offset=0',
  ],
  'posts.get': [(it) => it.posts.get('post_1'), 'GET /posts/post_1'],
  'posts.cancel': [(it) => it.posts.cancel('post_1'), 'POST /posts/post_1/cancel'],
  'posts.repost': [
    (it) => it.posts.repost('post_1', { targetIds: ['tgt_1'] }),
    'POST /posts/post_1/repost',
    { targetIds: ['tgt_1'] },
  ],
  'posts.unpublish': [
    (it) => it.posts.unpublish('post_1', { targetIds: ['tgt_1'] }),
    'POST /posts/post_1/unpublish',
    { targetIds: ['tgt_1'] },
  ],
  'posts.metrics': [(it) => it.posts.metrics('post_1'), 'GET /posts/post_1/metrics'],
  'reposts.create': [
    (it) => it.reposts.create({ url: 'https://x.com/a/status/1', accountIds: ['acc_1'] }),
    'POST /reposts',
    { url: 'https://x.com/a/status/1', accountIds: ['acc_1'] },
  ],
  'platforms.list': [(it) => it.platforms.list(), 'GET /platforms'],
  'usage.get': [(it) => it.usage.get(), 'GET /usage'],
  'webhooks.create': [
    (it) => it.webhooks.create({ url: 'https://a.example', events: ['post.failed'] }),
    'POST /webhooks',
    { url: 'https://a.example', events: ['post.failed'] },
  ],
  'webhooks.list': [(it) => it.webhooks.list(), 'GET /webhooks'],
  'webhooks.get': [(it) => it.webhooks.get('whk_1'), 'GET /webhooks/whk_1'],
  'webhooks.update': [
    (it) => it.webhooks.update('whk_1', { enabled: true }),
    'PATCH /webhooks/whk_1',
    { enabled: true },
  ],
  'webhooks.delete': [(it) => it.webhooks.delete('whk_1'), 'DELETE /webhooks/whk_1'],
  'webhooks.rotateSecret': [(it) => it.webhooks.rotateSecret('whk_1'), 'POST /webhooks/whk_1/rotate-secret'],
  'webhooks.test': [(it) => it.webhooks.test('whk_1'), 'POST /webhooks/whk_1/test'],
  'webhooks.deliveries': [
    (it) => it.webhooks.deliveries('whk_1', { status: 'failed', limit: 5 }),
    'GET /webhooks/whk_1/deliveries?status=failed&limit=5',
  ],
  'webhooks.replay': [
    (it) => it.webhooks.replay('whk_1', { since: new Date('2026-11-20T12:00:00+01:00') }),
    'POST /webhooks/whk_1/replay',
    { since: '2026-11-20T11:00:00.000Z' },
  ],
  'events.list': [
    (it) => it.events.list({ after: 'evt_1', type: 'post.failed' }),
    'GET /events?after=evt_1&type=post.failed',
  ],
};

test('every route of the contract has a method of its name', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(
    routesOf()
      // A stream is no promise: `stream-events.test.ts` reads it. `media.upload` sends bytes in
      // pieces.
      .filter(({ answerType, takesBytes }) => answerType === 'application/json' && !takesBytes)
      .map(({ name }) => name)
      .toSorted(),
  );
});

test.each(Object.entries(CALLS))('%s sends what it should', async (_, [call, line, body]) => {
  stage.server.script({ body: empty });
  await call(stage.fanfare);
  expect(stage.server.requests.map(({ method, url, body }) => [`${method} ${url.slice(7)}`, body])).toEqual([
    [line, body],
  ]);
  const { headers } = stage.server.requests[0]!;
  expect(headers).toMatchObject({
    authorization: `Bearer ${API_KEY}`,
    accept: 'application/json',
    'user-agent': `fanfare-sdk/${VERSION}`,
  });
  expect(headers['content-type']).toBe(body === undefined ? undefined : 'application/json');
});

test('headers of the client and of the call are sent, and neither replaces the key', async () => {
  stage.server.script({ body: {} });
  const headers = { 'X-Team': 'a', 'x-request-id': 'mine', authorization: 'Bearer other', 'user-agent': 'mine/1' };
  await stage.client({ headers }).usage.get({ headers: { 'x-team': 'b' } });
  expect(stage.server.requests[0]?.headers).toMatchObject({
    'x-team': 'b',
    'x-request-id': 'mine',
    'user-agent': 'mine/1',
    authorization: `Bearer ${API_KEY}`,
  });
});

/** Every method whose first argument is part of the address. */
const BY_ID: Record<string, (fanfare: Fanfare, id: string) => PromiseLike<unknown>> = {
  'accounts.get': (it, id) => it.accounts.get(id),
  'accounts.delete': (it, id) => it.accounts.delete(id),
  'accounts.spaces': (it, id) => it.accounts.spaces(id),
  'accounts.mentions': (it, id) => it.accounts.mentions(id, { q: 'a' }),
  'drafts.get': (it, id) => it.drafts.get(id),
  'drafts.update': (it, id) => it.drafts.update(id, { version: 1 }),
  'drafts.delete': (it, id) => it.drafts.delete(id),
  'media.get': (it, id) => it.media.get(id),
  'media.complete': (it, id) => it.media.complete(id),
  'media.delete': (it, id) => it.media.delete(id),
  'posts.get': (it, id) => it.posts.get(id),
  'posts.cancel': (it, id) => it.posts.cancel(id),
  'posts.repost': (it, id) => it.posts.repost(id),
  'posts.unpublish': (it, id) => it.posts.unpublish(id),
  'posts.metrics': (it, id) => it.posts.metrics(id),
  'webhooks.get': (it, id) => it.webhooks.get(id),
  'webhooks.update': (it, id) => it.webhooks.update(id, {}),
  'webhooks.delete': (it, id) => it.webhooks.delete(id),
  'webhooks.rotateSecret': (it, id) => it.webhooks.rotateSecret(id),
  'webhooks.test': (it, id) => it.webhooks.test(id),
  'webhooks.deliveries': (it, id) => it.webhooks.deliveries(id),
  'webhooks.replay': (it, id) => it.webhooks.replay(id, { eventIds: [] }),
};

test('every route with an id in its address is among those that refuse a wrong one', () => {
  const withId = Object.entries(CALLS).filter(([, [, sent]]) => /\/(acc|drf|med|post|wh)[^/]*(_1|%2F1)/.test(sent));
  expect(Object.keys(BY_ID).sort()).toEqual(withId.map(([name]) => name).sort());
});

test.each(Object.entries(BY_ID))(
  '%s rejects an id that would name another route, and sends nothing',
  async (_, call) => {
    for (const id of ['', '.', '..', undefined, 17] as string[])
      expect(await rejection(call(stage.fanfare, id))).toEqual(
        new TypeError(`An id is a string, not ${JSON.stringify(id)}.`),
      );
    expect(stage.server.requests).toEqual([]);
  },
);

const UNSENDABLE: readonly (readonly [what: string, value: unknown])[] = [
  ['an invalid Date', new Date('2026-13-45')],
  ['an invalid Date', { toJSON: () => null }],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
];

test.each(UNSENDABLE)('%s is refused wherever it stands, before anything is sent', async (what, value) => {
  const media = [{ type: 'video', url: 'https://a.example/a.mp4', thumbOffsetMs: value }];
  const calls: readonly (readonly [field: string, () => PromiseLike<unknown>])[] = [
    ['publishAt', () => stage.fanfare.posts.create({ platforms, publishAt: value as Date })],
    ['publishAt', () => stage.fanfare.posts.createAndWait({ platforms, publishAt: value as Date })],
    ['publishAt', () => stage.fanfare.posts.validate({ platforms, publishAt: value as Date })],
    ['thumbOffsetMs', () => stage.fanfare.posts.create({ platforms, mediaItems: media as never })],
    ['until', () => stage.fanfare.webhooks.replay('whk_1', { since: new Date(), until: value as Date })],
    ['overlapSeconds', () => stage.fanfare.webhooks.rotateSecret('whk_1', { overlapSeconds: value as number })],
    ['publishAt', () => stage.fanfare.request('POST', '/posts', { body: { platforms, publishAt: value } })],
  ];
  for (const [field, call] of calls) {
    await expect(call(), field).rejects.toThrow(new TypeError(`\`${field}\` is ${what}; nothing was sent.`));
  }
  if (value instanceof Date || typeof value === 'number') {
    const list = stage.fanfare.posts.list({ createdAfter: value as Date });
    await expect(list).rejects.toThrow(new TypeError(`\`createdAfter\` is ${what}; nothing was sent.`));
  }
  expect(stage.server.requests).toEqual([]);
});

test('a base address may have a path, a slash at its end, and that of the API', async () => {
  const seen: string[] = [];
  for (const baseUrl of [
    'https://a.example',
    'https://a.example/',
    'https://a.example/f/',
    'https://a.example/api/v1/',
  ]) {
    const fetch = async (url: string) => {
      seen.push(url);
      return Response.json({});
    };
    await stage.client({ baseUrl, fetch }).usage.get();
  }
  expect(seen).toEqual([
    'https://a.example/api/v1/usage',
    'https://a.example/api/v1/usage',
    'https://a.example/f/api/v1/usage',
    'https://a.example/api/v1/usage',
  ]);
});

test('key and address come from the environment when they are not given', async () => {
  process.env.FANFARE_BASE_URL = `${stage.server.baseUrl}/`;
  process.env.FANFARE_API_KEY = `${API_KEY}\n`;
  try {
    stage.server.script({ body: { plan: 'free' } });
    const fanfare = new Fanfare();
    expect(await fanfare.usage.get()).toEqual({ plan: 'free' });
    expect(fanfare.baseUrl).toBe(stage.server.baseUrl);
    expect(stage.server.requests[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  } finally {
    delete process.env.FANFARE_BASE_URL;
    delete process.env.FANFARE_API_KEY;
  }
});

test.each<[FanfareOptions, string]>([
  [{ baseUrl: 'https://a.example' }, 'There is no API key: pass `apiKey`, or set FANFARE_API_KEY.'],
  [{ baseUrl: 'https://a.example', apiKey: 'with\nbreak' }, 'The API key contains characters that no key has.'],
  [{ apiKey: 'k' }, 'There is no base URL: pass `baseUrl`, or set FANFARE_BASE_URL.'],
  ...['a.example', 'ftp://a.example', 'https://u:p@a.example', 'https://a.example/?x=1', '/api'].map(
    (baseUrl): [FanfareOptions, string] => [
      { apiKey: 'k', baseUrl },
      '`baseUrl` is an http or https address, such as https://fanfare.example.com.',
    ],
  ),
])('options that cannot work are refused at once: %j', (options, message) => {
  expect(() => new Fanfare(options)).toThrow(expect.objectContaining({ name: 'FanfareError', message }));
});

test.each([
  ['a page', 'document', {}],
  ['a worker of a page', 'navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' }],
])('a browser is refused unless it is allowed, and sends its own user agent: %s', async (_, name, value) => {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    const options = { apiKey: 'k', baseUrl: stage.server.baseUrl };
    expect(() => new Fanfare(options)).toThrow(/^This is a browser, where everybody can read the API key\./);
    stage.server.script({ body: { plan: 'free' } });
    await new Fanfare({ ...options, dangerouslyAllowBrowser: true }).usage.get();
    expect(stage.server.requests[0]?.headers['user-agent']).not.toContain('fanfare');
  } finally {
    Reflect.deleteProperty(globalThis, name);
    if (own) Object.defineProperty(globalThis, name, own);
  }
});

test('without a key a page calls with its session: no Authorization, whatever the environment and the headers hold', async () => {
  Object.defineProperty(globalThis, 'document', { value: {}, configurable: true });
  process.env.FANFARE_API_KEY = API_KEY;
  try {
    stage.server.script({ body: { plan: 'free' } });
    const headers = { 'X-Fanfare-CSRF': 'token', authorization: `Bearer ${API_KEY}` };
    const fanfare = new Fanfare({ apiKey: null, baseUrl: stage.server.baseUrl, headers });
    expect(await fanfare.usage.get()).toEqual({ plan: 'free' });
    const [request] = stage.server.requests;
    expect(request?.headers['x-fanfare-csrf']).toBe('token');
    expect(request?.headers.authorization).toBeUndefined();
    const broken = new Fanfare({
      apiKey: null,
      baseUrl: stage.server.baseUrl,
      fetch: () => Promise.reject(new Error('null')),
      maxRetries: 0,
    });
    expect(String(await rejection(broken.usage.get()))).toMatch(/got no answer: null$/);
  } finally {
    delete process.env.FANFARE_API_KEY;
    Reflect.deleteProperty(globalThis, 'document');
  }
});

test('an environment that may not be read is none', () => {
  const { process } = globalThis;
  const env = new Proxy(
    {},
    {
      get: () => {
        throw new Error('NotCapable');
      },
    },
  );
  Object.defineProperty(globalThis, 'process', { value: { env }, configurable: true });
  try {
    expect(() => new Fanfare()).toThrow('There is no API key');
  } finally {
    Object.defineProperty(globalThis, 'process', { value: process, configurable: true });
  }
});

test('withResponse gives status, headers, text and how often it was asked for', async () => {
  stage.server.script(
    { status: 500, text: '' },
    { body: { plan: 'free' }, headers: { RateLimit: '"requests";r=598;t=42' } },
  );
  const { data, response, text, requestId, attempts } = await stage.fanfare.usage.get().withResponse();
  expect([data, text, requestId, attempts]).toEqual([{ plan: 'free' }, '{"plan":"free"}', 'req_1', 2]);
  expect([response.status, response.headers.get('RateLimit')]).toEqual([200, '"requests";r=598;t=42']);
});

test('what a method returns is a promise like any other', async () => {
  stage.server.script({ body: { plan: 'a' } }, { body: { plan: 'b' } }, { status: 404, text: '' });
  const asking = stage.fanfare.usage.get();
  expect(asking).toBeInstanceOf(Promise);
  expect(await Promise.all([asking, stage.fanfare.usage.get().finally(() => undefined)])).toEqual([
    { plan: 'a' },
    { plan: 'b' },
  ]);
  expect(asking.then(({ plan }) => plan)).not.toBeInstanceOf(asking.constructor);
  expect(await asking.then(({ plan }) => plan)).toBe('a');
  expect(await stage.fanfare.usage.get().catch(() => 'caught')).toBe('caught');
});

test('withResponse alone leaves no rejection unhandled', async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', listen);
  stage.server.script({ status: 404, text: '' });
  await rejection(stage.fanfare.usage.get().withResponse());
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', listen);
  expect(unhandled).toEqual([]);
});
