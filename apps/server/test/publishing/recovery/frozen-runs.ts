import type { OAuthPlatform } from '@fanfare/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../use-server.ts';
import { giveTimeToAct, richMedia, settledOf, useKillableRuns } from './killable-runs.ts';

/**
 * Everything that could change: the network's requests, what readers see, the API's answer and the
 * bill.
 */
async function state(ana: Person, postId: string) {
  return {
    calls: (await ana.calls()).length,
    live: await ana.posts(),
    post: await ana.project.read(postId),
    usage: await ana.project.usage(),
  };
}

/**
 * Freezes a run of a post at each checkpoint of these networks, and continues it after another run
 * published the post.
 */
export function tryFrozenRuns(platforms: readonly OAuthPlatform[]): void {
  const { server, killAt, wake } = useKillableRuns();
  afterEach(() => void vi.restoreAllMocks());

  describe.each([...platforms])('%s: a frozen run', (platform) => {
    const points = platform === 'x' || platform === 'linkedin' ? ['C0', 'C1', 'C2', 'C5'] : ['C0', 'C3', 'C4#2', 'C5'];

    test.each(points)(
      'at %s continues after its post was published by another run, sends nothing and changes nothing',
      async (point) => {
        const ana = await server.person(platform);
        await killAt(ana, point);
        const { post } = await settledOf(ana, {
          content: `Frozen at ${point}`,
          mediaItems: richMedia(server, platform),
        });
        expect(post.status).toBe('published');
        await ana.project.addressed(post.id);
        const before = await state(ana, post.id);
        expect(before.live).toHaveLength(1);
        expect(await wake(ana)).toBe(1);
        await giveTimeToAct();
        const after = await state(ana, post.id);
        // A hidden step it had begun may still be made, because it is not visible. No public call,
        // no other change.
        expect({ ...after, calls: 0 }).toEqual({ ...before, calls: 0 });
        const late = (await ana.calls()).slice(before.calls).filter(({ method }) => method !== 'GET');
        expect(late.length).toBeLessThanOrEqual(point === 'C1' || point === 'C3' ? 2 : 0);
      },
    );

    test('with its intent recorded continues too late to send: the post’s result stays', async () => {
      const ana = await server.person(platform);
      await killAt(ana, 'C6');
      const { post } = await settledOf(ana, { content: 'Frozen at C6', mediaItems: richMedia(server, platform) });
      await ana.project.addressed(post.id);
      const before = await state(ana, post.id);
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
      await wake(ana);
      await giveTimeToAct();
      vi.restoreAllMocks();
      const late = (await ana.calls()).slice(before.calls).filter(({ method }) => method !== 'GET');
      expect(late).toEqual([]);
      const { calls: _, ...after } = await state(ana, post.id);
      const { calls: __, ...same } = before;
      expect(after).toEqual(same);
    });

    test('with the network’s answer in memory continues after the outcome was settled: it bills and changes nothing', async () => {
      const ana = await server.person(platform);
      await killAt(ana, 'C7');
      const { post } = await settledOf(ana, { content: 'Frozen at C7', mediaItems: richMedia(server, platform) });
      await ana.project.addressed(post.id);
      const before = await state(ana, post.id);
      await wake(ana);
      await giveTimeToAct();
      const { calls: _, ...after } = await state(ana, post.id);
      const { calls: __, ...same } = before;
      expect(after).toEqual(same);
      expect(after.live).toHaveLength(1);
      // The journal records the late result.
      const states = () =>
        server.db.query({
          text: `select i.state from write_intents i join targets t on t.id = i.target_id join posts p on p.id = t.post_id
               join accounts a on a.id = t.account_id where a.platform_user_id = $1 and i.kind = 'publish'`,
          values: [ana.account.platformUserId],
        });
      await expect.poll(async () => (await states()).rows).toEqual([{ state: 'accepted' }]);
    });
  });
}
