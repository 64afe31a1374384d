import type { Attempt } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { createX } from '../src/index.ts';
import { aDraft, images } from './a-draft.ts';
import { factsOf } from './facts-of.ts';
import { configFor, makeCall, movingClock, NOW } from './make-call.ts';
import { type Reply, scriptedX } from './scripted-x.ts';

type Run = {
  readonly draft?: Partial<Draft>;
  readonly agoMs?: number;
  /** Lead of the clock of this process over the database's and the network's. */
  readonly skewMs?: number;
  readonly replies: readonly Reply[];
};

/** `agoMs` after the attempt; on every clock except this process's it is `NOW`. */
async function reconcile({ draft, agoMs = 0, skewMs = 0, replies }: Run) {
  const server = await scriptedX(...replies);
  const call = { ...makeCall(server), clock: movingClock(NOW + skewMs) };
  const attempt: Attempt<Draft> = {
    input: aDraft(draft),
    handle: null,
    intendedAt: NOW - agoMs,
    agoMs,
    sends: 1,
    error: undefined,
    earlierErrors: [],
  };
  const verdict = createX(configFor(server)).publish.reconcile(call, attempt);
  verdict.catch(() => {});
  return { server, call, verdict };
}

const post = (changes: Record<string, unknown> = {}) => ({
  id: '77',
  text: 'Release day',
  created_at: '2026-11-20T12:00:01.000Z',
  edit_history_tweet_ids: ['77'],
  ...changes,
});
const timeline = (...posts: readonly unknown[]): Reply => ({
  json: posts.length === 0 ? { meta: { result_count: 0 } } : { data: posts, meta: { result_count: posts.length } },
});
const LIVE = { state: 'live', platformPostId: '77', url: 'https://x.com/devteam/status/77' };
const UNDECIDED = { state: 'undecided' };
const QUERY = [
  'start_time=2026-11-20T11%3A59%3A55Z',
  'max_results=100',
  'exclude=retweets',
  'tweet.fields=created_at%2Centities%2Cattachments%2Cnote_tweet',
].join('&');

test('a post with the same text is the one, found by one read of the own timeline', async () => {
  const { server, call, verdict } = await reconcile({ replies: [timeline(post({ id: '5', text: 'Other' }), post())] });
  expect(await verdict).toEqual(LIVE);
  expect(server.lines()).toEqual([`GET /2/users/2244994945/tweets?${QUERY}`]);
  expect(server.requests[0]?.headers.authorization).toBe('Bearer access-token');
  expect(call.clock.slept).toEqual([5_000]);
});

test('a timeline that refuses `tweet.fields` is read by the newer name, so that the lost answer is settled', async () => {
  const refused: Reply = { status: 400, json: { errors: [{ parameters: { 'tweet.fields': ['created_at'] } }] } };
  const { server, verdict } = await reconcile({ replies: [refused, timeline(post())] });
  expect(await verdict).toEqual(LIVE);
  expect(server.lines()[1]).toBe(
    `GET /2/users/2244994945/tweets?${QUERY.replace('tweet.fields', 'post.fields').replace('note_tweet', 'note_post')}`,
  );
});

test('the timeline is read 5, 15, 40 and 90 seconds after the attempt, then nothing is decided', async () => {
  const { server, call, verdict } = await reconcile({ replies: Array.from({ length: 4 }, () => timeline()) });
  expect(await verdict).toEqual(UNDECIDED);
  expect(server.requests.length).toBe(4);
  expect(call.clock.slept).toEqual([5_000, 10_000, 25_000, 50_000]);
});

test('a post that appears late is still found', async () => {
  const { call, verdict } = await reconcile({ replies: [timeline(), timeline(), timeline(), timeline(post())] });
  expect(await verdict).toEqual(LIVE);
  expect(call.clock.now() - NOW).toBe(90_000);
});

test('missed looks are replaced by one at once', async () => {
  const { server, call, verdict } = await reconcile({
    agoMs: 20_000,
    replies: [timeline(), timeline(), timeline()],
  });
  expect(await verdict).toEqual(UNDECIDED);
  expect(server.requests.length).toBe(3);
  expect(call.clock.slept).toEqual([20_000, 50_000]);
});

describe('long after the attempt', () => {
  const agoMs = 3_600_000;
  const created_at = '2026-11-20T11:00:01.000Z';

  test('one look decides', async () => {
    const { call, verdict } = await reconcile({ agoMs, replies: [timeline(post({ created_at }))] });
    expect(await verdict).toEqual(LIVE);
    expect(call.clock.slept).toEqual([]);
    const none = await reconcile({ agoMs, replies: [timeline()] });
    expect(await none.verdict).toEqual(UNDECIDED);
    expect(none.server.requests.length).toBe(1);
  });

  test('a failed look is replaced', async () => {
    const strange: Reply = { json: { data: 'nonsense' } };
    const { call, verdict } = await reconcile({ agoMs, replies: [strange, timeline(post({ created_at }))] });
    expect(await verdict).toEqual(LIVE);
    expect(call.clock.slept).toEqual([5_000]);
  });
});

describe.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('a process whose clock is ten minutes %s', (_, skewMs) => {
  test('looks at the usual times', async () => {
    const { call, verdict } = await reconcile({ skewMs, replies: Array.from({ length: 4 }, () => timeline()) });
    expect(await verdict).toEqual(UNDECIDED);
    expect(call.clock.slept).toEqual([5_000, 10_000, 25_000, 50_000]);
  });

  test('replaces missed looks, and no others', async () => {
    const replies = Array.from({ length: 3 }, () => timeline());
    const { call, verdict } = await reconcile({ skewMs, agoMs: 20_000, replies });
    expect(await verdict).toEqual(UNDECIDED);
    expect(call.clock.slept).toEqual([20_000, 50_000]);
  });

  test('requests the posts since the attempt, and recognises its own', async () => {
    const { server, verdict } = await reconcile({ skewMs, replies: [timeline(post())] });
    expect(await verdict).toEqual(LIVE);
    expect(server.lines()).toEqual([`GET /2/users/2244994945/tweets?${QUERY}`]);
  });
});

describe('what does not match', () => {
  const undecided = async (draft: Partial<Draft>, ...posts: readonly unknown[]) => {
    const { verdict } = await reconcile({ draft, replies: Array.from({ length: 4 }, () => timeline(...posts)) });
    expect(await verdict).toEqual(UNDECIDED);
  };

  test('two posts that both match', () => undecided({}, post(), post({ id: '78' })));
  test('a post from before the attempt', () => undecided({}, post({ created_at: '2026-11-20T11:59:54.000Z' })));
  test('a post without a time', () => undecided({}, post({ created_at: undefined })));
  test('a post with another text', () => undecided({}, post({ text: 'Release day!' })));
  test('a post with media where none was sent', () => undecided({}, post({ attachments: { media_keys: ['3_1'] } })));
  test('a post without media where some was sent', () => undecided({ media: images(1) }, post()));
  test('a post with one image too few', () =>
    undecided({ media: images(2) }, post({ attachments: { media_keys: ['3_1'] } })));
});

test('two matching posts end the search at once', async () => {
  const { server, verdict } = await reconcile({ replies: [timeline(post(), post({ id: '78' }))] });
  expect(await verdict).toEqual(UNDECIDED);
  expect(server.requests.length).toBe(1);
});

test('a post within the tolerance of the clocks counts', async () => {
  const { verdict } = await reconcile({ replies: [timeline(post({ created_at: '2026-11-20T11:59:55.000Z' }))] });
  expect(await verdict).toEqual(LIVE);
});

test('media are counted and the link X appends for them is not text', async () => {
  const seen = post({ text: 'Release day https://t.co/m', attachments: { media_keys: ['3_1', '3_2'] } });
  const { verdict } = await reconcile({ draft: { media: images(2) }, replies: [timeline(seen)] });
  expect(await verdict).toEqual(LIVE);
});

describe('a long timeline', () => {
  const page = (next: string | undefined, ...posts: readonly unknown[]): Reply => ({
    json: { data: posts, meta: { result_count: posts.length, next_token: next } },
  });

  test('is read to its end before one match counts as the only one', async () => {
    const { server, verdict } = await reconcile({ replies: [page('n1', post()), page(undefined, post({ id: '78' }))] });
    expect(await verdict).toEqual(UNDECIDED);
    const second = QUERY.replace('&tweet.fields', '&pagination_token=n1&tweet.fields');
    expect(server.lines()[1]).toBe(`GET /2/users/2244994945/tweets?${second}`);
  });

  test('without an end decides nothing', async () => {
    const pages = [
      page('more', post()),
      ...Array.from({ length: 4 }, () => page('more', post({ id: '5', text: 'Other' }))),
    ];
    const { server, verdict } = await reconcile({ replies: [...pages, ...pages, ...pages, ...pages] });
    expect(await verdict).toEqual(UNDECIDED);
    expect(server.requests.length).toBe(20);
  });
});

describe('a read that fails', () => {
  test('is replaced by the next', async () => {
    const { verdict } = await reconcile({ replies: [{ json: { errors: [], data: 5 } }, timeline(post())] });
    expect(await verdict).toEqual(LIVE);
  });

  test.each([
    ['permission', 403, {}],
    ['credits', 402, {}],
    ['account', 403, { errors: [{ code: 64 }] }],
  ])('for good (%s) ends the search', async (_, status, json) => {
    const { server, verdict } = await reconcile({ replies: [{ status, json }] });
    expect(await verdict).toEqual(UNDECIDED);
    expect(server.requests.length).toBe(1);
  });

  test('for a token that has lapsed says so, so that it can be renewed', async () => {
    const { verdict } = await reconcile({ replies: [{ status: 401, json: { title: 'Unauthorized' } }] });
    expect(await factsOf(verdict)).toMatchObject({ code: 'credential_rejected', credential: 'expired' });
  });

  test('on every look decides nothing', async () => {
    const { verdict } = await reconcile({ replies: Array.from({ length: 16 }, (): Reply => ({ status: 503 })) });
    expect(await verdict).toEqual(UNDECIDED);
  });
});
