import type { OAuthPlatform } from '@fanfare/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { COMMENTING, leastMedia } from '../../posts/comments/networks.ts';
import type { Person } from '../../use-server.ts';
import { giveTimeToAct, settledOf, useKillableRuns } from './killable-runs.ts';

/**
 * Everything that could change: the network's change requests, what readers see, the API's answer
 * and the bill.
 */
async function state(ana: Person, postId: string) {
  return {
    writes: await ana.writes(),
    live: await ana.posts(),
    post: await ana.project.read(postId),
    usage: await ana.project.usage(),
  };
}

/**
 * Freezes a run of a first comment at each of its checkpoints on these networks, and continues it
 * after another run settled the comment.
 */
export function tryFrozenComments(platforms: readonly OAuthPlatform[]): void {
  const { server, killAt, wake } = useKillableRuns();
  afterEach(() => void vi.restoreAllMocks());

  describe.each(COMMENTING.filter(({ platform }) => platforms.includes(platform)))(
    '$platform: a frozen run',
    ({ platform }) => {
      const commented = (ana: Person, point: string) =>
        settledOf(ana, {
          content: `Frozen at ${point}`,
          mediaItems: leastMedia(server, platform),
          target: { firstComment: 'And more' },
        });

      test.each(['C8', 'C11', 'C12'])(
        'at %s continues after another run settled the comment, sends nothing and changes nothing',
        async (point) => {
          const ana = await server.person(platform);
          await killAt(ana, point);
          const { post } = await commented(ana, point);
          expect(post.status).toBe('published');
          const before = await state(ana, post.id);
          expect(before.live.flatMap(({ comments }) => comments)).toHaveLength(1);
          expect(await wake(ana)).toBe(1);
          await giveTimeToAct();
          expect(await state(ana, post.id)).toEqual(before);
        },
      );

      test('with its intent recorded continues too late to send: the comment’s result stays', async () => {
        const ana = await server.person(platform);
        await killAt(ana, 'C10');
        const { post } = await commented(ana, 'C10');
        const before = await state(ana, post.id);
        const now = performance.now.bind(performance);
        vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
        await wake(ana);
        await giveTimeToAct();
        vi.restoreAllMocks();
        expect(await state(ana, post.id)).toEqual(before);
      });

      test('with the network’s answer in memory records it in the journal, whatever the comment’s status', async () => {
        const ana = await server.person(platform);
        await killAt(ana, 'C11');
        const { post } = await commented(ana, 'C11');
        await wake(ana);
        const states = async () => {
          const { rows } = await server.db.query<{ state: string }>({
            text: `select i.state from write_intents i join targets t on t.id = i.target_id join accounts a on a.id = t.account_id
                 where a.platform_user_id = $1 and i.kind = 'comment'`,
            values: [ana.account.platformUserId],
          });
          return rows;
        };
        await expect.poll(states).toEqual([{ state: 'accepted' }]);
        expect(await ana.project.read(post.id)).toEqual(post);
      });
    },
  );
}
