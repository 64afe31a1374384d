import { type NetworkError, type Prepared, Secret, type Verdict } from '@fanfare/network';
import { graphError, noAnswer, type Reply, type Script, scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '../src/index.ts';

const { comment } = createInstagram({
  ...INSTAGRAM_DEFAULTS,
  versions: instagramVersions(),
  graphUrl: 'https://graph.test',
  clientId: '1',
  clientSecret: new Secret('s'),
});
if (comment === undefined) throw new Error('Instagram has first comments.');

const input = { platformPostId: '17920238422030506', text: 'First!' };
const prepared: Prepared = { handle: null, body: input };
const COMMENTS = 'https://graph.test/v25.0/17920238422030506/comments';
const POST = `POST ${COMMENTS}`;
const LIST = `GET ${COMMENTS}`;
const scopes = ['instagram_business_manage_comments'];
const REMEDY = 'Connect the account again to grant instagram_business_manage_comments.';

const mine = (id: string, more: object = {}) => ({
  id,
  text: 'First!',
  timestamp: '2026-11-20T12:00:01+0000',
  username: 'acme',
  ...more,
});
const comments = (...data: readonly object[]): Reply => ({
  json: { data, paging: { cursors: { before: 'b', after: 'a' } } },
});

/** Sends against `reply`, or takes over from a dead process, and reconciles. */
async function reconcile(reply: Reply | null, script: Script, options: { agoMs?: number; input?: typeof input } = {}) {
  const { call, seen } = scriptNetwork({ ...(reply === null ? {} : { [POST]: reply }), ...script }, { scopes });
  const intendedAt = call.clock.now();
  const error =
    reply === null
      ? null
      : await comment!.send(call, prepared).then(
          () => expect.unreachable(),
          (thrown: unknown) => thrown,
        );
  const attempt = {
    input: options.input ?? input,
    handle: null,
    intendedAt,
    agoMs: options.agoMs ?? 0,
    sends: 1,
    error,
    earlierErrors: [],
  };
  const verdict: Verdict = await comment!.reconcile(call, attempt);
  const looks = seen.filter((one) => one.call === LIST);
  return { verdict, error, looks, waitedMs: call.clock.now() - intendedAt };
}

const live = (platformPostId: string): Verdict => ({ state: 'live', platformPostId, url: null });
const factsOf = (verdict: Verdict) => (verdict.state === 'absent' ? (verdict.error as NetworkError).facts : verdict);

describe('a first comment on Instagram', () => {
  it('is not tried with an account connected before the permission existed', async () => {
    const { call, seen } = scriptNetwork(
      {},
      { scopes: ['instagram_business_basic', 'instagram_business_content_publish'] },
    );
    await expect(comment.prepare(call, input)).rejects.toMatchObject({
      facts: {
        code: 'permission_missing',
        outcome: 'not_sent',
        message:
          'The account was connected without instagram_business_manage_comments, which Instagram wants for first comments.',
        remedy: REMEDY,
      },
    });
    expect(seen).toEqual([]);
  });

  it.each([
    ['a refused value', graphError(100), 'unknown'],
    ['a missing permission', graphError(10), 'unknown'],
    ['suspected spam', graphError(4, 2207051), 'unknown'],
    ['a throttled app', graphError(4), 'unknown'],
    ['no answer', noAnswer('public'), 'unknown'],
    ['an outage', graphError(2, undefined, 'm', 500), 'unknown'],
    ['an empty body', { json: undefined }, 'unknown'],
    ['an empty body with 201', { status: 201, json: undefined }, 'unknown'],
    ['an answer without an id', { json: { success: true } }, 'unknown'],
    ['HTTP 429', graphError(17, undefined, 'm', 429), 'rejected'],
    ['a refused token', graphError(190, 463), 'rejected'],
  ] as const)('is sent once, and %s gives the documented outcome', async (_, reply, outcome) => {
    const { call, seen } = scriptNetwork({ [POST]: reply }, { scopes });
    await expect(comment.send(call, prepared)).rejects.toMatchObject({ outcome });
    expect(seen).toHaveLength(1);
  });
});

describe('a first comment in doubt', () => {
  it.each([
    ['in another case', mine('3', { username: 'ACME' })],
    ['with other line ends', mine('3', { text: 'First!\r\n' })],
    ['at a time that cannot be read', mine('3', { timestamp: 'just now' })],
    ['by a clock that is behind', mine('3', { timestamp: '2026-11-20T11:59:30+0000' })],
    ['without a name, which the network omits from own comments only', mine('3', { username: undefined })],
  ])('is recognised %s', async (_, found) => {
    expect((await reconcile(noAnswer('public'), { [LIST]: comments(found) })).verdict).toEqual(live('3'));
  });

  it.each([
    ['with other words', mine('3', { text: 'First' })],
    ['from before the intent', mine('3', { timestamp: '2026-11-20T11:58:59+0000' })],
  ])('is not taken for a comment %s', async (_, other) => {
    const { verdict } = await reconcile(graphError(100), { [LIST]: comments(other) });
    expect(factsOf(verdict)).toMatchObject({ code: 'content_rejected', outcome: 'rejected' });
  });

  it('is neither live nor absent when another name posted the same text: the account may have changed its name', async () => {
    const echo = comments(mine('3', { username: 'acme.inc' }));
    expect((await reconcile(graphError(100), { [LIST]: echo })).verdict).toEqual({ state: 'undecided' });
    expect((await reconcile(noAnswer('public'), { [LIST]: echo })).verdict).toEqual({ state: 'undecided' });
  });

  it('is found late', async () => {
    const lists = [comments(), comments(), comments(), comments(mine('3'))];
    const { verdict, waitedMs } = await reconcile(noAnswer('public'), { [LIST]: lists });
    expect([verdict, waitedMs]).toEqual([live('3'), 42_000]);
  });

  it('is found although the network refused it, as for suspected spam', async () => {
    const { verdict } = await reconcile(graphError(4, 2207051), { [LIST]: [comments(), comments(mine('3'))] });
    expect(verdict).toEqual(live('3'));
  });

  it('stays undecided when nothing is found, since hidden comments are never shown', async () => {
    const { verdict, waitedMs, looks } = await reconcile(noAnswer('public'), { [LIST]: comments() });
    expect([verdict, waitedMs, looks.length]).toEqual([{ state: 'undecided' }, 42_000, 4]);
  });

  it('stays undecided after a server error, whatever it says', async () => {
    const { verdict } = await reconcile(graphError(100, undefined, 'm', 500), { [LIST]: comments() });
    expect(verdict).toEqual({ state: 'undecided' });
  });

  it('is looked up once when another process sent it long ago', async () => {
    const { verdict, looks, waitedMs } = await reconcile(null, { [LIST]: comments() }, { agoMs: 600_000 });
    expect([verdict, looks.length, waitedMs]).toEqual([{ state: 'undecided' }, 1, 0]);
  });

  it('stays undecided between two with the same text', async () => {
    const { verdict } = await reconcile(graphError(2), { [LIST]: comments(mine('3'), mine('4')) });
    expect(verdict).toEqual({ state: 'undecided' });
  });

  it('is absent when the network refused it and it is still missing 12 s later', async () => {
    const { verdict, waitedMs, looks } = await reconcile(graphError(368, undefined, 'Blocked'), { [LIST]: comments() });
    expect(factsOf(verdict)).toEqual({
      code: 'account_restricted',
      outcome: 'rejected',
      message: 'Instagram blocks this action for a while for policy reasons.',
      retryAfterMs: undefined,
      networkCode: '368',
      networkMessage: 'Blocked',
      mediaIndex: undefined,
      remedy: 'Wait until the block ends; the owner can see it in the Instagram app.',
      credential: undefined,
      operator: undefined,
    });
    expect([waitedMs, looks.length]).toEqual([12_000, 3]);
  });

  it.each([
    ['throttled', graphError(17), 'rate_limited', 60_000],
    ['refused because the post was not visible yet', graphError(100, 33), 'network_unavailable', 2000],
    ['refused as temporary, which may be wrong', graphError(2), 'network_unavailable', undefined],
    ['refused for good', graphError(100), 'content_rejected', undefined],
  ] as const)('may be sent again, or not, when it was %s', async (_, reply, code, retryAfterMs) => {
    const facts = factsOf((await reconcile(reply, { [LIST]: comments() })).verdict);
    expect(facts).toMatchObject({ code, outcome: 'rejected' });
    expect(facts).toHaveProperty('retryAfterMs', retryAfterMs);
  });

  it('names the permission the network misses', async () => {
    const { verdict } = await reconcile(graphError(10), { [LIST]: comments() });
    expect(factsOf(verdict)).toMatchObject({ code: 'permission_missing', remedy: REMEDY });
  });

  it('names it too when the comments cannot be read without it', async () => {
    const { verdict, looks } = await reconcile(graphError(10), { [LIST]: graphError(10) });
    expect(factsOf(verdict)).toMatchObject({ code: 'permission_missing', outcome: 'rejected', remedy: REMEDY });
    expect(looks).toHaveLength(1);
  });

  it('is absent when the post was deleted', async () => {
    const { verdict } = await reconcile(graphError(100, 33), { [LIST]: graphError(100, 33) });
    expect(factsOf(verdict)).toMatchObject({
      code: 'content_rejected',
      outcome: 'rejected',
      message: 'The post no longer exists on Instagram, or Instagram does not show it to this account any more.',
      networkCode: '100/33',
      retryAfterMs: undefined,
    });
  });

  it.each([
    ['the comments are not shown', graphError(10)],
    ['the post is not found', graphError(100, 33)],
    ['the network throttles', graphError(17)],
    ['the network is down', graphError(2, undefined, 'm', 503)],
    ['the answer is of another kind', { json: { comments: [] } }],
  ])('stays undecided when %s', async (_, reply) => {
    expect((await reconcile(noAnswer('public'), { [LIST]: reply })).verdict).toEqual({ state: 'undecided' });
    expect((await reconcile(graphError(368), { [LIST]: reply })).verdict).toEqual({ state: 'undecided' });
  });

  it('stays undecided when a missing post cannot be read either, for another reason', async () => {
    const { verdict } = await reconcile(graphError(100, 33), { [LIST]: graphError(2, undefined, 'm', 503) });
    expect(verdict).toEqual({ state: 'undecided' });
  });

  it('is read again through a passing fault', async () => {
    const { verdict } = await reconcile(noAnswer('public'), { [LIST]: [graphError(100, 33), comments(mine('3'))] });
    expect(verdict).toEqual(live('3'));
  });

  it('asks for a new token when this one is refused', async () => {
    await expect(reconcile(noAnswer('public'), { [LIST]: graphError(190, 463) })).rejects.toMatchObject({
      code: 'credential_rejected',
    });
  });

  it('is looked for on further pages', async () => {
    const page = (after: string, ...data: readonly object[]) => ({
      json: { data, paging: { cursors: { after }, next: 'https://graph.test/next' } },
    });
    const pages = (params: Readonly<Record<string, string>>): Reply =>
      params.after === undefined
        ? page('p2', mine('1', { text: 'a' }))
        : params.after === 'p2'
          ? page('p3')
          : comments(mine('3'));
    const { verdict, looks } = await reconcile(noAnswer('public'), { [LIST]: pages });
    expect([verdict, looks.map((one) => one.params.after)]).toEqual([live('3'), [undefined, 'p2', 'p3']]);
  });

  it.each([
    ['there are more comments than are read', { cursors: { after: 'x' }, next: 'https://graph.test/next' }, 9],
    ['the next page has no cursor', { next: 'https://graph.test/next' }, 3],
  ])('stays undecided when %s', async (_, paging, requests) => {
    const { verdict, looks } = await reconcile(graphError(368), { [LIST]: { json: { data: [], paging } } });
    expect([verdict, looks.length]).toEqual([{ state: 'undecided' }, requests]);
  });
});
