import type { OAuthPlatform, PostMetricsResponse } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { MOMENT } from '../../expected-post.ts';
import { mayReadMetrics } from '../../granted-scopes.ts';
import type { Project, Reply } from '../../harness.ts';
import { uuidOf } from '../../leaving/dump.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

const read = (project: Project, postId: string): Promise<Reply<PostMetricsResponse>> =>
  project.call<PostMetricsResponse>('GET', `/api/v1/posts/${postId}/metrics`);

const media = (platform: OAuthPlatform) =>
  platform === 'instagram' ? [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }] : [];

const COUNTS = { views: 1840, likes: 211, comments: 14, shares: 9, saves: 32 };
const { saves: _, ...WITHOUT_SAVES } = COUNTS;

test.each([
  { platform: 'instagram', reported: COUNTS, counts: COUNTS },
  // Threads counts no saves.
  { platform: 'threads', reported: WITHOUT_SAVES, counts: { ...WITHOUT_SAVES, saves: null } },
  { platform: 'x', reported: COUNTS, counts: COUNTS },
  // LinkedIn reports likes and comments only.
  {
    platform: 'linkedin',
    reported: WITHOUT_SAVES,
    counts: { views: null, likes: 211, comments: 14, shares: null, saves: null },
  },
] as const)(
  '$platform: the counts it reports, and null for those it does not',
  async ({ platform, reported, counts }) => {
    const ana = await server.person(platform);
    await mayReadMetrics(server, ana);
    const created = await ana.publish({ content: 'Counted', mediaItems: media(platform) });
    const post = await ana.project.addressed(created.body.post.id);
    const [target] = post.targets;
    await server.sandbox.control(platform, 'metrics', { platformPostId: target!.platformPostId, ...reported });
    const reply = await read(ana.project, post.id);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body).toEqual({
      postId: post.id,
      fetchedAt: MOMENT,
      targets: [{ ...target, metrics: counts, metricsError: null }],
    });
  },
);

test('each read is a new one', async () => {
  const ana = await server.person('x');
  const { post } = (await ana.publish({ content: 'Twice' })).body;
  const { platformPostId } = post.targets[0]!;
  for (const likes of [3, 5]) {
    await server.sandbox.control('x', 'metrics', { platformPostId, likes });
    expect((await read(ana.project, post.id)).body.targets[0]!.metrics).toMatchObject({ likes });
  }
});

test('a post whose targets were removed with their account has no counts', async () => {
  const ana = await server.person('threads');
  const { post } = (await ana.publish({ content: 'Gone' })).body;
  await server.db.query({ text: 'delete from targets where post_id = $1', values: [uuidOf(post.id)] });
  expect((await read(ana.project, post.id)).body).toEqual({ postId: post.id, fetchedAt: MOMENT, targets: [] });
});

test('targets are read concurrently: the time of one slow network does not add to another’s', async () => {
  const project = await server.createProject();
  const people = [
    await server.person('x', { project }),
    await server.person('threads', { project }),
    await server.person('linkedin', { project }),
    await server.person('x', { project }),
  ];
  for (const person of people) await mayReadMetrics(server, person);
  const platforms = people.map(({ account }) => ({ platform: account.platform, accountId: account.id }));
  const { post } = (await project.publish({ content: 'Everywhere', platforms })).body;
  for (const [network, path, times] of [
    ['x', '^/2/tweets/\\d+$', 2],
    ['threads', '/insights$', 1],
    ['linkedin', 'memberCreatorPostAnalytics$', 2],
  ] as const) {
    await server.sandbox.hold('before', { network, method: 'GET', path, times });
  }
  const unanswered = () =>
    Promise.all(
      ['x', 'threads', 'linkedin'].map(
        async (network) =>
          (await server.sandbox.requests(network)).filter(({ durationMs }) => durationMs === null).length,
      ),
    );
  const reading = read(project, post.id);
  // Every network is called while none has answered.
  await expect.poll(unanswered).toEqual([2, 1, 2]);
  await server.sandbox.release();
  const reply = await reading;
  expect(reply.body.targets.map(({ platform, metrics }) => [platform, typeof metrics?.likes])).toEqual(
    people.map(({ account }) => [account.platform, 'number']),
  );
});
