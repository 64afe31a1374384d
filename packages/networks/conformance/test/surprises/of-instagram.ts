import { Secret } from '@fanfare/network';
import type { Stage } from '@fanfare/network-conformance';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '@fanfare/network-instagram';
import { describe, expect, it } from 'vitest';
import { aDraft } from '../a-draft.ts';
import { answerWith, connectAgain, formsOf, publicCalls, publishOnce, turn } from './at-stage.ts';
import { BIG, surprisesOfMeta } from './of-meta.ts';

const plain = (stage: Stage) => aDraft('Hello', [{ type: 'image', url: stage.rig.files.image }]);

export function surprisesOfInstagram(stage: () => Stage): void {
  surprisesOfMeta(stage, {
    create: /\/media$/,
    publish: /\/media_publish$/,
    container: (state) => JSON.stringify({ status_code: state }),
    listed: { caption: 'Hello', media_type: 'IMAGE' },
    plain,
  });

  describe('surprises of Instagram', () => {
    it.each(['flat', 'wrapped'])('%s answers of the code exchange and of /me', async (shape) => {
      await turn(stage(), 'shapes', { exchange: shape, me: shape });
      const { credential, answered } = await connectAgain(stage());
      expect(credential.scopes).toEqual(stage().credential.scopes);
      expect(answered).toEqual({ ok: true, profiles: [stage().account] });
    });

    it.each([
      ['flat', (profile: string) => profile],
      ['wrapped', (profile: string) => `{"data":[${profile}]}`],
    ])('ids beyond 2^53 that come as bare numbers in a %s /me stay digit for digit', async (_, shape) => {
      const profile = `{"id":${BIG},"user_id":17841405793187219,"username":"acme"}`;
      await answerWith(stage(), 'GET', '/me$', shape(profile));
      const answered = await stage().adapter.connect.profiles(stage().call(), stage().credential);
      expect(answered).toMatchObject({ profiles: [{ platformUserId: '17841405793187219', otherIds: [BIG] }] });
    });

    it('the id of a comment that comes as a bare number stays digit for digit', async () => {
      await publishOnce(stage(), plain(stage()));
      const [post] = await stage().rig.posts();
      const { comment } = stage().adapter;
      const prepared = await comment!.prepare(stage().call(), { platformPostId: post!.id, text: 'First!' });
      await answerWith(stage(), 'POST', '/comments$', `{"id":${BIG}}`);
      expect(await comment!.send(stage().call(), prepared)).toEqual({ platformPostId: BIG, url: null });
    });

    it('9007 after FINISHED: the same container again, and no second one', async () => {
      await turn(stage(), 'api-error', { operation: 'publish', code: 9007, subcode: 2207027 });
      expect(await publishOnce(stage(), plain(stage()))).toMatchObject({ state: 'live' });
      const containers = formsOf(stage(), /\/media_publish$/).map(({ creation_id }) => creation_id);
      expect([containers.length, new Set(containers).size, formsOf(stage(), /\/media$/).length]).toEqual([2, 1, 1]);
      expect(await stage().rig.posts()).toHaveLength(1);
    });

    it('a comment whose answer was lost is looked for on the next pages, too', async () => {
      await publishOnce(stage(), plain(stage()));
      const [post] = await stage().rig.posts();
      const { adapter, call, clock } = stage();
      const input = { platformPostId: post!.id, text: 'First!' };
      const intendedAt = clock.now();
      await adapter.comment!.send(call(), await adapter.comment!.prepare(call(), input));
      const next = { next: 'https://graph.example/2', cursors: { after: 'p2' } };
      await answerWith(stage(), 'GET', '/comments$', JSON.stringify({ data: [], paging: next }));
      const attempt = { input, handle: null, intendedAt, agoMs: 0, sends: 1, error: null, earlierErrors: [] };
      await adapter.comment!.reconcile(call(), attempt);
      const cursors = stage().requests.map(({ url }) => url.searchParams.get('after'));
      expect(cursors.filter((cursor) => cursor !== null)).toContain('p2');
    });

    it('a version that has ended gives way to the next one, on the public call too, and nothing is published twice', async () => {
      const { www: wwwUrl = '', api: apiUrl = '', graph: graphUrl = '' } = stage().rig.known;
      const { publish } = createInstagram({
        ...INSTAGRAM_DEFAULTS,
        wwwUrl,
        apiUrl,
        graphUrl,
        versions: instagramVersions({ wanted: ['v25.0', 'v26.0'] }),
        clientId: 'sandbox-instagram-app',
        clientSecret: new Secret('sandbox-instagram-secret'),
      });
      const run = stage().call();
      const prepared = await publish.prepare(run, plain(stage()));
      await turn(stage(), 'retire-version', { version: 'v25.0' });
      const { platformPostId } = await publish.send(run, prepared);
      const versions = stage().requests.map(({ url }) => /\/(v\d+\.\d)\/\d+\/media_publish$/.exec(url.pathname)?.[1]);
      expect(versions.filter((version) => version !== undefined)).toEqual(['v25.0', 'v26.0']);
      expect((await stage().rig.posts()).map(({ id }) => id)).toEqual([platformPostId]);
    });

    it('every call asks for the version that was configured', async () => {
      await publishOnce(stage(), plain(stage()));
      const versions = stage().requests.flatMap(({ url }) => /\/(v\d[^/]*)\//.exec(url.pathname)?.[1] ?? []);
      expect(new Set(versions)).toEqual(new Set(['v25.0']));
    });

    it('a container that speaks only in a sentence', async () => {
      await turn(stage(), 'shapes', { statusCode: 'absent' });
      expect(await publishOnce(stage(), plain(stage()))).toMatchObject({ state: 'live' });
      expect(publicCalls(stage())).toBe(1);
    });

    it('a removal that names the user by a bare number beyond 2^53', async () => {
      const { account, adapter, clock } = stage();
      const [scopedId] = account.otherIds;
      const body = { username: account.username, callbackUrl: 'http://127.0.0.1:9/removed', numericUserId: true };
      const { signedRequest } = (await turn(stage(), 'deauthorize', body)) as { readonly signedRequest: string };
      const answer = adapter.removal?.readSignedRequest(signedRequest, clock.now());
      expect(answer).toMatchObject({ ok: true, platformUserId: scopedId });
      expect(Number.isSafeInteger(Number(scopedId))).toBe(false);
    });
  });
}
