import { Secret } from '@fanfare/network';
import type { Fixture } from '@fanfare/network-conformance';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '@fanfare/network-instagram';
import { describe, expect, it } from 'vitest';
import { aDraft } from '../a-draft.ts';
import { BIG, quirksOfMeta } from './of-meta.ts';
import { answerWith, connectAgain, formsOf, publicCalls, publishOnce, setControl } from './publish-and-connect.ts';

const plain = (fixture: Fixture) => aDraft('Hello', [{ type: 'image', url: fixture.testNetwork.files.image }]);

export function quirksOfInstagram(fixture: () => Fixture): void {
  quirksOfMeta(fixture, {
    create: /\/media$/,
    publish: /\/media_publish$/,
    container: (state) => JSON.stringify({ status_code: state }),
    listed: { caption: 'Hello', media_type: 'IMAGE' },
    plain,
  });

  describe('production quirks of Instagram', () => {
    it.each(['flat', 'wrapped'])('%s answers of the code exchange and of /me', async (shape) => {
      await setControl(fixture(), 'shapes', { exchange: shape, me: shape });
      const { credential, answered } = await connectAgain(fixture());
      expect(credential.scopes).toEqual(fixture().credential.scopes);
      expect(answered).toEqual({ ok: true, profiles: [fixture().account] });
    });

    it.each([
      ['flat', (profile: string) => profile],
      ['wrapped', (profile: string) => `{"data":[${profile}]}`],
    ])('ids beyond 2^53 that arrive as bare numbers in a %s /me stay exact', async (_, shape) => {
      const profile = `{"id":${BIG},"user_id":17841405793187219,"username":"acme"}`;
      await answerWith(fixture(), 'GET', '/me$', shape(profile));
      const answered = await fixture().adapter.connect.profiles(fixture().call(), fixture().credential);
      expect(answered).toMatchObject({ profiles: [{ platformUserId: '17841405793187219', otherIds: [BIG] }] });
    });

    it('the id of a comment that arrives as a bare number stays exact', async () => {
      await publishOnce(fixture(), plain(fixture()));
      const [post] = await fixture().testNetwork.posts();
      const { comment } = fixture().adapter;
      const prepared = await comment!.prepare(fixture().call(), { platformPostId: post!.id, text: 'First!' });
      await answerWith(fixture(), 'POST', '/comments$', `{"id":${BIG}}`);
      expect(await comment!.send(fixture().call(), prepared)).toEqual({ platformPostId: BIG, url: null });
    });

    it('9007 after FINISHED: the same container again, and no second one', async () => {
      await setControl(fixture(), 'api-error', { operation: 'publish', code: 9007, subcode: 2207027 });
      expect(await publishOnce(fixture(), plain(fixture()))).toMatchObject({ state: 'live' });
      const containers = formsOf(fixture(), /\/media_publish$/).map(({ creation_id }) => creation_id);
      expect([containers.length, new Set(containers).size, formsOf(fixture(), /\/media$/).length]).toEqual([2, 1, 1]);
      expect(await fixture().testNetwork.posts()).toHaveLength(1);
    });

    it('a comment whose answer was lost is looked for on the next pages too', async () => {
      await publishOnce(fixture(), plain(fixture()));
      const [post] = await fixture().testNetwork.posts();
      const { adapter, call, clock } = fixture();
      const input = { platformPostId: post!.id, text: 'First!' };
      const intendedAt = clock.now();
      await adapter.comment!.send(call(), await adapter.comment!.prepare(call(), input));
      const next = { next: 'https://graph.example/2', cursors: { after: 'p2' } };
      await answerWith(fixture(), 'GET', '/comments$', JSON.stringify({ data: [], paging: next }));
      const attempt = { input, handle: null, intendedAt, agoMs: 0, sends: 1, error: null, earlierErrors: [] };
      await adapter.comment!.reconcile(call(), attempt);
      const cursors = fixture().requests.map(({ url }) => url.searchParams.get('after'));
      expect(cursors.filter((cursor) => cursor !== null)).toContain('p2');
    });

    it('a version that has ended is replaced by the next one, also on the public call, and nothing is published twice', async () => {
      const { www: wwwUrl = '', api: apiUrl = '', graph: graphUrl = '' } = fixture().testNetwork.known;
      const { publish } = createInstagram({
        ...INSTAGRAM_DEFAULTS,
        wwwUrl,
        apiUrl,
        graphUrl,
        versions: instagramVersions({ wanted: ['v25.0', 'v26.0'] }),
        clientId: 'sandbox-instagram-app',
        clientSecret: new Secret('sandbox-instagram-secret'),
      });
      const run = fixture().call();
      const prepared = await publish.prepare(run, plain(fixture()));
      await setControl(fixture(), 'retire-version', { version: 'v25.0' });
      const { platformPostId } = await publish.send(run, prepared);
      const versions = fixture().requests.map(({ url }) => /\/(v\d+\.\d)\/\d+\/media_publish$/.exec(url.pathname)?.[1]);
      expect(versions.filter((version) => version !== undefined)).toEqual(['v25.0', 'v26.0']);
      expect((await fixture().testNetwork.posts()).map(({ id }) => id)).toEqual([platformPostId]);
    });

    it('every call sends the configured version', async () => {
      await publishOnce(fixture(), plain(fixture()));
      const versions = fixture().requests.flatMap(({ url }) => /\/(v\d[^/]*)\//.exec(url.pathname)?.[1] ?? []);
      expect(new Set(versions)).toEqual(new Set(['v25.0']));
    });

    it('a container whose only error is a sentence', async () => {
      await setControl(fixture(), 'shapes', { statusCode: 'absent' });
      expect(await publishOnce(fixture(), plain(fixture()))).toMatchObject({ state: 'live' });
      expect(publicCalls(fixture())).toBe(1);
    });

    it('a removal that identifies the user by a bare number beyond 2^53', async () => {
      const { account, adapter, clock } = fixture();
      const [scopedId] = account.otherIds;
      const body = { username: account.username, callbackUrl: 'http://127.0.0.1:9/removed', numericUserId: true };
      const { signedRequest } = (await setControl(fixture(), 'deauthorize', body)) as {
        readonly signedRequest: string;
      };
      const answer = adapter.removal?.readSignedRequest(signedRequest, clock.now());
      expect(answer).toMatchObject({ ok: true, platformUserId: scopedId });
      expect(Number.isSafeInteger(Number(scopedId))).toBe(false);
    });
  });
}
