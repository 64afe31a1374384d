import type { Json } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { createX } from '../src/index.ts';
import { factsOf } from './facts-of.ts';
import { configFor, makeCall, NOW } from './make-call.ts';
import { type Reply, scriptedX } from './scripted-x.ts';

async function send(reply: Reply, body: Json = { text: 'Release day' }) {
  const server = await scriptedX(reply);
  const sent = createX(configFor(server)).publish.send(makeCall(server), { handle: null, body });
  sent.catch(() => {});
  return { server, sent };
}

const created = (data: unknown, status = 201): Reply => ({ status, json: { data } });
describe('a created post', () => {
  test('may have its id as a number beyond 2^53', async () => {
    const { sent } = await send({ status: 201, text: '{"data":{"id":1880028200000000001}}' });
    expect((await sent).platformPostId).toBe('1880028200000000001');
  });

  test('with status 200 is as good', async () => {
    expect((await (await send(created({ id: '5' }, 200))).sent).platformPostId).toBe('5');
  });
});

describe('a 2xx without an id decides nothing: the timeline does', () => {
  test.each([
    ['201, cut off', { status: 201, text: '{"data":{"id":"18' }],
    ['201, empty', { status: 201, text: '' }],
    ['201 with a page', { status: 201, text: '<html>Created</html>' }],
    ['201 without an id', { status: 201, json: { data: { text: 'x' } } }],
    ['a page of a proxy', { status: 200, text: '<html>Sign in to the network</html>' }],
    ['errors without data', { status: 200, json: { errors: [{ detail: 'x' }] } }],
    ['no content', { status: 204 }],
  ] as const)('%s', async (_, reply) => {
    const facts = await factsOf((await send(reply)).sent);
    expect(facts).toEqual({
      code: 'network_unavailable',
      outcome: 'unknown',
      message: 'X answered in a form that does not say whether the post was created.',
      networkCode: String(reply.status),
    });
  });
});

describe('a refused post', () => {
  test.each([
    ['at the reset of its window', { 'x-rate-limit-reset': String(NOW / 1000 + 30) }, 30_000],
    ['after a reset that has passed, in a second', { 'x-rate-limit-reset': String(NOW / 1000 - 30) }, 1_000],
    ['at the latest after the longest window', { 'x-rate-limit-reset': String(NOW / 1000 + 86_400) }, 900_000],
    ['in a minute where X does not say', {}, 60_000],
    [
      'when the day of the user is over',
      {
        'x-rate-limit-reset': String(NOW / 1000 + 30),
        'x-user-limit-24hour-remaining': '0',
        'x-user-limit-24hour-reset': String(NOW / 1000 + 7_200),
      },
      7_200_000,
    ],
    [
      'not when the day of the app has calls left',
      {
        'x-rate-limit-reset': String(NOW / 1000 + 30),
        'x-app-limit-24hour-remaining': '5',
        'x-app-limit-24hour-reset': String(NOW / 1000 + 7_200),
      },
      30_000,
    ],
  ])('for one post too many may be sent again %s', async (_, headers, retryAfterMs) => {
    const { sent } = await send({ status: 429, json: { title: 'Too Many Requests', status: 429 }, headers });
    expect(await factsOf(sent)).toMatchObject({ code: 'rate_limited', outcome: 'rejected', retryAfterMs });
  });
});

test('the public address escapes characters that a username cannot contain', async () => {
  const server = await scriptedX(created({ id: '5' }));
  const call = makeCall(server);
  const account = { ...call.account, username: 'a/b?c' };
  const sent = await createX(configFor(server, { webUrl: 'http://web.example/x' })).publish.send(
    { ...call, account },
    { handle: null, body: { text: 'a' } },
  );
  expect(sent.url).toBe('http://web.example/x/a%2Fb%3Fc/status/5');
});
