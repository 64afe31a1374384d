import { describe, expect, test } from 'vitest';
import { createX } from '../src/index.ts';
import { factsOf } from './facts-of.ts';
import { configFor, makeCall } from './make-call.ts';
import { type Reply, scriptedX } from './scripted-x.ts';

const POST = '1880028200000000001';
const COUNTS = {
  retweet_count: 7,
  reply_count: 3,
  like_count: 41,
  quote_count: 2,
  bookmark_count: 5,
  impression_count: 1902,
};
const seen = (public_metrics: unknown): Reply => ({ json: { data: { id: POST, text: 'a', public_metrics } } });

async function read(reply: Reply, id = POST, scopes?: readonly string[]) {
  const server = await scriptedX(reply, reply, reply, reply);
  const call = makeCall(server);
  const credential = { ...call.credential, scopes: scopes ?? call.credential.scopes };
  const metrics = createX(configFor(server)).metrics!({ ...call, credential }, id);
  metrics.catch(() => {});
  return { server, metrics };
}

describe('the counts of a post', () => {
  const REFUSED: Reply = {
    status: 400,
    json: {
      errors: [
        {
          parameters: { 'tweet.fields': ['public_metrics'] },
          message: 'The query parameter [tweet.fields] is not one of [id,expansions,post.fields]',
        },
      ],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.twitter.com/2/problems/invalid-request',
    },
  };

  test('are requested by the newer name only where X refuses the older one', async () => {
    const server = await scriptedX(REFUSED, seen(COUNTS));
    const metrics = await createX(configFor(server)).metrics!(makeCall(server), POST);
    expect(metrics).toEqual({ views: 1902, likes: 41, comments: 3, shares: 9, saves: 5 });
    expect(server.lines()).toEqual([
      `GET /2/tweets/${POST}?tweet.fields=public_metrics`,
      `GET /2/tweets/${POST}?post.fields=public_metrics`,
    ]);
    const other = await read({ status: 400, json: { title: 'Invalid Request', detail: 'The `id` is not valid.' } });
    expect(await factsOf(other.metrics)).toMatchObject({ code: 'internal_error' });
    expect(other.server.requests.length).toBe(1);
  });

  test('may come under the names of OpenAPI 2.167', async () => {
    const { retweet_count, ...others } = COUNTS;
    const { metrics } = await read(seen({ ...others, repost_count: retweet_count }));
    expect((await metrics).shares).toBe(9);
  });

  test.each([
    ['no counts at all', undefined, { views: null, likes: null, comments: null, shares: null, saves: null }],
    [
      'quotes without reposts',
      { quote_count: 2 },
      { views: null, likes: null, comments: null, shares: 2, saves: null },
    ],
    ['zeros', { like_count: 0, retweet_count: 0 }, { views: null, likes: 0, comments: null, shares: 0, saves: null }],
    [
      'counts of another type',
      { like_count: 'many', impression_count: -1, reply_count: 1.5, bookmark_count: null },
      { views: null, likes: null, comments: null, shares: null, saves: null },
    ],
  ])('are null where X reports none: %s', async (_, counts, expected) => {
    expect(await (await read(seen(counts))).metrics).toEqual(expected);
  });

  test('of a post that shows only some fields to this account are those fields', async () => {
    const { metrics } = await read({
      json: {
        data: { id: POST, public_metrics: COUNTS },
        errors: [{ type: 'https://api.twitter.com/2/problems/not-authorized-for-field' }],
      },
    });
    expect((await metrics).likes).toBe(41);
  });
});

describe('counts that cannot be read', () => {
  test('because the post was deleted, with status 200, say so', async () => {
    const detail = `Could not find tweet with id: [${POST}].`;
    const errors = [{ detail, type: 'https://api.twitter.com/2/problems/resource-not-found' }];
    expect(await factsOf((await read({ json: { errors } })).metrics)).toMatchObject({
      code: 'content_rejected',
      message: 'X no longer has this post: it was deleted.',
    });
  });

  test('without the permission to read say to reconnect, before any call', async () => {
    const { server, metrics } = await read(seen(COUNTS), POST, ['tweet.write']);
    expect(await factsOf(metrics)).toEqual({
      code: 'permission_missing',
      outcome: 'not_sent',
      message: 'The account was connected without tweet.read, users.read, which X wants for metrics.',
      remedy: 'Connect the account again to grant tweet.read, users.read.',
    });
    expect(server.requests).toEqual([]);
  });

  test('with an invalid id make no call', async () => {
    const { server, metrics } = await read(seen(COUNTS), '5?expansions=author_id');
    expect(await factsOf(metrics)).toMatchObject({ code: 'content_rejected', outcome: 'not_sent' });
    expect(server.requests).toEqual([]);
  });

  test.each([
    ['a page of HTML', { text: '<html>' }],
    ['another form', { json: { data: [] } }],
  ] as const)('because X answers with %s are temporary', async (_, reply) => {
    expect(await factsOf((await read(reply)).metrics)).toMatchObject({ code: 'network_unavailable' });
  });
});
