import type { Post } from '@fanfare/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { eventsAfterConnect } from '../../events/read-events.ts';
import { useKillableRuns } from '../../publishing/recovery/killable-runs.ts';
import type { Person } from '../../use-server.ts';
import { chainOf, threadResults } from './chain.ts';

const { server, killAt } = useKillableRuns();
afterEach(() => server.sandbox.removeFaults());

const texts = ['First', 'Second', 'Third'];
const thread = texts.map((content) => ({ content }));

const NOTHING_YET = { targets: [{ thread: [{ status: 'pending' }] }] } as unknown as Post;

/** The chain of a person once nothing of it is to be sent any more, and what is live. */
async function ended(ana: Person) {
  void ana.publish({ content: '', target: { thread } }).catch(() => undefined);
  const read = async () => (await ana.project.call<{ posts: Post[] }>('GET', '/api/v1/posts')).body.posts[0];
  const isToCome = async () => threadResults((await read()) ?? NOTHING_YET).includes('pending');
  await expect.poll(isToCome, { timeout: 20_000 }).toBe(false);
  const post = (await read())!;
  const posts = await ana.posts();
  return { post, results: threadResults(post), live: posts.flatMap((one) => chainOf(one)).map(({ text }) => text) };
}

test('a chain that breaks says where: what is live stays, the rest is not sent and costs nothing', async () => {
  const ana = await server.person('x');
  await server.sandbox.fail({
    network: 'x',
    action: 'status',
    method: 'POST',
    path: '/2/tweets$',
    skip: 1,
    times: 1,
    status: 403,
    body: REFUSED,
  });
  const { post, results, live } = await ended(ana);
  expect([post.status, post.targets[0]!.status, results, live]).toEqual([
    'published',
    'published',
    ['published', 'permission_missing', 'skipped'],
    ['First'],
  ]);
  const [failed, ...others] = (await eventsAfterConnect(ana.project, 3)).filter(({ type }) =>
    type.startsWith('follow_up.'),
  );
  expect([failed?.type, failed?.data, others]).toEqual([
    'follow_up.failed',
    expect.objectContaining({ followUp: { field: 'thread', index: 1, ...post.targets[0]!.thread![1] } }),
    [],
  ]);
  expect(post.targets[0]!.thread![2]).toEqual({ status: 'skipped', platformPostId: null, url: null, error: null });
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('when the first post fails, nothing of the chain is sent', async () => {
  const ana = await server.person('x');
  await server.sandbox.fail({
    network: 'x',
    action: 'status',
    method: 'POST',
    path: '/2/tweets$',
    times: 1,
    status: 403,
    body: REFUSED,
  });
  const { post, results, live } = await ended(ana);
  expect([post.status, results, live]).toEqual(['failed', ['permission_missing', 'skipped', 'skipped'], []]);
  expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
});

const REFUSED = {
  detail: 'You are not permitted to perform this action.',
  title: 'Forbidden',
  type: 'about:blank',
  status: 403,
};

/** X shows an own post that was sent; one that is not there proves nothing. */
const unknownAt = (second: number) => ({
  results: texts.map((_, i) => (i < second ? 'published' : i === second ? 'outcome_unknown' : 'skipped')),
  live: texts.slice(0, second),
});
const WHOLE = { results: ['published', 'published', 'published'], live: texts };

describe('a chain whose run ends between any two posts goes on where it stopped, without a double or a gap', () => {
  test.each([
    ['x', 'C8', WHOLE],
    ['x', 'C0#2', WHOLE],
    ['x', 'C6#2', unknownAt(1)],
    ['x', 'C7#2', WHOLE],
    ['x', 'C8#2', WHOLE],
    // The same container is published again.
    ['threads', 'C6#2', WHOLE],
    // Threads does not show replies to this app, so the id of the second is lost, and nothing can
    // answer it.
    ['threads', 'C7#2', { results: ['published', 'published', 'network_unavailable'], live: texts.slice(0, 2) }],
  ] as const)('%s at %s', async (platform, point, expected) => {
    const ana = await server.person(platform);
    await killAt(ana, point);
    const { post, results, live } = await ended(ana);
    expect({ results, live }).toEqual(expected);
    expect(post.targets[0]!.status).toBe('published');
    expect(await ana.project.usage()).toMatchObject({ used: live.length, reserved: 0 });
  });
});
