import { caught, type Fixture, findPost, REDIRECT_URI } from '@fanfare/network-conformance';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import { describe, expect, it } from 'vitest';
import { aDraft } from '../a-draft.ts';
import { answerWith, publicCalls, publishOnce, setControl } from './publish-and-connect.ts';

/** A double would make 9007199254740992 of it: another account's id. */
const BIG = '9007199254740993';

const TOKEN = '^/2/oauth2/token$';

async function published(fixture: Fixture): Promise<string> {
  const settled = await publishOnce(fixture, aDraft('Release day'));
  if (settled.state !== 'live' || settled.platformPostId === null) throw new Error('The post is not live.');
  return settled.platformPostId;
}

export function quirksOfX(fixture: () => Fixture): void {
  const repost = async (platformPostId: string) => {
    const { adapter, call } = fixture();
    return await adapter.repost!.send(call(), await adapter.repost!.prepare(call(), { platformPostId }));
  };

  describe('production quirks', () => {
    describe('ids beyond 2^53 that arrive as bare numbers stay exact', () => {
      it('of an account', async () => {
        await answerWith(fixture(), 'GET', '/users/me$', `{"data":{"id":${BIG},"username":"devteam","name":"Dev"}}`);
        const answered = await fixture().adapter.connect.profiles(fixture().call(), fixture().credential);
        expect(answered).toMatchObject({ profiles: [{ platformUserId: BIG, username: 'devteam' }] });
      });

      it('of an uploaded image', async () => {
        await answerWith(fixture(), 'POST', '/media/upload$', `{"data":{"id":${BIG},"media_key":"3_${BIG}"}}`);
        const draft = aDraft('Release day', [{ type: 'image', url: fixture().testNetwork.files.image }]);
        const prepared = await fixture().adapter.publish.prepare(fixture().call(), draft);
        expect(prepared.body).toEqual({ text: 'Release day', media: { media_ids: [BIG] } });
      });

      it('of a post', async () => {
        await answerWith(fixture(), 'POST', '/2/tweets$', `{"data":{"id":${BIG}}}`, 201);
        expect(await publishOnce(fixture(), aDraft('a'))).toMatchObject({ platformPostId: BIG });
      });

      it('of a repost', async () => {
        await answerWith(fixture(), 'POST', '/retweets$', `{"data":{"retweeted":true,"rest_id":${BIG}}}`);
        expect((await repost('5')).platformPostId).toBe(BIG);
      });
    });

    it.each(['invalid-request', 'code-327', 'ok'])(
      'already retweeted, reported as %s, is a success',
      async (answer) => {
        const id = await published(fixture());
        await setControl(fixture(), 'already-reposted', { answer });
        await repost(id);
        await repost(id);
        expect((await findPost(fixture(), id)).repostedBy).toEqual([fixture().account.username]);
      },
    );

    it('a repost without its own id is a repost', async () => {
      const id = await published(fixture());
      await setControl(fixture(), 'repost-id', { on: false });
      expect(await repost(id)).toEqual({ platformPostId: null, url: null });
    });

    it.each(['not-found', 'invalid-request', 'errors'])(
      'a missing post, reported as %s, is not reposted',
      async (answer) => {
        await setControl(fixture(), 'missing-repost', { answer });
        const { code, outcome } = await caught(repost('1234567890123456789'));
        expect([code, outcome]).toEqual(['content_rejected', 'rejected']);
      },
    );

    it('counts of a deleted post are an error with status 200', async () => {
      const id = await published(fixture());
      await setControl(fixture(), 'delete-post', { platformPostId: id });
      const error = await caught(Promise.resolve(fixture().adapter.metrics?.(fixture().call(), id)));
      expect([error.code, error.outcome]).toEqual(['content_rejected', 'rejected']);
    });

    it.each(['tweet', 'post'])('counts are read in the field names of the generation "%s"', async (generation) => {
      const id = await published(fixture());
      await setControl(fixture(), 'field-names', { generation });
      await setControl(fixture(), 'metrics', { platformPostId: id, reposts: 4, quotes: 2, likes: 9, saves: 1 });
      expect(await fixture().adapter.metrics?.(fixture().call(), id)).toMatchObject({ shares: 6, likes: 9, saves: 1 });
    });

    it.each([
      ['an empty 201', ''],
      ['a 201 with a page', '<html>Created</html>'],
    ])('%s: the post is read back with its id, and nothing is sent again', async (_, body) => {
      await fixture().testNetwork.fail({
        method: 'POST',
        path: '/2/tweets$',
        action: 'status_after',
        status: 201,
        body,
      });
      const settled = await publishOnce(fixture(), aDraft('a'));
      const posts = await fixture().testNetwork.posts();
      expect(settled).toMatchObject({ state: 'live', platformPostId: posts[0]?.id });
      expect([posts.length, publicCalls(fixture())]).toEqual([1, 1]);
    });

    it('the newer name of the fields of a read is used where X refuses the older one', async () => {
      const id = await published(fixture());
      const refusal = JSON.stringify({
        errors: [{ parameters: { 'tweet.fields': ['x'] }, message: 'The query parameter [tweet.fields] is not known' }],
        title: 'Invalid Request',
      });
      await answerWith(fixture(), 'GET', '/2/tweets/\\d+$', refusal, 400);
      expect(await fixture().adapter.metrics?.(fixture().call(), id)).toMatchObject({ likes: expect.any(Number) });

      await answerWith(fixture(), 'GET', '/2/users/\\d+/tweets$', refusal, 400);
      const { adapter, call, clock } = fixture();
      const attempt = {
        input: aDraft('Release day'),
        handle: null,
        intendedAt: clock.now(),
        agoMs: 0,
        sends: 1,
        error: null,
        earlierErrors: [],
      };
      expect(await adapter.publish.reconcile(call(), attempt)).toMatchObject({ state: 'live', platformPostId: id });
      const names = fixture().requests.flatMap(({ url }) =>
        [...url.searchParams.keys()].filter((key) => /\.fields$/.test(key)),
      );
      expect(names.slice(-4)).toEqual(['tweet.fields', 'post.fields', 'tweet.fields', 'post.fields']);
    });

    it.each([
      ['in words', '{"title":"Forbidden","detail":"You are not allowed to create a Tweet with duplicate content."}'],
      ['with code 187', '{"errors":[{"code":187,"message":"Status is a duplicate."}]}'],
    ])('a ghost duplicate, reported %s, is a refusal without a post, and is not sent again', async (_, body) => {
      await answerWith(fixture(), 'POST', '/2/tweets$', body, 403);
      const { adapter, call } = fixture();
      const prepared = await adapter.publish.prepare(call(), aDraft('a'));
      const { code, outcome } = await caught(adapter.publish.send(call(), prepared));
      expect([code, outcome]).toEqual(['duplicate_content', 'rejected']);
      expect([await fixture().testNetwork.posts(), publicCalls(fixture())]).toEqual([[], 1]);
    });

    it('a ghost duplicate after a lost answer proves nothing while the timeline is empty', async () => {
      await answerWith(
        fixture(),
        'POST',
        '/2/tweets$',
        '{"errors":[{"code":187,"message":"Status is a duplicate."}]}',
        403,
      );
      const { adapter, call, clock } = fixture();
      const draft = aDraft('a');
      const error = await caught(adapter.publish.send(call(), await adapter.publish.prepare(call(), draft)));
      const attempt = {
        input: draft,
        handle: null,
        intendedAt: clock.now() - 200_000,
        agoMs: 200_000,
        sends: 2,
        error,
        earlierErrors: [],
      };
      expect(await adapter.publish.reconcile(call(), attempt)).toEqual({ state: 'undecided' });
    });
  });

  it('an app without a secret sends its id in the form', async () => {
    const { api: apiUrl = '', web: webUrl = '' } = fixture().testNetwork.known;
    const { connect, revoke } = createX({
      ...X_DEFAULTS,
      apiUrl,
      webUrl,
      clientId: 'sandbox-x-app',
      clientSecret: null,
    });
    const input = { code: 'spent', redirectUri: REDIRECT_URI, codeVerifier: 'v'.repeat(43) };
    await caught(connect.exchange(fixture().call(), input));
    await caught(Promise.resolve(connect.refresh?.(fixture().call(), fixture().credential)));
    await revoke?.(fixture().call()).catch(() => undefined);
    const tries = fixture()
      .requests.slice(2)
      .filter(({ method }) => method === 'POST')
      .slice(-3);
    expect(tries.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
    expect(tries.map(({ body }) => new URLSearchParams(body().toString()).get('client_id'))).toEqual([
      'sandbox-x-app',
      'sandbox-x-app',
      'sandbox-x-app',
    ]);
  });

  it('a post whose answer was lost is looked for on the next pages too', async () => {
    const draft = aDraft('Release day');
    await published(fixture());
    await answerWith(fixture(), 'GET', '/users/\\d+/tweets$', '{"meta":{"result_count":0,"next_token":"more"}}');
    const { adapter, call, clock } = fixture();
    const attempt = {
      input: draft,
      handle: null,
      intendedAt: clock.now(),
      agoMs: 0,
      sends: 1,
      error: null,
      earlierErrors: [],
    };
    await adapter.publish.reconcile(call(), attempt);
    const tokens = fixture().requests.map(({ url }) => url.searchParams.get('pagination_token'));
    expect(tokens.filter((token) => token !== null)).toEqual(['more']);
  });

  describe('a renewal', () => {
    const renew = () =>
      caught(Promise.resolve(fixture().adapter.connect.refresh?.(fixture().call(), fixture().credential)));
    const asked = () => fixture().requests.filter(({ url }) => url.pathname.endsWith('/oauth2/token')).length;

    it('whose answer is lost is not repeated here: the token is spent, as the next one shows', async () => {
      const before = asked();
      await setControl(fixture(), 'drop-refresh-reply', { times: 1 });
      const { code, outcome, facts } = await renew();
      expect([code, outcome, facts.retryAfterMs, facts.credential]).toEqual([
        'network_unavailable',
        'unknown',
        undefined,
        undefined,
      ]);
      expect(asked() - before).toBe(1);
      expect(await renew()).toMatchObject({ code: 'credential_rejected', facts: { credential: 'expired' } });
    });

    it('whose answer is cut off is in doubt, and ends nothing', async () => {
      await answerWith(fixture(), 'POST', TOKEN, '{"token_type":"bearer","access_tok');
      const { code, outcome, facts } = await renew();
      expect([code, outcome, facts.credential]).toEqual(['network_unavailable', 'unknown', undefined]);
    });

    it.each(['invalid_request', 'invalid_grant'])('of a dead token, refused as %s, ends the account', async (error) => {
      await setControl(fixture(), 'refresh-error', { error });
      await setControl(fixture(), 'expire-tokens', { username: fixture().account.username, refresh: true });
      expect(await renew()).toMatchObject({ code: 'credential_rejected', facts: { credential: 'expired' } });
    });
  });
}
