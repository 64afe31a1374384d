import { type Attempt, NetworkError, Secret } from '@fanfare/network';
import { graphError, type Reply, scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createThreads, THREADS_DEFAULTS } from '../src/index.ts';
import { draft } from './draft.ts';

const { connect, publish, comment, metrics } = createThreads({
  ...THREADS_DEFAULTS,
  graphUrl: 'https://graph.test',
  clientId: '1',
  clientSecret: new Secret('s'),
});
const V = 'https://graph.test/v1.0';
const CREATE = `POST ${V}/17841400000000001/threads`;
const PUBLISH = `POST ${V}/17841400000000001/threads_publish`;
const TIMELINE = `GET ${V}/17841400000000001/threads`;
/** A double would make 17841405793187220 of it: the id of somebody else. */
const BIG = '17841405793187219';
const CONTAINER = `GET ${V}/${BIG}`;
const scopes = THREADS_DEFAULTS.scopes;
const bare: Reply = { text: `{"id":${BIG}}` };
const state = (status: string): Reply => ({ json: { status } });
const prepared = { handle: BIG, body: null };
const hello = draft({ content: 'Hello', media: [] });
const live: Reply = {
  text: `{"data":[{"id":${BIG},"text":"Hello","media_type":"TEXT_POST","timestamp":"2026-11-20T12:00:02+0000","permalink":"https://www.threads.com/@acme/post/D"}]}`,
};
const attempt = <Input>(input: Input, error: unknown): Attempt<Input> => ({
  input,
  handle: BIG,
  intendedAt: Date.parse('2026-11-20T12:00:00Z'),
  agoMs: 0,
  sends: 1,
  error,
  earlierErrors: [],
});
const thrown = async (run: Promise<unknown>): Promise<NetworkError> => {
  const error = await run.catch((reason: unknown) => reason);
  if (!(error instanceof NetworkError)) throw new Error('There is no error.', { cause: error });
  return error;
};

describe('ids beyond 2^53 that come as bare numbers stay digit for digit', () => {
  it('of a profile', async () => {
    const { call } = scriptNetwork({ [`GET ${V}/me`]: { text: `{"id":${BIG},"username":"acme"}` } }, { scopes });
    expect(await connect.profiles(call, call.credential)).toMatchObject({ profiles: [{ platformUserId: BIG }] });
  });

  it('of a container, a post, its twin on the timeline and a reply', async () => {
    const { call, seen } = scriptNetwork(
      {
        [CREATE]: bare,
        [CONTAINER]: [state('FINISHED'), state('FINISHED'), state('PUBLISHED')],
        [PUBLISH]: bare,
        [TIMELINE]: live,
      },
      { scopes },
    );
    expect(await publish.prepare(call, hello)).toEqual(prepared);
    expect(await publish.send(call, prepared)).toEqual({ platformPostId: BIG, url: null });
    expect(await comment!.prepare(call, { platformPostId: BIG, text: 'First!' })).toEqual(prepared);
    expect(await publish.reconcile(call, attempt(hello, null))).toMatchObject({ state: 'live', platformPostId: BIG });
    expect(seen.filter((one) => one.call === PUBLISH).map((one) => one.params.creation_id)).toEqual([BIG]);
  });

  it('of the user in the code exchange, who is not taken from there', async () => {
    const { call } = scriptNetwork({
      'POST https://graph.test/oauth/access_token': { text: `{"access_token":"SHORT","user_id":${BIG}}` },
      'GET https://graph.test/access_token': { json: { access_token: 'LONG', expires_in: 5183944 } },
      [`GET ${V}/debug_token`]: { json: { data: { is_valid: true, scopes: ['threads_basic'] } } },
    });
    const got = await connect.exchange(call, { code: 'c', redirectUri: 'https://svc.test/cb', codeVerifier: null });
    expect([got.accessToken.reveal(), got.scopes]).toEqual(['LONG', ['threads_basic']]);
  });
});

describe('publishing', () => {
  it('4279009 after FINISHED: the same container again, and no second one', async () => {
    const { call, seen } = scriptNetwork(
      {
        [CREATE]: bare,
        [CONTAINER]: state('FINISHED'),
        [PUBLISH]: [graphError(24, 4279009, 'The requested resource does not exist'), { json: { id: '1816' } }],
      },
      { scopes },
    );
    await publish.prepare(call, hello);
    const error = await thrown(publish.send(call, prepared));
    expect(error).toMatchObject({ outcome: 'unknown', facts: { networkCode: '24/4279009' } });
    expect(await publish.reconcile(call, attempt(hello, error))).toEqual({ state: 'resend', afterMs: 10_000 });
    expect(await publish.send(call, prepared)).toEqual({ platformPostId: '1816', url: null });
    expect(seen.filter((one) => one.effect !== 'read').map((one) => [one.call, one.params.creation_id])).toEqual([
      [CREATE, undefined],
      [PUBLISH, BIG],
      [PUBLISH, BIG],
    ]);
  });

  it('2207051 though live: published, never a second time', async () => {
    const { call, seen } = scriptNetwork(
      { [PUBLISH]: graphError(4, 2207051), [CONTAINER]: state('PUBLISHED'), [TIMELINE]: live },
      { scopes },
    );
    const error = await thrown(publish.send(call, prepared));
    expect(await publish.reconcile(call, attempt(hello, error))).toMatchObject({ state: 'live', platformPostId: BIG });
    expect(seen.filter((one) => one.effect === 'public')).toHaveLength(1);
  });

  it('an empty answer to the publish call: the container tells', async () => {
    const { call } = scriptNetwork(
      { [PUBLISH]: { text: '' }, [CONTAINER]: state('PUBLISHED'), [TIMELINE]: live },
      { scopes },
    );
    const error = await thrown(publish.send(call, prepared));
    expect(error).toMatchObject({ code: 'network_unavailable', outcome: 'unknown' });
    expect(await publish.reconcile(call, attempt(hello, error))).toMatchObject({ state: 'live' });
  });

  it('a final word that comes with HTTP 500 is not tried again', async () => {
    const error = { message: 'Param text must be at most 500 characters long.', type: 'THApiException', code: 100 };
    const { call, seen } = scriptNetwork({ [CREATE]: { status: 500, json: { error } } }, { scopes });
    expect((await thrown(publish.prepare(call, hello))).code).toBe('content_rejected');
    expect(seen).toHaveLength(1);
  });

  it('100/33 on a fresh container is a glitch', async () => {
    const glitch = graphError(100, 33);
    const { call } = scriptNetwork({ [CREATE]: bare, [CONTAINER]: [glitch, glitch, state('FINISHED')] }, { scopes });
    expect(await publish.prepare(call, hello)).toEqual(prepared);
  });

  it('"expired" in the words of a carousel is no expired token', async () => {
    const words = 'The children with IDs 1797 are invalid, nonexistent, or expired.';
    const { call } = scriptNetwork({ [CREATE]: graphError(100, 4279004, words) }, { scopes });
    const { code, facts } = await thrown(publish.prepare(call, hello));
    expect([code, facts.credential]).toEqual(['media_processing_failed', undefined]);
  });
});

it('the counts of a deleted post blame the post, not the account', async () => {
  const { call } = scriptNetwork({ [`GET ${V}/1816/insights`]: graphError(100, 33) }, { scopes });
  const { code, facts } = await thrown(metrics!(call, '1816'));
  expect([code, facts.credential, facts.message]).toEqual([
    'content_rejected',
    undefined,
    'The post no longer exists on Threads, or Threads does not show it to this account any more.',
  ]);
});
