import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { LogFacts } from '../src/options.ts';
import { errorAnswer } from './answers.ts';
import { hangUp } from './scripted-server.ts';
import { API_KEY, rejection, useClient } from './use-client.ts';

const stage = useClient();
const everything = (value: unknown): string => inspect(value, { depth: 20, showHidden: true, getters: true });

test('a client shows its address and no key, however it is looked at', () => {
  const { fanfare } = stage;
  const views = [
    everything(fanfare),
    JSON.stringify(fanfare),
    String(fanfare),
    everything(fanfare.posts),
    JSON.stringify(fanfare.usage),
  ];
  expect(views.filter((view) => view.includes(API_KEY))).toEqual([]);
  expect(views[0]).toContain(stage.server.baseUrl);
});

test('no error holds the key', async () => {
  const { baseUrl } = stage.server;
  stage.server.script(
    errorAnswer(401, 'unauthorized'),
    hangUp,
    { status: 302, headers: { Location: '/' } },
    { text: '<html>' },
    { status: 502, text: `you sent Bearer ${API_KEY}` },
    errorAnswer(400, 'invalid_request', { details: [{ path: 'authorization', message: API_KEY }] }),
    { text: `not JSON: ${API_KEY}` },
  );
  const errors: unknown[] = [];
  for (let call = 0; call < 7; call++) errors.push(await rejection(stage.fanfare.usage.get({ maxRetries: 0 })));
  const broken = [
    new Error(`request failed: Bearer ${API_KEY}`),
    Object.assign(new Error('request failed'), { config: { headers: { authorization: `Bearer ${API_KEY}` } } }),
    new Error('outer', { cause: new Error(`inner ${API_KEY}`) }),
    `a string with ${API_KEY}`,
  ];
  for (const cause of broken) {
    errors.push(await rejection(stage.client({ fetch: () => Promise.reject(cause), maxRetries: 0 }).usage.get()));
  }
  expect(errors.filter((error) => everything(error).includes(API_KEY))).toEqual([]);
  expect(errors.slice(7, 10).map(String)).toEqual([
    `FanfareConnectionError: GET ${baseUrl}/api/v1/usage got no answer: request failed: Bearer …`,
    `FanfareConnectionError: GET ${baseUrl}/api/v1/usage got no answer: request failed`,
    `FanfareConnectionError: GET ${baseUrl}/api/v1/usage got no answer: inner …`,
  ]);
});

test('a key that is none is not repeated in the error', async () => {
  const error = await rejection((async () => stage.client({ apiKey: `${API_KEY}\u0000` }))());
  expect(everything(error)).not.toContain(API_KEY);
});

test('the log has every request and retry, and no key, body or query', async () => {
  const lines: [string, string, LogFacts][] = [];
  const logger = {
    debug: (message: string, facts: LogFacts) => void lines.push(['debug', message, facts]),
    warn: (message: string, facts: LogFacts) => void lines.push(['warn', message, facts]),
  };
  stage.server.script(errorAnswer(429, 'rate_limited'), hangUp, { body: { posts: [], nextCursor: null } });
  await stage.client({ logger }).posts.list({ profileId: 'somebody' });
  const facts = { method: 'GET', path: '/api/v1/posts', durationMs: 0 };
  const lost = `GET ${stage.server.baseUrl}/api/v1/posts got no answer: UND_ERR_SOCKET other side closed`;
  expect(lines).toEqual([
    ['debug', 'GET /api/v1/posts answered 429', { ...facts, attempt: 1, status: 429, requestId: 'req_1' }],
    [
      'warn',
      'GET /api/v1/posts is sent again in 500 ms: rate_limited',
      { ...facts, attempt: 1, reason: 'rate_limited', retryInMs: 500 },
    ],
    [
      'warn',
      `GET /api/v1/posts is sent again in 1000 ms: ${lost}`,
      { ...facts, attempt: 2, reason: lost, retryInMs: 1000 },
    ],
    ['debug', 'GET /api/v1/posts answered 200', { ...facts, attempt: 3, status: 200, requestId: 'req_1' }],
  ]);
  expect(everything(lines)).not.toMatch(/somebody|sk_/);
});
