import { afterEach, describe, expect, test, vi } from 'vitest';
import { COMMENTING, leastMedia } from '../posts-comments/networks.ts';
import type { Person } from '../use-server.ts';
import { settledOf, useMortalRuns } from './mortal-runs.ts';

const { server, fell, wake } = useMortalRuns();
afterEach(() => void vi.restoreAllMocks());

/** Everything that could change: what the network was asked to change, what its readers see, what the API says and what was billed. */
async function state(ana: Person, postId: string) {
  return {
    writes: await ana.writes(),
    live: await ana.posts(),
    post: await ana.project.read(postId),
    usage: await ana.project.usage(),
  };
}

/** The risen run has had every chance to do something. */
const settleDown = () => new Promise((resolve) => setTimeout(resolve, 150));

describe.each(COMMENTING)('$platform: a run that was frozen', ({ platform }) => {
  const commented = (ana: Person, point: string) =>
    settledOf(ana, {
      content: `Frozen at ${point}`,
      mediaItems: leastMedia(server, platform),
      target: { firstComment: 'And more' },
    });

  test.each(['C8', 'C11', 'C12'])(
    'at %s wakes up after another one dealt with the comment, sends nothing and changes nothing',
    async (point) => {
      const ana = await server.person(platform);
      await fell(ana, point);
      const { post } = await commented(ana, point);
      expect(post.status).toBe('published');
      const before = await state(ana, post.id);
      expect(before.live.flatMap(({ comments }) => comments)).toHaveLength(1);
      expect(await wake(ana)).toBe(1);
      await settleDown();
      expect(await state(ana, post.id)).toEqual(before);
    },
  );

  test('with its intent written wakes up too late to send: whatever became of the comment stays', async () => {
    const ana = await server.person(platform);
    await fell(ana, 'C10');
    const { post } = await commented(ana, 'C10');
    const before = await state(ana, post.id);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    await wake(ana);
    await settleDown();
    vi.restoreAllMocks();
    expect(await state(ana, post.id)).toEqual(before);
  });

  test('with the network’s answer in its hand enters it into the journal, whatever was told of the comment', async () => {
    const ana = await server.person(platform);
    await fell(ana, 'C11');
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
});
