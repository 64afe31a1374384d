import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '@fanfare/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { publishedTarget } from '../../expected-post.ts';
import { inMs } from '../../in-ms.ts';
import { type Person, useServer } from '../../use-server.ts';

const NEVER = 600_000;

/** Returns what readers see, and how late it came. */
async function outcome(ana: Person, post: Post) {
  const settled = await ana.project.addressed(post.id);
  const [seen] = await ana.posts();
  expect(settled).toEqual({ ...post, status: 'published', targets: [{ ...publishedTarget(ana.account, seen) }] });
  expect(await ana.posts()).toHaveLength(1);
  return { lateMs: Date.parse(settled.targets[0]!.publishedAt!) - Date.parse(post.publishAt!) };
}

/**
 * Never early. Nothing else would have published it for ten minutes; the chaos suite measures
 * precision, on an otherwise idle machine.
 */
const atItsSecond = { lateMs: expect.toSatisfy((ms: number) => ms >= 0 && ms < 300_000) };

describe('a server without a sweep', () => {
  const server = useServer({ options: { timings: { sweepMs: NEVER } } });
  afterEach(() => server.clock.advance(-skippedMs(server.clock.now())));
  const skippedMs = (now: number) => now - Date.now();

  test('is woken by its alarm at the second, and bills then', async () => {
    const ana = await server.person('x');
    await server.sandbox.hold('before', { network: 'x', path: '^/2/tweets$' });
    const { body } = await ana.publish({ content: 'Later today', publishAt: inMs(1_200) });
    expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 1 });
    await expect.poll(ana.writes).toEqual(['POST /2/tweets']);
    await server.sandbox.release();
    expect(await outcome(ana, body.post)).toEqual(atItsSecond);
    expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  });

  test.each([-40_000, 40_000])(
    "whose clock is %i ms off follows the database's clock, and is neither late nor early",
    async (offMs) => {
      server.clock.advance(offMs);
      const ana = await server.person('threads');
      const { status, body } = await ana.publish({ content: 'On time', publishAt: inMs(1_200) });
      expect(status).toBe(202);
      expect(await outcome(ana, body.post)).toEqual(atItsSecond);
    },
  );

  test('publishes an already due post, within the tolerance, at once', async () => {
    const ana = await server.person('x');
    const publishAt = inMs(-30_000);
    const { status, body } = await ana.publish({ content: 'Half a minute ago', publishAt });
    expect([status, body.post.status]).toEqual([202, 'scheduled']);
    const { lateMs } = await outcome(ana, body.post);
    expect(lateMs).toBeGreaterThanOrEqual(30_000);
    expect(lateMs).toBeLessThan(330_000);
  });

  test('wakes once for each of several times, in any order of arrival', async () => {
    const ana = await server.person('linkedin');
    const posts: Post[] = [];
    for (const ms of [1_500, 900, 1_200, 900]) {
      posts.push((await ana.publish({ content: `After ${ms} #${posts.length}`, publishAt: inMs(ms) })).body.post);
    }
    const settled = await Promise.all(posts.map((post) => ana.project.settled(post.id)));
    for (const post of settled) {
      expect(Date.parse(post.targets[0]!.publishedAt!) - Date.parse(post.publishAt!)).toEqual(atItsSecond.lateMs);
    }
    expect((await ana.posts()).map(({ text }) => text).sort()).toEqual(posts.map(({ content }) => content).sort());
  });

  test('looks again after a claim that failed, so that what is due does not wait for the next sweep', async () => {
    const ana = await server.person('x');
    const { body } = await ana.publish({ content: 'After a failure', publishAt: inMs(NEVER) });
    const publishAt = inMs(-1);
    await server.db.query({
      text: `with post as (update posts set publish_at = $1 where content = 'After a failure' returning id)
             update targets set run_at = $1 where post_id in (select id from post)`,
      values: [publishAt],
    });
    // A claim counts in this column; looking ahead does not read it.
    await server.db.query({ text: 'alter table targets rename column claims to claims_away' });
    await server.tick();
    await expect.poll(server.log).toContain('looking for due targets failed');
    await server.db.query({ text: 'alter table targets rename column claims_away to claims' });
    expect(await outcome(ana, { ...body.post, publishAt })).toEqual(atItsSecond);
  });

  test('learns from the minute tick what is due, and wakes for what is due in the minute after', async () => {
    const ana = await server.person('x');
    const due = (await ana.publish({ content: 'Due', publishAt: inMs(NEVER) })).body.post;
    const soon = (await ana.publish({ content: 'Due soon', publishAt: inMs(NEVER) })).body.post;
    // Recorded by another server: this one has set no alarm for these times.
    const move = async (post: Post, ms: number) => {
      const publishAt = inMs(ms);
      await server.db.query({
        text: `with post as (update posts set publish_at = $2 where content = $1 returning id)
               update targets set run_at = $2 where post_id in (select id from post)`,
        values: [post.content, publishAt],
      });
      return { ...post, publishAt };
    };
    const moved = [await move(due, -100), await move(soon, 4_000)] as const;
    await sleep(300);
    expect(await ana.writes()).toEqual([]);
    await server.tick();
    const [first, second] = await Promise.all(moved.map(({ id }) => ana.project.settled(id)));
    expect([first?.status, second?.status]).toEqual(['published', 'published']);
    expect(Date.parse(second!.targets[0]!.publishedAt!) - Date.parse(moved[1].publishAt)).toEqual(atItsSecond.lateMs);
    expect((await ana.posts()).map(({ text }) => text)).toEqual(['Due soon', 'Due']);
  });
});

describe('a server with its sweep', () => {
  const server = useServer({ options: { timings: { sweepMs: 150 } } });

  test('finds due posts without an alarm', async () => {
    const ana = await server.person('threads');
    const { body } = await ana.publish({ content: 'Found', publishAt: inMs(NEVER) });
    const publishAt = inMs(-1);
    await server.db.query({
      text: `with post as (update posts set publish_at = $1) update targets set run_at = $1`,
      values: [publishAt],
    });
    expect(await outcome(ana, { ...body.post, publishAt })).toEqual(atItsSecond);
  });

  test('publishes what another server accepted before it died', async () => {
    const other = await server.startAnother({ options: { timings: { sweepMs: NEVER } } });
    const ana = await server.person('x');
    const platforms = [{ platform: 'x', accountId: ana.account.id }];
    const { body } = await ana.project
      .at(other.baseUrl)
      .publish({ content: 'From elsewhere', publishAt: inMs(1_500), platforms });
    await other.halt();
    expect(await outcome(ana, body.post)).toEqual(atItsSecond);
  });
});
