import { Secret } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { createX } from '../src/index.ts';
import { invalid, problem, versionOneError } from './documented-answer.ts';
import { factsOf } from './facts-of.ts';
import { configFor, makeCall, NOW } from './make-call.ts';
import { type Reply, scriptedX } from './scripted-x.ts';

const POST = '1880028200000000001';

async function repost(reply: Reply, handle: string | null = POST) {
  const server = await scriptedX(reply);
  const adapter = createX(configFor(server)).repost;
  if (adapter === undefined) throw new Error('X can repost.');
  const sent = adapter.send(makeCall(server), { handle, body: null });
  sent.catch(() => {});
  return { server, sent };
}

describe('prepare', () => {
  const prepare = async (platformPostId: string, scopes?: readonly string[]) => {
    const server = await scriptedX();
    const call = makeCall(server);
    const credential = { ...call.credential, scopes: scopes ?? call.credential.scopes };
    const prepared = createX(configFor(server)).repost!.prepare({ ...call, credential }, { platformPostId });
    prepared.catch(() => {});
    return { server, prepared };
  };

  test('makes no call; the handle is the post', async () => {
    const { server, prepared } = await prepare(POST);
    expect(await prepared).toEqual({ handle: POST, body: null });
    expect(server.requests).toEqual([]);
  });

  test('of an account without the permission to write says which one and to reconnect, before any call', async () => {
    const { server, prepared } = await prepare(POST, ['tweet.read', 'offline.access']);
    expect(await factsOf(prepared)).toEqual({
      code: 'permission_missing',
      outcome: 'not_sent',
      message: 'The account was connected without tweet.write, users.read, which X wants for reposts.',
      remedy: 'Connect the account again to grant tweet.write, users.read.',
    });
    expect(server.requests).toEqual([]);
  });

  test.each(['', '0', '0123', '-5', '1e3', '12345678901234567890', '../5', 'urn:li:share:5', '５'])(
    'refuses %j, which cannot be a post id',
    async (id) => {
      const { server, prepared } = await prepare(id);
      expect(await factsOf(prepared)).toMatchObject({ code: 'content_rejected', outcome: 'not_sent' });
      expect(server.requests).toEqual([]);
    },
  );
});

describe('send', () => {
  test('has no id of the repost where X returns none', async () => {
    expect(await (await repost({ json: { data: { retweeted: true } } })).sent).toEqual({
      platformPostId: null,
      url: null,
    });
  });

  test.each([
    ['400 and words', { status: 400, json: invalid('You cannot retweet a Tweet that you have already retweeted.') }],
    ['403 and code 327', { status: 403, json: versionOneError(327, 'You have already retweeted this Tweet.') }],
    ['200 as if it were new', { status: 200, json: { data: { retweeted: true } } }],
    ['403 in the new vocabulary', { status: 403, json: problem(403, 'You have already reposted this post.') }],
  ] as const)('treats "already reposted", reported with %s, as success', async (_, reply) => {
    const { server, sent } = await repost(reply);
    expect(await sent).toEqual({ platformPostId: null, url: null });
    expect(server.requests.length).toBe(1);
  });

  test('treats errors with status 200 as a refusal', async () => {
    const errors = [{ detail: 'Could not find tweet with id: [1].', title: 'Not Found Error' }];
    const facts = await factsOf((await repost({ status: 200, json: { errors } })).sent);
    expect(facts).toMatchObject({ code: 'content_rejected', outcome: 'rejected' });
    expect(facts.retryAfterMs).toBeUndefined();
  });

  test.each([
    ['a lost answer', 'hang up'],
    ['a fault', { status: 503 }],
    ['a cut answer', { status: 200, text: '{"data":{"retw' }],
    ['an empty answer', { status: 200, text: '' }],
    ['an answer that denies it', { status: 200, json: { data: { retweeted: false } } }],
  ] as const)('does not know the outcome after %s', async (_, reply) => {
    const { server, sent } = await repost(reply);
    expect(await factsOf(sent)).toMatchObject({ code: 'network_unavailable', outcome: 'unknown' });
    expect(server.requests.length).toBe(1);
  });

  test('refuses to run without its handle', async () => {
    const { server, sent } = await repost({ json: {} }, null);
    await expect(sent).rejects.toThrow(RangeError);
    expect(server.requests).toEqual([]);
  });
});

test('an unknown repost is sent again, from its handle alone: X makes the second one a no-op', async () => {
  const server = await scriptedX('hang up', {
    status: 400,
    json: invalid('You cannot retweet a Tweet that you have already retweeted.'),
  });
  const { repost: adapter } = createX(configFor(server));
  const call = makeCall(server);
  const error = await adapter!.send(call, { handle: POST, body: null }).catch((thrown: unknown) => thrown);
  const attempt = {
    input: { platformPostId: POST },
    handle: POST,
    intendedAt: NOW,
    agoMs: 1_000,
    sends: 1,
    error,
    earlierErrors: [],
  };
  expect(await adapter!.reconcile(call, attempt)).toEqual({ state: 'resend', afterMs: 2_000 });
  expect(await adapter!.send(call, { handle: POST, body: null })).toEqual({ platformPostId: null, url: null });
  expect(server.lines()).toEqual(['POST /2/users/2244994945/retweets', 'POST /2/users/2244994945/retweets']);
});

test('a refusal never contains the token', async () => {
  const { sent } = await repost({ status: 403, json: problem(403, 'Bearer access-token-of-ours is not permitted') });
  const error: unknown = await sent.catch((thrown: unknown) => thrown);
  expect(JSON.stringify(error) + String(error)).not.toContain(new Secret('access-token-of-ours').reveal());
});
