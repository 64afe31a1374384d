import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { toPostBody } from '../src/to-post-body.ts';
import { aDraft } from './a-draft.ts';
import { aConfig, makeCall } from './make-call.ts';
import { type Scripted, startScripted } from './scripted-linkedin.ts';

const POSTS = 'POST /api/rest/posts';
const SHARE = 'urn:li:share:6844785523593134080';
const body = toPostBody('urn:li:person:782bbtaQ', aDraft({ content: 'Day #1' }), { mediaUrns: [], card: null });

async function send(answer: Scripted) {
  await using server = await startScripted({ [POSTS]: answer });
  await using call = makeCall();
  const linkedin = createLinkedin(aConfig(server.origin));
  const result = await linkedin.publish
    .send(call, { handle: null, body })
    .catch((error: { facts: unknown }) => error.facts);
  return { result, lines: server.lines(), received: server.received, origin: server.origin };
}

describe('send', () => {
  it.each([
    [
      'x-restli-id',
      { 'x-restli-id': SHARE, 'x-linkedin-id': 'urn:li:share:9', location: '/posts/urn%3Ali%3Ashare%3A9' },
      SHARE,
    ],
    ['x-linkedin-id', { 'x-linkedin-id': SHARE }, SHARE],
    ['location', { location: '/posts/urn%3Ali%3Ashare%3A6844785523593134080' }, SHARE],
    ['a percent-encoded id', { 'x-restli-id': 'urn%3Ali%3AugcPost%3A7' }, 'urn:li:ugcPost:7'],
    ['a ugcPost', { 'x-restli-id': 'urn:li:ugcPost:7' }, 'urn:li:ugcPost:7'],
    ['the next header when one contains no URN', { 'x-restli-id': '%', 'x-linkedin-id': SHARE }, SHARE],
  ])('reads the id from %s', async (_name, headers, urn) => {
    const { result, origin } = await send({ status: 201, headers });
    expect(result).toEqual({ platformPostId: urn, url: `${origin}/www/feed/update/${urn}` });
  });

  it('counts a 201 without an id as published, with the id unknown', async () => {
    expect((await send({ status: 201 })).result).toEqual({ platformPostId: null, url: null });
    expect((await send({ status: 201, headers: { 'x-restli-id': '17' } })).result).toEqual({
      platformPostId: null,
      url: null,
    });
  });

  it('does not treat a page with 201, or another 2xx without an id, as a publication', async () => {
    for (const answer of [
      { status: 201, body: '<html>' },
      { status: 200, body: '<html>' },
      { status: 202 },
      { status: 204 },
    ]) {
      expect((await send(answer)).result).toMatchObject({ code: 'network_unavailable', outcome: 'unknown' });
    }
  });
});
