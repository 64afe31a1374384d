import { caught, type Stage } from '@fanfare/network-conformance';
import type { Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { aDraft } from '../a-draft.ts';
import { answerWith, formsOf, publicCalls, publishOnce, turn } from './at-stage.ts';

/** How the two networks of Meta differ in what they share. */
export type MetaEdges = {
  readonly create: RegExp;
  readonly publish: RegExp;
  /** The answer about a container, finished or published. */
  readonly container: (state: 'FINISHED' | 'PUBLISHED') => string;
  /** What a post is called where the own posts are listed. */
  readonly listed: Readonly<Record<string, string>>;
  readonly plain: (stage: Stage) => Draft;
};

/** A double would make 27640875392278830 of it: the id of somebody else. */
export const BIG = '27640875392278831';

/** What Instagram and Threads do in production and no document says. */
export function surprisesOfMeta(stage: () => Stage, { create, publish, container, listed, plain }: MetaEdges): void {
  describe('surprises of production', () => {
    it('ids beyond 2^53 that come as bare numbers stay digit for digit: container and post', async () => {
      await answerWith(stage(), 'POST', create.source, `{"id":${BIG}}`);
      await answerWith(stage(), 'GET', `/${BIG}$`, container('FINISHED'));
      await answerWith(stage(), 'POST', publish.source, `{"id":${BIG}}`);
      const { adapter, call } = stage();
      const prepared = await adapter.publish.prepare(call(), plain(stage()));
      expect(prepared.handle).toBe(BIG);
      expect(await adapter.publish.send(call(), prepared)).toMatchObject({ platformPostId: BIG });
      expect(formsOf(stage(), publish).map(({ creation_id }) => creation_id)).toEqual([BIG]);

      const draft = plain(stage());
      const post = {
        ...listed,
        timestamp: new Date(stage().clock.now()).toISOString(),
        permalink: 'https://www.example/p/D/',
      };
      await answerWith(stage(), 'GET', `/${BIG}$`, container('PUBLISHED'));
      await answerWith(stage(), 'GET', create.source, `{"data":[{"id":${BIG},${JSON.stringify(post).slice(1)}]}`);
      const attempt = {
        input: draft,
        intendedAt: stage().clock.now(),
        agoMs: 0,
        sends: 1,
        error: null,
        earlierErrors: [],
      };
      const verdict = await adapter.publish.reconcile(call(), { ...attempt, handle: BIG });
      expect(verdict).toEqual({ state: 'live', platformPostId: BIG, url: 'https://www.example/p/D/' });
    });

    it('2207051 though live: published, found by reading, never sent a second time', async () => {
      await turn(stage(), 'publish-error-after-effect', {});
      const settled = await publishOnce(stage(), plain(stage()));
      const posts = await stage().rig.posts();
      expect(settled).toMatchObject({ state: 'live', platformPostId: posts[0]?.id });
      expect([posts.length, publicCalls(stage())]).toEqual([1, 1]);
    });

    it('2207051 and not live: the account is restricted, and stays', async () => {
      await turn(stage(), 'api-error', { operation: 'publish', code: 4, subcode: 2207051 });
      const settled = await publishOnce(stage(), plain(stage()));
      expect(settled).toMatchObject({ state: 'absent', error: { code: 'account_restricted' } });
      expect(settled.state === 'absent' && 'facts' in settled.error && settled.error.facts).not.toHaveProperty(
        'credential',
        'expired',
      );
      expect(await stage().rig.posts()).toEqual([]);
    });

    it('100/33 on a fresh container is a glitch', async () => {
      await turn(stage(), 'read-glitch', { times: 2 });
      expect(await publishOnce(stage(), plain(stage()))).toMatchObject({ state: 'live' });
      expect(formsOf(stage(), create)).toHaveLength(1);
    });

    it('100/33 that stays on a container is an error of the network, never of the account', async () => {
      await turn(stage(), 'read-glitch', { times: 40 });
      const { code, facts } = await caught(publishOnce(stage(), plain(stage())));
      expect([code, facts.credential]).toEqual(['network_unavailable', undefined]);
      expect(publicCalls(stage())).toBe(0);
    });

    it('100/33 on a container in doubt is a glitch', async () => {
      const { adapter, call, rig, clock } = stage();
      const draft = plain(stage());
      const prepared = await adapter.publish.prepare(call(), draft);
      await rig.fail({ method: 'POST', path: publish.source, action: 'drop_after' });
      const intendedAt = clock.now();
      const error = await caught(adapter.publish.send(call(), prepared));
      await turn(stage(), 'read-glitch', { times: 2 });
      const { handle } = prepared;
      const attempt = { input: draft, handle, intendedAt, agoMs: 0, sends: 1, error, earlierErrors: [] };
      const [post] = await rig.posts();
      expect(await adapter.publish.reconcile(call(), attempt)).toMatchObject({
        state: 'live',
        platformPostId: post?.id,
      });
    });

    it('100/33 on the address and on the counts of a post is a glitch', async () => {
      const { adapter, call } = stage();
      const settled = await publishOnce(stage(), plain(stage()));
      const id = settled.state === 'live' ? (settled.platformPostId ?? '') : '';
      await turn(stage(), 'read-glitch', { of: 'read_media' });
      expect(await adapter.permalink?.(call(), id)).toMatch(/^https?:/);
      await turn(stage(), 'metrics', { platformPostId: id, likes: 3 });
      await turn(stage(), 'api-error', { operation: 'insights', code: 100, subcode: 33 });
      expect(await adapter.metrics?.(call(), id)).toMatchObject({ likes: 3 });
    });

    it('100/33 that stays blames the post: it was deleted, and the account is fine', async () => {
      const { adapter, call } = stage();
      const settled = await publishOnce(stage(), plain(stage()));
      const id = settled.state === 'live' ? (settled.platformPostId ?? '') : '';
      await turn(stage(), 'delete-post', { platformPostId: id });
      const { code, facts } = await caught(Promise.resolve(adapter.metrics?.(call(), id)));
      expect([code, facts.credential]).toEqual(['content_rejected', undefined]);
      expect(facts.message).toMatch(/^The post no longer exists on \w+, or \w+ does not show it/);
    });

    it('an empty answer to a container: made again, since nobody sees it', async () => {
      await answerWith(stage(), 'POST', create.source, '');
      expect(await publishOnce(stage(), plain(stage()))).toMatchObject({ state: 'live' });
      expect(await stage().rig.posts()).toHaveLength(1);
    });

    it('one image of a carousel that cannot be fetched at random is fetched again, alone', async () => {
      await turn(stage(), 'fetch-failure', { address: 'roastery', times: 1 });
      const { image, anotherImage } = stage().rig.files;
      const media = [image, anotherImage].map((url) => ({ type: 'image' as const, url }));
      expect(await publishOnce(stage(), aDraft('Both', media))).toMatchObject({ state: 'live' });
      const asked = formsOf(stage(), create).map((form) => form.image_url ?? 'the carousel');
      expect(asked.filter((each) => each === anotherImage)).toHaveLength(2);
      expect(asked.filter((each) => each !== anotherImage)).toEqual([image, 'the carousel']);
    });

    it('a token that is revoked in the middle of a carousel ends the account as revoked, and nothing is public', async () => {
      await turn(stage(), 'revoke-token', { username: stage().account.username, afterCalls: 2 });
      const { image, anotherImage } = stage().rig.files;
      const media = [image, anotherImage].map((url) => ({ type: 'image' as const, url }));
      const { code, facts } = await caught(publishOnce(stage(), aDraft('Both', media)));
      expect([code, facts.credential]).toEqual(['credential_rejected', 'revoked']);
      expect([publicCalls(stage()), await stage().rig.posts()]).toEqual([0, []]);
    });

    it('a post without a public address has none', async () => {
      const { adapter, call, account } = stage();
      const settled = await publishOnce(stage(), plain(stage()));
      await turn(stage(), 'omit-permalink', { username: account.username, on: true });
      const id = settled.state === 'live' ? (settled.platformPostId ?? '') : '';
      expect(await adapter.permalink?.(call(), id)).toBeNull();
    });

    it('no counts yet is null, and no zero', async () => {
      const { adapter, call, account } = stage();
      const settled = await publishOnce(stage(), plain(stage()));
      await turn(stage(), 'empty-insights', { username: account.username, on: true });
      const id = settled.state === 'live' ? (settled.platformPostId ?? '') : '';
      const none = { views: null, likes: null, comments: null, shares: null, saves: null };
      expect(await adapter.metrics?.(call(), id)).toEqual(none);
    });
  });
}
