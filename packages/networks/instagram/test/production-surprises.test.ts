import { type Attempt, type NetworkError, Secret } from '@fanfare/network';
import { graphError, type Reply, scriptNetwork } from '@fanfare/network-meta/testing';
import type { Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '../src/index.ts';
import { draft, image } from './draft.ts';

const { connect, publish, comment, metrics, permalink, removal } = createInstagram({
  ...INSTAGRAM_DEFAULTS,
  apiUrl: 'https://api.test',
  graphUrl: 'https://graph.test',
  versions: instagramVersions(),
  clientId: '1',
  clientSecret: new Secret('s'),
});
const V = 'https://graph.test/v25.0';
const CREATE = `POST ${V}/17841400000000001/media`;
const PUBLISH = `POST ${V}/17841400000000001/media_publish`;
const TIMELINE = `GET ${V}/17841400000000001/media`;
/** A double would make 27640875392278830 of it: the id of somebody else. */
const BIG = '27640875392278831';
const CONTAINER = `GET ${V}/${BIG}`;
const scopes = INSTAGRAM_DEFAULTS.scopes;
const redirectUri = 'https://svc.test/oauth/instagram/callback';
const bare: Reply = { text: `{"id":${BIG}}` };
const finished: Reply = { json: { status_code: 'FINISHED' } };
const published: Reply = { json: { status_code: 'PUBLISHED' } };
const empty: Reply = { text: '' };
const prepared = { handle: BIG, body: null };
const live = (id: string) => ({
  text: `{"data":[{"id":${id},"caption":"Hello","media_type":"IMAGE","timestamp":"2026-11-20T12:00:02+0000","permalink":"https://www.instagram.com/p/D/"}]}`,
});
const attempt = <Input>(input: Input, error: unknown, more: Partial<Attempt<Input>> = {}): Attempt<Input> => ({
  input,
  handle: BIG,
  intendedAt: Date.parse('2026-11-20T12:00:00Z'),
  agoMs: 0,
  sends: 1,
  error,
  earlierErrors: [],
  ...more,
});
const thrown = (run: Promise<unknown> | undefined): Promise<NetworkError> =>
  Promise.resolve(run).then(
    () => expect.unreachable(),
    (error: NetworkError) => error,
  );

describe('ids beyond 2^53 that come as bare numbers stay digit for digit', () => {
  it.each([
    ['flat', `{"id":${BIG},"user_id":17841405793187219,"username":"acme"}`],
    ['wrapped', `{"data":[{"id":${BIG},"user_id":17841405793187219,"username":"acme"}]}`],
  ])('of a profile, %s', async (_, text) => {
    const { call } = scriptNetwork({ [`GET ${V}/me`]: { text } }, { scopes });
    expect(await connect.profiles(call, call.credential)).toMatchObject({
      profiles: [{ platformUserId: '17841405793187219', otherIds: [BIG] }],
    });
  });

  it('of a container, a post, its twin on the timeline and a comment', async () => {
    const { call, seen } = scriptNetwork(
      {
        [CREATE]: bare,
        [CONTAINER]: [finished, published],
        [PUBLISH]: bare,
        [TIMELINE]: live(BIG),
        [`POST ${V}/${BIG}/comments`]: bare,
      },
      { scopes },
    );
    expect(await publish.prepare(call, draft())).toEqual(prepared);
    expect(await publish.send(call, prepared)).toEqual({ platformPostId: BIG, url: null });
    expect(await publish.reconcile(call, attempt(draft(), null))).toMatchObject({ state: 'live', platformPostId: BIG });
    const ready = await comment!.prepare(call, { platformPostId: BIG, text: 'First!' });
    expect(await comment!.send(call, ready)).toEqual({ platformPostId: BIG, url: null });
    expect(seen.filter((one) => one.call === PUBLISH).map((one) => one.params.creation_id)).toEqual([BIG]);
  });

  it('of the user in the code exchange, who is not taken from there', async () => {
    const { call } = scriptNetwork({
      'POST https://api.test/oauth/access_token': { text: `{"access_token":"SHORT","user_id":${BIG}}` },
      'GET https://graph.test/access_token': { json: { access_token: 'LONG', expires_in: 5183944 } },
    });
    const got = await connect.exchange(call, { code: 'c', redirectUri, codeVerifier: null });
    expect(got.accessToken.reveal()).toBe('LONG');
  });
});

describe('code exchange', () => {
  it.each([
    ['flat', { access_token: 'SHORT', user_id: BIG, permissions: ['instagram_business_basic'] }],
    ['wrapped', { data: [{ access_token: 'SHORT', user_id: BIG, permissions: 'instagram_business_basic' }] }],
  ])('is read %s', async (_, json) => {
    const { call } = scriptNetwork({
      'POST https://api.test/oauth/access_token': { json },
      'GET https://graph.test/access_token': { json: { access_token: 'LONG', expires_in: 5183944 } },
    });
    expect((await connect.exchange(call, { code: 'c', redirectUri, codeVerifier: null })).scopes).toEqual([
      'instagram_business_basic',
    ]);
  });
});

describe('publishing', () => {
  it('9007 after FINISHED: the same container again, and no second one', async () => {
    const { call, seen } = scriptNetwork(
      {
        [CREATE]: bare,
        [CONTAINER]: finished,
        [PUBLISH]: [graphError(9007, 2207027, 'Media ID is not available'), { json: { id: '1792' } }],
      },
      { scopes },
    );
    await publish.prepare(call, draft());
    const error = await thrown(publish.send(call, prepared));
    expect(error).toMatchObject({ outcome: 'unknown', facts: { networkCode: '9007/2207027' } });
    expect(await publish.reconcile(call, attempt(draft(), error))).toEqual({ state: 'resend', afterMs: 10_000 });
    expect(await publish.send(call, prepared)).toEqual({ platformPostId: '1792', url: null });
    const sent = seen.filter((one) => one.effect !== 'read').map((one) => [one.call, one.params.creation_id]);
    expect(sent).toEqual([
      [CREATE, undefined],
      [PUBLISH, BIG],
      [PUBLISH, BIG],
    ]);
  });

  it('2207051 though live: published, never a second time', async () => {
    const { call, seen } = scriptNetwork(
      {
        [PUBLISH]: graphError(4, 2207051, 'Application request limit reached'),
        [CONTAINER]: published,
        [TIMELINE]: live('1792'),
      },
      { scopes },
    );
    const error = await thrown(publish.send(call, prepared));
    expect(error.outcome).toBe('unknown');
    expect(await publish.reconcile(call, attempt(draft(), error))).toEqual({
      state: 'live',
      platformPostId: '1792',
      url: 'https://www.instagram.com/p/D/',
    });
    expect(seen.filter((one) => one.effect === 'public')).toHaveLength(1);
  });

  it('2207051 and not live: the account is restricted, not expired', async () => {
    const { call } = scriptNetwork({ [PUBLISH]: graphError(4, 2207051), [CONTAINER]: finished }, { scopes });
    const error = await thrown(publish.send(call, prepared));
    const verdict = await publish.reconcile(call, attempt(draft(), error));
    expect(verdict).toMatchObject({ state: 'absent', error: { code: 'account_restricted' } });
    expect(verdict.state === 'absent' && (verdict.error as NetworkError).facts.credential).toBeUndefined();
  });

  it('an empty answer to the publish call: the container tells', async () => {
    const { call } = scriptNetwork({ [PUBLISH]: empty, [CONTAINER]: published, [TIMELINE]: live('1792') }, { scopes });
    const error = await thrown(publish.send(call, prepared));
    expect(error).toMatchObject({ code: 'network_unavailable', outcome: 'unknown' });
    expect(await publish.reconcile(call, attempt(draft(), error))).toMatchObject({
      state: 'live',
      platformPostId: '1792',
    });
  });

  it('an empty answer to a container: made again, since nobody sees it', async () => {
    const { call } = scriptNetwork({ [CREATE]: [empty, bare], [CONTAINER]: finished }, { scopes });
    expect(await publish.prepare(call, draft())).toEqual(prepared);
  });

  it('one image of a carousel that cannot be fetched at random is fetched again, alone', async () => {
    const failed = graphError(9004, 2207052, 'Only photo or video can be accepted as media type.');
    const { call, seen } = scriptNetwork(
      {
        [CREATE]: [{ json: { id: '101' } }, failed, { json: { id: '102' } }, bare],
        [`GET ${V}/101`]: finished,
        [`GET ${V}/102`]: finished,
        [CONTAINER]: finished,
      },
      { scopes },
    );
    const media: Draft['media'] = [
      image({ url: 'https://cdn.example/1.jpg' }),
      image({ url: 'https://cdn.example/2.jpg' }),
    ];
    expect(await publish.prepare(call, draft({ media }))).toEqual(prepared);
    const asked = seen.filter((one) => one.call === CREATE).map((one) => one.params.image_url ?? one.params.children);
    expect(asked).toEqual([
      'https://cdn.example/1.jpg',
      'https://cdn.example/2.jpg',
      'https://cdn.example/2.jpg',
      '101,102',
    ]);
  });

  it('a container that speaks only in a sentence', async () => {
    const { call } = scriptNetwork(
      {
        [CREATE]: bare,
        [CONTAINER]: [{ json: { status: 'In progress: wait' } }, { json: { status: 'Finished: ready' } }],
      },
      { scopes },
    );
    expect(await publish.prepare(call, draft())).toEqual(prepared);
  });
});

describe('100/33 is a glitch until it stays, and never about the account', () => {
  const glitch = graphError(100, 33, "Unsupported get request. Object with ID '1792' does not exist");

  it('on a fresh container', async () => {
    const { call } = scriptNetwork({ [CREATE]: bare, [CONTAINER]: [glitch, glitch, finished] }, { scopes });
    expect(await publish.prepare(call, draft())).toEqual(prepared);
  });

  it('on a container in doubt', async () => {
    const { call } = scriptNetwork({ [CONTAINER]: [glitch, published], [TIMELINE]: live('1792') }, { scopes });
    expect(await publish.reconcile(call, attempt(draft(), null))).toMatchObject({ state: 'live' });
  });

  it('on the address of a post', async () => {
    const { call } = scriptNetwork({
      [`GET ${V}/1792`]: [glitch, { json: { permalink: 'https://www.instagram.com/p/D/' } }],
    });
    expect(await permalink?.(call, '1792')).toBe('https://www.instagram.com/p/D/');
  });

  it('on the counts of a post', async () => {
    const script = {
      [`GET ${V}/1792/insights`]: [glitch, { json: { data: [{ name: 'likes', values: [{ value: 3 }] }] } }],
    };
    const { call } = scriptNetwork(script, { scopes });
    expect(await metrics?.(call, '1792')).toMatchObject({ likes: 3 });
  });

  it.each([
    [
      'a container',
      { [CREATE]: bare, [CONTAINER]: glitch },
      (call: Parameters<typeof publish.prepare>[0]) => publish.prepare(call, draft()),
    ],
    [
      'counts',
      { [`GET ${V}/1792/insights`]: glitch },
      (call: Parameters<typeof publish.prepare>[0]) => metrics!(call, '1792'),
    ],
  ] as const)('even where it stays: %s', async (_, script, run) => {
    const { call } = scriptNetwork(script, { scopes });
    const { code, facts } = await thrown(run(call));
    expect([code === 'credential_rejected', code === 'permission_missing', facts.credential]).toEqual([
      false,
      false,
      undefined,
    ]);
  });
});

describe('comments', () => {
  it('an empty 201 is looked for, not sent again', async () => {
    const COMMENTS = `${V}/1792/comments`;
    const found = `{"data":[{"id":${BIG},"text":"First!","timestamp":"2026-11-20T12:00:01+0000","username":"acme"}]}`;
    const { call, seen } = scriptNetwork(
      { [`POST ${COMMENTS}`]: { status: 201, text: '' }, [`GET ${COMMENTS}`]: { text: found } },
      { scopes },
    );
    const input = { platformPostId: '1792', text: 'First!' };
    const error = await thrown(comment!.send(call, { handle: null, body: input }));
    const verdict = await comment!.reconcile(call, attempt(input, error, { handle: null }));
    expect(verdict).toEqual({ state: 'live', platformPostId: BIG, url: null });
    expect(seen.filter((one) => one.effect === 'public')).toHaveLength(1);
  });
});

it('a removal is read by the secret of Instagram’s own app', () => {
  expect(removal?.readSignedRequest('forged.e30', Date.parse('2026-11-20T12:00:00Z'))).toEqual({
    ok: false,
    reason: 'bad_signature',
  });
});
