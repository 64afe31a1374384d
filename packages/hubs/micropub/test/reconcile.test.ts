import { factsOf, lostAttempt, makeCall, NOW, type Reply, scriptedHub } from '@fanfare/hub/testing';
import { NetworkError } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createMicropub } from '../src/index.ts';
import { aPage, LOGIN, refusal } from './replies.ts';

const { publish } = createMicropub();
const SLUG = 'rye-is-back-d07315b7f6e2';
const URL = 'https://hub.test/notes/1';
const at = (ms: number) => new Date(NOW + ms).toISOString();

/** A post as servers list it. */
const listed = (properties: Record<string, unknown>) => ({
  type: ['h-entry'],
  properties: { url: [URL], published: [at(1_000)], content: ['Rye is back'], ...properties },
});

const items = (...posts: readonly unknown[]): Reply => ({ json: { items: posts } });

async function reconcile(...replies: readonly Reply[]) {
  const server = await scriptedHub({ 'GET /': replies });
  const call = makeCall(server, { type: 'micropub' });
  const verdict = publish.reconcile(call, lostAttempt({ text: 'Rye is back', images: [] }, null));
  verdict.catch(() => {});
  return { server, verdict };
}

const LIVE = { state: 'live', platformPostId: URL, url: URL };
const OWN = { ...LIVE, isOwn: true };
const UNDECIDED = { state: 'undecided' };

describe('a create whose answer was lost', () => {
  it.each([
    ['its slug', { 'mp-slug': [SLUG], content: ['edited'], published: [] }, OWN],
    [
      'its address',
      { url: [`${URL}/${SLUG}/`], content: [{ html: '<p>Rye</p>' }] },
      { ...OWN, url: `${URL}/${SLUG}/`, platformPostId: `${URL}/${SLUG}/` },
    ],
    ['its text and time', {}, LIVE],
    ['its text in an object', { content: [{ html: '<p>Rye  is back</p>', text: 'Rye  is\nback' }] }, LIVE],
    ['its text, where the server makes slugs of its own', { 'mp-slug': ['1'] }, LIVE],
  ])('is live when a post has %s', async (_, properties, verdict) => {
    const { server, verdict: found } = await reconcile(
      items(listed({ url: ['https://hub.test/2'], content: ['x'] }), listed(properties)),
    );
    expect(await found).toEqual(verdict);
    expect(server.requests[0]?.query).toEqual({ q: 'source', limit: '20' });
  });

  it.each([
    ['is older', { published: [at(-60_000)] }],
    ['has no time', { published: [] }],
    ['has other text', { content: ['Rye is gone'] }],
    ['has a photo', { photo: ['https://hub.test/1.jpg'] }],
    ['has the slug of another write', { 'mp-slug': ['rye-is-back-0123456789ab'] }],
    ['is a draft of somebody', { 'post-status': ['draft'] }],
    ['has no address', { 'mp-slug': [SLUG], url: [] }],
  ])('is undecided when the only post %s', async (_, properties) => {
    expect(await (await reconcile(items(listed(properties)))).verdict).toEqual(UNDECIDED);
  });

  it('did not happen when the post with its slug is a draft', async () => {
    const { verdict } = await reconcile(items(listed({ 'mp-slug': [SLUG], 'post-status': ['draft'] })));
    expect(await verdict).toMatchObject({ state: 'absent', error: { facts: { networkCode: 'draft' } } });
  });

  it('is live without an address when the server said that it made it, and lists it nowhere', async () => {
    const server = await scriptedHub({ 'GET /': items() });
    const error = new NetworkError({
      code: 'network_unavailable',
      outcome: 'unknown',
      message: 'x',
      networkCode: 'created_without_address',
    });
    const attempt = { ...lostAttempt({ text: 'Rye is back', images: [] }, null), error };
    expect(await publish.reconcile(makeCall(server, { type: 'micropub' }), attempt)).toEqual({
      ...{ state: 'live', platformPostId: null, url: null },
    });
  });

  it('is undecided when two posts fit', async () => {
    const { verdict } = await reconcile(items(listed({}), listed({ url: ['https://hub.test/2'] })));
    expect(await verdict).toEqual(UNDECIDED);
  });

  it('is found on an older page where others have posted since, and pages from before its intent are not read', async () => {
    const newer = {
      json: { items: [listed({ url: ['https://hub.test/2'], content: ['x'] })], paging: { after: 'p2' } },
    };
    const own = { json: { items: [listed({ 'mp-slug': [SLUG] })], paging: { after: 'p3' } } };
    const { server, verdict } = await reconcile(newer, own);
    expect(await verdict).toEqual(OWN);
    expect(server.requests.map(({ query }) => query)).toEqual([
      { q: 'source', limit: '20' },
      { q: 'source', limit: '100', after: 'p2' },
    ]);
    const before = listed({ url: ['https://hub.test/2'], content: ['x'], published: [at(-60_000)] });
    const old = await reconcile({ json: { items: [before], paging: { after: 'p2' } } });
    expect(await old.verdict).toEqual(UNDECIDED);
    expect(old.server.requests.some(({ query }) => 'after' in query)).toBe(false);
  });

  it('is found by its slug where another post has the same text', async () => {
    const { verdict } = await reconcile(items(listed({ url: ['https://hub.test/2'] }), listed({ 'mp-slug': [SLUG] })));
    expect(await verdict).toEqual(OWN);
  });

  it('is looked for again while the server lags, is down or shows a page', async () => {
    const { verdict } = await reconcile(items(), aPage, items(listed({})));
    expect(await verdict).toEqual(LIVE);
  });

  it('is undecided, at once, where the server lists no posts', async () => {
    const { server, verdict } = await reconcile(refusal(400, 'invalid_request', 'url is required'));
    expect(await verdict).toEqual(UNDECIDED);
    expect(server.lines()).toHaveLength(1);
  });

  it('is undecided when nothing is ever listed', async () => {
    expect(await (await reconcile(items())).verdict).toEqual(UNDECIDED);
  });

  it('throws when the key has ended', async () => {
    expect((await factsOf((await reconcile(LOGIN)).verdict)).code).toBe('credential_rejected');
  });
});
