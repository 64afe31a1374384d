import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { toPostBody } from '../src/to-post-body.ts';
import { aDraft } from './a-draft.ts';
import { aConfig, makeCall } from './make-call.ts';
import { json, type Scripted, startScripted } from './scripted-linkedin.ts';

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
  it('makes one call with the prepared body and every header', async () => {
    const { lines, received } = await send({ status: 201, headers: { 'x-restli-id': SHARE } });
    expect(lines).toEqual([POSTS]);
    expect(json(received[0])).toEqual(body);
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer AQX-access',
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
      'content-type': 'application/json',
    });
  });

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

  it.each([
    ['a lost connection', 'drop', 'network_unavailable'],
    ['a time-out of LinkedIn', { status: 408 }, 'network_unavailable'],
    ['a server fault', { status: 500 }, 'network_unavailable'],
    ['a gateway fault', { status: 504, body: '<html>' }, 'network_unavailable'],
    ['a redirect', { status: 307, headers: { location: '/elsewhere' } }, 'network_unavailable'],
    ['a bot wall', { status: 999, body: '<html>' }, 'network_unavailable'],
  ] as const)('does not know the outcome after %s, and sends nothing again', async (_name, answer, code) => {
    const { result, lines } = await send(answer);
    expect(result).toMatchObject({ code, outcome: 'unknown', retryAfterMs: undefined });
    expect(lines).toEqual([POSTS]);
  });

  it('sent nothing when LinkedIn cannot be reached', async () => {
    await using call = makeCall();
    const unreachable = createLinkedin({ ...aConfig('http://127.0.0.1:1'), apiUrl: 'http://127.0.0.1:1' });
    await expect(unreachable.publish.send(call, { handle: null, body })).rejects.toMatchObject({
      facts: { code: 'network_unavailable', outcome: 'not_sent' },
    });
  });
});
