import { caught, type Fixture } from '@fanfare/network-conformance';
import type { Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { aDraft } from '../a-draft.ts';
import { answerWith, formsOf, publicCalls, publishOnce, setControl } from './publish-and-connect.ts';

/** The differences between Meta's two networks in their shared behaviour. */
export type MetaEdges = {
  readonly create: RegExp;
  readonly publish: RegExp;
  /** The answer about a container, finished or published. */
  readonly container: (state: 'FINISHED' | 'PUBLISHED') => string;
  /** The id of a post in the list of own posts. */
  readonly listed: Readonly<Record<string, string>>;
  readonly plain: (fixture: Fixture) => Draft;
};

/** A double would make 27640875392278830 of it: another account's id. */
export const BIG = '27640875392278831';

/** Behaviour of Instagram and Threads in production that no document describes. */
export function quirksOfMeta(fixture: () => Fixture, { create, publish, container, listed, plain }: MetaEdges): void {
  describe('production quirks', () => {
    it('ids beyond 2^53 that arrive as bare numbers stay exact: container and post', async () => {
      await answerWith(fixture(), 'POST', create.source, `{"id":${BIG}}`);
      await answerWith(fixture(), 'GET', `/${BIG}$`, container('FINISHED'));
      await answerWith(fixture(), 'POST', publish.source, `{"id":${BIG}}`);
      const { adapter, call } = fixture();
      const prepared = await adapter.publish.prepare(call(), plain(fixture()));
      expect(prepared.handle).toBe(BIG);
      expect(await adapter.publish.send(call(), prepared)).toMatchObject({ platformPostId: BIG });
      expect(formsOf(fixture(), publish).map(({ creation_id }) => creation_id)).toEqual([BIG]);

      const draft = plain(fixture());
      const post = {
        ...listed,
        timestamp: new Date(fixture().clock.now()).toISOString(),
        permalink: 'https://www.example/p/D/',
      };
      await answerWith(fixture(), 'GET', `/${BIG}$`, container('PUBLISHED'));
      await answerWith(fixture(), 'GET', create.source, `{"data":[{"id":${BIG},${JSON.stringify(post).slice(1)}]}`);
      const attempt = {
        input: draft,
        intendedAt: fixture().clock.now(),
        agoMs: 0,
        sends: 1,
        error: null,
        earlierErrors: [],
      };
      const verdict = await adapter.publish.reconcile(call(), { ...attempt, handle: BIG });
      expect(verdict).toEqual({ state: 'live', platformPostId: BIG, url: 'https://www.example/p/D/' });
    });

    it('2207051 although live: published, found by reading, never sent a second time', async () => {
      await setControl(fixture(), 'publish-error-after-effect', {});
      const settled = await publishOnce(fixture(), plain(fixture()));
      const posts = await fixture().testNetwork.posts();
      expect(settled).toMatchObject({ state: 'live', platformPostId: posts[0]?.id });
      expect([posts.length, publicCalls(fixture())]).toEqual([1, 1]);
    });

    it('2207051 and not live: the account is restricted, and stays', async () => {
      await setControl(fixture(), 'api-error', { operation: 'publish', code: 4, subcode: 2207051 });
      const settled = await publishOnce(fixture(), plain(fixture()));
      expect(settled).toMatchObject({ state: 'absent', error: { code: 'account_restricted' } });
      expect(settled.state === 'absent' && 'facts' in settled.error && settled.error.facts).not.toHaveProperty(
        'credential',
        'expired',
      );
      expect(await fixture().testNetwork.posts()).toEqual([]);
    });

    it('100/33 on a new container is a glitch', async () => {
      await setControl(fixture(), 'read-glitch', { times: 2 });
      expect(await publishOnce(fixture(), plain(fixture()))).toMatchObject({ state: 'live' });
      expect(formsOf(fixture(), create)).toHaveLength(1);
    });

    it('100/33 that stays on a container is an error of the network, never of the account', async () => {
      await setControl(fixture(), 'read-glitch', { times: 40 });
      const { code, facts } = await caught(publishOnce(fixture(), plain(fixture())));
      expect([code, facts.credential]).toEqual(['network_unavailable', undefined]);
      expect(publicCalls(fixture())).toBe(0);
    });

    it('100/33 on a container in doubt is a glitch', async () => {
      const { adapter, call, testNetwork, clock } = fixture();
      const draft = plain(fixture());
      const prepared = await adapter.publish.prepare(call(), draft);
      await testNetwork.fail({ method: 'POST', path: publish.source, action: 'drop_after' });
      const intendedAt = clock.now();
      const error = await caught(adapter.publish.send(call(), prepared));
      await setControl(fixture(), 'read-glitch', { times: 2 });
      const { handle } = prepared;
      const attempt = { input: draft, handle, intendedAt, agoMs: 0, sends: 1, error, earlierErrors: [] };
      const [post] = await testNetwork.posts();
      expect(await adapter.publish.reconcile(call(), attempt)).toMatchObject({
        state: 'live',
        platformPostId: post?.id,
      });
    });

    it('100/33 on the address and on the counts of a post is a glitch', async () => {
      const { adapter, call } = fixture();
      const settled = await publishOnce(fixture(), plain(fixture()));
      const id = settled.state === 'live' ? (settled.platformPostId ?? '') : '';
      await setControl(fixture(), 'read-glitch', { of: 'read_media' });
      expect(await adapter.permalink?.(call(), id)).toMatch(/^https?:/);
      await setControl(fixture(), 'metrics', { platformPostId: id, likes: 3 });
      await setControl(fixture(), 'api-error', { operation: 'insights', code: 100, subcode: 33 });
      expect(await adapter.metrics?.(call(), id)).toMatchObject({ likes: 3 });
    });

    it('100/33 that stays means that the post was deleted; the account is fine', async () => {
      const { adapter, call } = fixture();
      const settled = await publishOnce(fixture(), plain(fixture()));
      const id = settled.state === 'live' ? (settled.platformPostId ?? '') : '';
      await setControl(fixture(), 'delete-post', { platformPostId: id });
      const { code, facts } = await caught(Promise.resolve(adapter.metrics?.(call(), id)));
      expect([code, facts.credential]).toEqual(['content_rejected', undefined]);
      expect(facts.message).toMatch(/^The post no longer exists on \w+, or \w+ does not show it/);
    });

    it('an empty answer to a container: it is created again, since it is not visible', async () => {
      await answerWith(fixture(), 'POST', create.source, '');
      expect(await publishOnce(fixture(), plain(fixture()))).toMatchObject({ state: 'live' });
      expect(await fixture().testNetwork.posts()).toHaveLength(1);
    });

    it('one image of a carousel that fails at random is fetched again, alone', async () => {
      await setControl(fixture(), 'fetch-failure', { address: 'roastery', times: 1 });
      const { image, anotherImage } = fixture().testNetwork.files;
      const media = [image, anotherImage].map((url) => ({ type: 'image' as const, url }));
      expect(await publishOnce(fixture(), aDraft('Both', media))).toMatchObject({ state: 'live' });
      const asked = formsOf(fixture(), create).map((form) => form.image_url ?? 'the carousel');
      expect(asked.filter((each) => each === anotherImage)).toHaveLength(2);
      expect(asked.filter((each) => each !== anotherImage)).toEqual([image, 'the carousel']);
    });

    it('a token that is revoked in the middle of a carousel ends the account as revoked, and nothing is public', async () => {
      await setControl(fixture(), 'revoke-token', { username: fixture().account.username, afterCalls: 2 });
      const { image, anotherImage } = fixture().testNetwork.files;
      const media = [image, anotherImage].map((url) => ({ type: 'image' as const, url }));
      const { code, facts } = await caught(publishOnce(fixture(), aDraft('Both', media)));
      expect([code, facts.credential]).toEqual(['credential_rejected', 'revoked']);
      expect([publicCalls(fixture()), await fixture().testNetwork.posts()]).toEqual([0, []]);
    });

    it('a post without a public address has none', async () => {
      const { adapter, call, account } = fixture();
      const settled = await publishOnce(fixture(), plain(fixture()));
      await setControl(fixture(), 'omit-permalink', { username: account.username, on: true });
      const id = settled.state === 'live' ? (settled.platformPostId ?? '') : '';
      expect(await adapter.permalink?.(call(), id)).toBeNull();
    });

    it('missing counts are null, not zero', async () => {
      const { adapter, call, account } = fixture();
      const settled = await publishOnce(fixture(), plain(fixture()));
      await setControl(fixture(), 'empty-insights', { username: account.username, on: true });
      const id = settled.state === 'live' ? (settled.platformPostId ?? '') : '';
      const none = { views: null, likes: null, comments: null, shares: null, saves: null };
      expect(await adapter.metrics?.(call(), id)).toEqual(none);
    });
  });
}
