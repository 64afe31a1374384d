import type { Attempt, Credential, ProfileRef } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { aDraft, images } from './a-draft.ts';
import { aConfig, aCredential, makeCall, NOW, PAGE, PERSON } from './make-call.ts';
import { type Scripted, startScripted } from './scripted-linkedin.ts';

const LIST = 'GET /api/rest/posts?author=urn%3Ali%3Aorganization%3A2414183&q=author&count=50&sortBy=CREATED';
const AUTHOR = 'urn:li:organization:2414183';
const draft = aDraft({ content: 'Day #1 (really)' });

const post = (changes: object = {}) => ({
  id: 'urn:li:share:7',
  author: AUTHOR,
  commentary: 'Day \\#1 \\(really\\)',
  createdAt: NOW,
  publishedAt: NOW,
  lifecycleState: 'PUBLISHED',
  ...changes,
});
const list = (...elements: object[]): Scripted => ({
  status: 200,
  body: { elements, paging: { start: 0, count: 50, links: [] } },
});

async function reconcile(
  answers: Scripted | readonly Scripted[],
  changes: {
    attempt?: Partial<Attempt<Draft>>;
    account?: ProfileRef;
    credential?: Credential;
    /** Lead of the clock of this process over the database's and the network's. */
    skewMs?: number;
  } = {},
) {
  await using server = await startScripted({ 'GET /api/rest/posts': answers });
  await using call = makeCall({
    account: changes.account ?? PAGE,
    ...(changes.credential && { credential: changes.credential }),
  });
  const { skewMs = 0 } = changes;
  const clock = { ...call.clock, now: () => call.clock.now() + skewMs };
  const verdict = await createLinkedin(aConfig(server.origin)).publish.reconcile(
    { ...call, clock },
    {
      input: draft,
      handle: null,
      intendedAt: NOW,
      agoMs: 0,
      sends: 1,
      error: null,
      earlierErrors: [],
      ...changes.attempt,
    },
  );
  return { verdict, lines: server.lines(), sleptMs: call.clock.sleptMs, origin: server.origin };
}

describe('reconcile', () => {
  it('cannot decide for a member, and makes no call', async () => {
    const { verdict, lines, sleptMs } = await reconcile(list(post()), { account: PERSON });
    expect([verdict, lines, sleptMs]).toEqual([{ state: 'undecided' }, [], []]);
  });

  it('cannot decide for a page that may not be read, and makes no call', async () => {
    const credential = aCredential({ scopes: ['w_member_social', 'w_organization_social'] });
    const { verdict, lines } = await reconcile(list(post()), { credential });
    expect([verdict, lines]).toEqual([{ state: 'undecided' }, []]);
  });

  it('finds the one post of the page that matches the attempt', async () => {
    const { verdict, lines, sleptMs, origin } = await reconcile(
      list(post(), post({ id: 'urn:li:share:8', commentary: 'Other' })),
    );
    expect(verdict).toEqual({
      state: 'live',
      platformPostId: 'urn:li:share:7',
      url: `${origin}/www/feed/update/urn:li:share:7`,
    });
    expect([lines, sleptMs]).toEqual([[LIST], [5_000]]);
  });

  it.each([
    ['the text without escapes', { commentary: 'Day #1 (really)' }],
    ['a hashtag as a template', { commentary: 'Day {hashtag|\\#|1} \\(really\\)' }],
    ['trimmed ends', { commentary: ' Day \\#1 \\(really\\)\n' }],
    ['a clock 5 seconds behind', { createdAt: NOW - 5_000 }],
    ['only a time of publication', { createdAt: undefined }],
    ['no author named', { author: undefined }],
  ])('matches it by %s', async (_name, changes) => {
    expect((await reconcile(list(post(changes)))).verdict).toMatchObject({
      state: 'live',
      platformPostId: 'urn:li:share:7',
    });
  });

  it.each([
    ['another text', { commentary: 'Day \\#2' }],
    ['an earlier time', { createdAt: NOW - 5_001 }],
    ['no time', { createdAt: undefined, publishedAt: undefined }],
    ['another author', { author: 'urn:li:organization:1' }],
    ['an image that the attempt did not have', { content: { media: { id: 'urn:li:image:A' } } }],
  ])('does not match a post that has %s', async (_name, changes) => {
    expect((await reconcile(list(post(changes)))).verdict).toEqual({ state: 'undecided' });
  });

  it('tells the reshare of one post from that of another, and from a post of the same text', async () => {
    const input = { ...draft, options: { quotePostId: 'urn:li:share:1' } };
    const of = (parent?: string) => post(parent === undefined ? {} : { reshareContext: { parent, root: parent } });
    const stateOf = async (seen: object, attempt = {}) => (await reconcile(list(seen), { attempt })).verdict.state;
    expect(await stateOf(of('urn:li:share:1'), { input })).toBe('live');
    expect(await stateOf(of('urn:li:share:2'), { input })).toBe('undecided');
    expect(await stateOf(of(), { input })).toBe('undecided');
    expect(await stateOf(of('urn:li:share:1'))).toBe('undecided');
  });

  it('counts the media of the attempt', async () => {
    const multi = (howMany: number) => ({ content: { multiImage: { images: images(howMany) } } });
    const three = { attempt: { input: { ...draft, media: images(3) } } };
    const one = { attempt: { input: { ...draft, media: images(1) } } };
    expect((await reconcile(list(post(multi(3))), three)).verdict).toMatchObject({ state: 'live' });
    expect((await reconcile(list(post(multi(2))), three)).verdict).toEqual({ state: 'undecided' });
    expect((await reconcile(list(post({ content: { media: { id: 'urn:li:image:A' } } })), one)).verdict).toMatchObject({
      state: 'live',
    });
  });

  it('cannot choose between two', async () => {
    const { verdict, lines } = await reconcile(list(post(), post({ id: 'urn:li:share:8' })));
    expect([verdict, lines]).toEqual([{ state: 'undecided' }, [LIST]]);
  });

  it('looks after 5, 15, 40 and 90 seconds and then leaves it undecided: a missing post proves nothing', async () => {
    const { verdict, lines, sleptMs } = await reconcile(list());
    expect([verdict, lines, sleptMs]).toEqual([
      { state: 'undecided' },
      Array(4).fill(LIST),
      [5_000, 10_000, 25_000, 50_000],
    ]);
  });

  it('keeps looking when a look fails', async () => {
    const { verdict } = await reconcile([
      { status: 429, body: { message: 'throttle' } },
      { status: 200, body: '<html>' },
      list(post()),
    ]);
    expect(verdict).toMatchObject({ state: 'live' });
  });

  it('stops looking when it may not read', async () => {
    for (const answer of [{ status: 403 }, { status: 401, body: { serviceErrorCode: 65602 } }]) {
      const { verdict, lines } = await reconcile(answer);
      expect([verdict, lines]).toEqual([{ state: 'undecided' }, [LIST]]);
    }
  });

  it('looks at once for an attempt from before a crash, and again at the remaining times', async () => {
    const late = await reconcile(list(), { attempt: { intendedAt: NOW - 20_000, agoMs: 20_000 } });
    expect([late.lines.length, late.sleptMs]).toEqual([3, [20_000, 50_000]]);
    const old = await reconcile(list(), { attempt: { intendedAt: NOW - 600_000, agoMs: 600_000 } });
    expect([old.verdict, old.lines.length, old.sleptMs]).toEqual([{ state: 'undecided' }, 1, []]);
  });

  it.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])('looks at the usual times in a process whose clock is ten minutes %s', async (_, skewMs) => {
    const fresh = await reconcile(list(), { skewMs });
    expect([fresh.lines.length, fresh.sleptMs]).toEqual([4, [5_000, 10_000, 25_000, 50_000]]);
    const late = await reconcile(list(), { skewMs, attempt: { intendedAt: NOW - 20_000, agoMs: 20_000 } });
    expect([late.lines.length, late.sleptMs]).toEqual([3, [20_000, 50_000]]);
    expect((await reconcile(list(post()), { skewMs })).verdict).toMatchObject({ platformPostId: 'urn:li:share:7' });
  });
});
