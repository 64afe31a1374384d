import type { Post } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { inMs } from '../../in-ms.ts';
import { useServer } from '../../use-server.ts';

const server = useServer({ options: { timings: { sweepMs: 50 } } });

test('four servers share posts that are due at one time, and each target runs once', async () => {
  const options = { timings: { sweepMs: 50 } };
  const instances = [server, ...(await Promise.all([1, 2, 3].map(() => server.startAnother({ options }))))];
  const project = await server.createProject('free');
  const people = await Promise.all([server.person('x', { project }), server.person('linkedin', { project })]);
  const publishAt = inMs(600_000);
  const posts: Post[] = [];
  for (let n = 0; n < 30; n++) {
    const platforms = people.map(({ account }) => ({ platform: account.platform, accountId: account.id }));
    posts.push((await project.publish({ content: `Number ${n}`, publishAt, platforms })).body.post);
  }
  expect(await project.usage()).toMatchObject({ used: 0, reserved: 60 });
  await server.db.query({
    text: `with post as (update posts set publish_at = now() + interval '1 s' returning id, publish_at)
           update targets t set run_at = post.publish_at from post where t.post_id = post.id`,
  });
  // All of them poll as often as they can, at and around the time.
  let isOver = false;
  const polling = instances.map(async (instance) => {
    while (!isOver) await instance.tick();
  });
  const settled = await Promise.all(posts.map((post) => project.settled(post.id))).finally(() => {
    isOver = true;
  });
  await Promise.all(polling);

  expect(settled.map(({ status }) => status)).toEqual(posts.map(() => 'published'));
  const expected = posts.map(({ content }) => content).sort();
  for (const person of people) expect((await person.posts()).map(({ text }) => text).sort()).toEqual(expected);
  expect(await project.usage()).toMatchObject({ used: 60, reserved: 0 });
  const { rows } = await server.db.query<{ claims: number; runs: number; intents: number }>({
    text: `select max(lease_token)::int as claims, count(*)::int as runs,
             (select count(*)::int from write_intents where kind = 'publish') as intents from targets`,
  });
  expect(rows).toEqual([{ claims: 1, runs: 60, intents: 60 }]);
});
