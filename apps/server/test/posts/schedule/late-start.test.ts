import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { inMs } from '../../in-ms.ts';
import { type Person, type ServerOfFile, useServer } from '../../use-server.ts';

const HOUR_MS = 3_600_000;

/** A post that was due so long ago and was not started, since no server ran. */
async function overdue(server: ServerOfFile, ana: Person, lateMs: number, content = 'Late') {
  const { post } = (await ana.publish({ content, publishAt: inMs(HOUR_MS) })).body;
  await server.db.query({
    text: `with post as (update posts set publish_at = now() - make_interval(secs => $2) where content = $1 returning id)
           update targets set run_at = now() - make_interval(secs => $2) where post_id in (select id from post)`,
    values: [content, lateMs / 1_000],
  });
  return post;
}

const missed = (ana: Person) => failedTarget(ana.account, { code: 'schedule_missed' });

describe('after the service was down', () => {
  const server = useServer({ options: { timings: { sweepMs: 100 } } });

  test.each([60_000, 23.9 * HOUR_MS])('a post %i ms late is published', async (lateMs) => {
    const ana = await server.person('x');
    const post = await overdue(server, ana, lateMs, `Late by ${lateMs}`);
    const settled = await ana.project.settled(post.id);
    expect(settled.targets).toEqual([publishedTarget(ana.account, (await ana.posts())[0])]);
  });

  test('a post more than a day late is not: it says so, costs nothing and is never sent', async () => {
    const project = await server.createProject();
    const ana = await server.person('x', { project });
    const ben = await server.person('linkedin', { project });
    const { post } = (
      await project.publish({
        content: 'Far too late',
        publishAt: inMs(HOUR_MS),
        platforms: [ana, ben].map(({ account }) => ({ platform: account.platform, accountId: account.id })),
      })
    ).body;
    await server.db.query({
      text: "update targets set run_at = now() - interval '24 hours' - interval '1 s' where post_id in (select id from posts where content = 'Far too late')",
    });
    const settled = await project.settled(post.id);
    expect([settled.status, settled.targets]).toEqual(['failed', [missed(ana), missed(ben)]]);
    expect([await ana.calls(), await ben.calls()]).toEqual([[], []]);
    expect(await project.usage()).toMatchObject({ used: 0, reserved: 0 });
    const cancelled = await project.call('POST', `/api/v1/posts/${post.id}/cancel`);
    expect([cancelled.status, cancelled.body.error.code]).toEqual([409, 'not_cancellable']);
  });
});

describe('with PUBLISH_LATE_HOURS=2', () => {
  const server = useServer({ env: { PUBLISH_LATE_HOURS: '2' }, options: { timings: { sweepMs: 100 } } });
  let ana: Person;
  beforeAll(async () => {
    ana = await server.person('threads');
  });
  afterAll(async () => expect(await ana.posts()).toHaveLength(1));

  test('the limit is two hours', async () => {
    const soon = await overdue(server, ana, 1.99 * HOUR_MS, 'Just in time');
    expect((await ana.project.settled(soon.id)).status).toBe('published');
    const late = await overdue(server, ana, 2.01 * HOUR_MS, 'Too late');
    expect((await ana.project.settled(late.id)).targets).toEqual([missed(ana)]);
  });
});
