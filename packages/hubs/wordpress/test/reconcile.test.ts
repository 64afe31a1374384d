import type { WordPressOptions } from '@fanfare/contract';
import type { HubPost } from '@fanfare/hub';
import { factsOf, lostAttempt, makeCall, type Script, scriptedHub } from '@fanfare/hub/testing';
import { type Attempt, NetworkError } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createWordpress } from '../src/index.ts';
import { aPage, aPost, refusal } from './replies.ts';

const { publish } = createWordpress();
const SLUG = 'rye-is-back-d07315b7f6e2';
const INPUT = { text: 'Rye is back', images: [] };
const GONE = refusal(404, 'rest_post_invalid_id');

async function reconcile(script: Script, handle: string | null = '12', attempt: Partial<Attempt<HubPost>> = {}) {
  const server = await scriptedHub(script);
  const call = makeCall(server, { type: 'wordpress' });
  const verdict = publish.reconcile(call, { ...lostAttempt(INPUT, handle), ...attempt });
  verdict.catch(() => {});
  return { server, call, verdict };
}

describe('a publish whose answer was lost', () => {
  it('is live when the draft is published', async () => {
    const { server, verdict } = await reconcile({ 'GET /wp/v2/posts/12': { json: aPost('publish', SLUG) } });
    expect(await verdict).toEqual({
      state: 'live',
      platformPostId: '12',
      url: `https://hub.test/${SLUG}`,
      isOwn: true,
    });
    expect(server.requests[0]?.query).toMatchObject({ context: 'edit' });
  });

  it('may be sent again while the draft is one', async () => {
    const { verdict } = await reconcile({ 'GET /wp/v2/posts/12': { json: aPost('draft', SLUG) } });
    expect(await verdict).toEqual({ state: 'resend', afterMs: 5_000 });
  });

  it.each(['trash', 'private'])('is undecided when the post is %s', async (status) => {
    const { verdict } = await reconcile({ 'GET /wp/v2/posts/12': { json: aPost(status, SLUG) } });
    expect(await verdict).toEqual({ state: 'undecided' });
  });

  it('did not happen when the post waits for review', async () => {
    const { verdict } = await reconcile({ 'GET /wp/v2/posts/12': { json: aPost('pending', SLUG) } });
    expect(await verdict).toMatchObject({
      state: 'absent',
      error: { facts: { code: 'permission_missing', outcome: 'rejected', networkCode: 'pending' } },
    });
  });

  const asking = (wordpress: WordPressOptions) => ({ input: { ...INPUT, options: { wordpress } } });

  it('is live, without an address, when the post waits for review as its author wants', async () => {
    const script = { 'GET /wp/v2/posts/12': { json: aPost('pending', SLUG) } };
    const { verdict } = await reconcile(script, '12', asking({ status: 'pending' }));
    expect(await verdict).toEqual({ state: 'live', platformPostId: '12', url: null, isOwn: true });
  });

  it('with a slug of its author is found by its id alone: another post may have that slug', async () => {
    const own = asking({ slug: 'rye' });
    const found = await reconcile({ 'GET /wp/v2/posts/12': { json: aPost('publish', 'rye-2') } }, '12', own);
    expect(await found.verdict).toMatchObject({ state: 'live', platformPostId: '12', url: 'https://hub.test/rye-2' });
    const gone = await reconcile({ 'GET /wp/v2/posts/12': GONE }, '12', own);
    expect(await gone.verdict).toEqual({ state: 'undecided' });
    expect(gone.server.lines()).toEqual(['GET /wp/v2/posts/12']);
  });

  const refused = (networkCode: string) =>
    new NetworkError({ code: 'network_unavailable', outcome: 'unknown', message: 'Refused.', networkCode });

  it.each(['302', '307', '403', '404', '406'])(
    'did not happen when each send was answered with %s in front of the hub and the draft is still one',
    async (status) => {
      const again = { sends: 2, error: refused(status), earlierErrors: [refused(status)] };
      const { verdict } = await reconcile({ 'GET /wp/v2/posts/12': { json: aPost('draft', SLUG) } }, '12', again);
      expect(await verdict).toMatchObject({
        state: 'absent',
        error: {
          facts: {
            ...{ code: 'network_unavailable', outcome: 'rejected', networkCode: status },
            message: 'Refused. The post is still a draft: nothing was published.',
          },
        },
      });
    },
  );

  it.each([
    ['a send before got no answer', { sends: 2, error: refused('302'), earlierErrors: [refused('500')] }],
    ['a send before is of another process', { sends: 2, error: refused('302'), earlierErrors: [] }],
    ['the answer was 408', { sends: 1, error: refused('408'), earlierErrors: [] }],
  ])('may be sent again while the draft is one, when %s', async (_, attempt) => {
    const { verdict } = await reconcile({ 'GET /wp/v2/posts/12': { json: aPost('draft', SLUG) } }, '12', attempt);
    expect(await verdict).toEqual({ state: 'resend', afterMs: 5_000 });
  });

  it('is live when the hub redirected after it had published', async () => {
    const script = { 'GET /wp/v2/posts/12': { json: aPost('publish', SLUG) } };
    const { verdict } = await reconcile(script, '12', { error: refused('302') });
    expect(await verdict).toMatchObject({ state: 'live', platformPostId: '12' });
  });

  it('is live when the draft is gone and another published post has its slug', async () => {
    const { server, verdict } = await reconcile({
      'GET /wp/v2/posts/12': GONE,
      'GET /wp/v2/posts': { json: [aPost('publish', SLUG, 40)] },
    });
    expect(await verdict).toEqual({
      state: 'live',
      platformPostId: '40',
      url: `https://hub.test/${SLUG}`,
      isOwn: true,
    });
    expect(server.requests[1]?.query).toMatchObject({ slug: SLUG, status: 'publish' });
  });

  it('is undecided, at once, when draft and slug are gone', async () => {
    const { call, verdict } = await reconcile({ 'GET /wp/v2/posts/12': GONE, 'GET /wp/v2/posts': { json: [] } });
    expect(await verdict).toEqual({ state: 'undecided' });
    expect(call.clock.now() - lostAttempt(INPUT, null).intendedAt).toBeLessThan(5_000);
  });

  it('is read again while the hub is down', async () => {
    const down = { status: 503, text: '' };
    const { verdict } = await reconcile({
      'GET /wp/v2/posts/12': [down, down, down, down, aPage, { json: aPost('publish', SLUG) }],
    });
    expect(await verdict).toMatchObject({ state: 'live' });
  });

  it('is undecided when the hub stays down', async () => {
    expect(await (await reconcile({ 'GET /wp/v2/posts/12': 'hang up' })).verdict).toEqual({ state: 'undecided' });
  });

  it('throws when the key has ended', async () => {
    const { verdict } = await reconcile({ 'GET /wp/v2/posts/12': refusal(401, 'rest_not_logged_in') });
    expect((await factsOf(verdict)).code).toBe('credential_rejected');
  });
});

describe('discarding what a failed publish left', () => {
  const STEPS = [
    { kind: 'media', ordinal: 0, handle: '4 https://hub.test/files/4.jpg' },
    { kind: 'container', ordinal: 0, handle: '12' },
  ] as const;
  const run = async (script: Script) => {
    const server = await scriptedHub(script);
    const ended = publish.discard?.(makeCall(server, { type: 'wordpress' }), STEPS) ?? Promise.resolve();
    ended.catch(() => {});
    return { server, ended };
  };
  const deleted = { json: { deleted: true } };

  it('deletes the draft and the uploads for good', async () => {
    const { server, ended } = await run({ 'DELETE /wp/v2/posts/12': deleted, 'DELETE /wp/v2/media/4': deleted });
    await ended;
    expect(server.requests.map(({ line, query }) => [line, query.force])).toEqual([
      ['DELETE /wp/v2/posts/12', 'true'],
      ['DELETE /wp/v2/media/4', 'true'],
    ]);
  });

  it('goes on after a refusal, and reports it', async () => {
    const { server, ended } = await run({
      'DELETE /wp/v2/posts/12': refusal(403, 'rest_cannot_delete'),
      'DELETE /wp/v2/media/4': deleted,
    });
    expect((await factsOf(ended)).code).toBe('permission_missing');
    expect(server.lines()).toEqual(['DELETE /wp/v2/posts/12', 'DELETE /wp/v2/media/4']);
  });

  it('takes what is gone for deleted', async () => {
    await (await run({ 'DELETE /wp/v2/posts/12': GONE, 'DELETE /wp/v2/media/4': GONE })).ended;
  });
});
