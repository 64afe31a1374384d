import type { ProfileRef } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { aConfig, aCredential, makeCall, PAGE, PERSON } from './make-call.ts';
import { json, type Scripted, startScripted } from './scripted-linkedin.ts';

const POST = 'urn:li:share:6844785523593134080';
const COMMENTS = 'POST /api/rest/socialActions/urn%3Ali%3Ashare%3A6844785523593134080/comments';
const URN = 'urn:li:comment:(urn:li:activity:6844785523593134081,6845000000000000001)';
// Would be markup in a post; in a comment every character is literal.
const TEXT = 'Links in (here) #1 *really* \\o/';
const created = (body?: object, headers: Record<string, string> = {}): Scripted => ({
  status: 201,
  headers,
  ...(body && { body }),
});

async function comment(answer: Scripted, account: ProfileRef = PERSON, scopes?: readonly string[]) {
  await using server = await startScripted({ [COMMENTS]: answer });
  await using call = makeCall({ account, ...(scopes && { credential: aCredential({ scopes }) }) });
  const { comment: adapter } = createLinkedin(aConfig(server.origin));
  if (adapter === undefined) throw new Error('LinkedIn has comments.');
  const result = await adapter
    .prepare(call, { platformPostId: POST, text: TEXT })
    .then((prepared) => adapter.send(call, prepared))
    .catch((error: { facts?: unknown }) => error.facts ?? error);
  return { result, lines: server.lines(), received: server.received };
}

describe('a comment', () => {
  it('has its text as it is', async () => {
    const { received } = await comment(created({ id: '7' }));
    expect(json(received[0])).toMatchObject({ message: { text: TEXT } });
  });

  it.each([
    ['commentUrn', { commentUrn: URN, $URN: 'urn:li:comment:(a,9)', id: '9' }, {}, URN],
    ['$URN', { $URN: URN, id: '9' }, {}, URN],
    ['id', { id: '6845000000000000001' }, {}, '6845000000000000001'],
    ['the header', undefined, { 'x-restli-id': '6845000000000000001' }, '6845000000000000001'],
    ['the header, when the body’s is empty', { id: '', commentUrn: undefined }, { 'x-restli-id': '7' }, '7'],
    ['nowhere: the comment is there, its id unknown', undefined, {}, null],
  ])('has its id in %s', async (_name, body, headers, platformPostId) => {
    expect((await comment(created(body, headers))).result).toEqual({ platformPostId, url: null });
  });

  it('keeps an id beyond 2^53 that comes as a number', async () => {
    await using server = await startScripted({
      [COMMENTS]: {
        status: 201,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"id":6845000000000000001}'),
      },
    });
    await using call = makeCall();
    const sent = await createLinkedin(aConfig(server.origin)).comment!.send(call, { handle: POST, body: {} });
    expect(sent.platformPostId).toBe('6845000000000000001');
  });

  it.each([
    ['a member with the newer permission', PERSON, ['w_member_social_feed']],
    ['a page with the older one', PAGE, ['w_organization_social']],
    ['a page with the newer one', PAGE, ['w_organization_social_feed']],
  ])('may be made by %s', async (_name, account, scopes) => {
    expect((await comment(created({ id: '7' }), account, scopes)).result).toEqual({ platformPostId: '7', url: null });
  });

  it.each([
    ['a member', PERSON, ['openid', 'w_organization_social'], 'w_member_social', 'w_member_social_feed'],
    ['a page', PAGE, ['w_member_social'], 'w_organization_social', 'w_organization_social_feed'],
  ])(
    'of %s without the permission names it and says to reconnect, before any call',
    async (_name, account, scopes, older, feed) => {
      const { result, lines } = await comment(created({ id: '7' }), account, scopes);
      expect(result).toMatchObject({
        code: 'permission_missing',
        outcome: 'not_sent',
        message: `The account was connected without ${older} or ${feed}, which LinkedIn wants for comments.`,
        remedy: `Connect the account again to grant ${older}.`,
      });
      expect(lines).toEqual([]);
    },
  );

  it('without its post is refused', async () => {
    await using call = makeCall();
    const { comment: adapter } = createLinkedin(aConfig('http://127.0.0.1:1'));
    await expect(adapter!.send(call, { handle: null, body: {} })).rejects.toThrow(RangeError);
  });
});
