import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inMs } from '../../in-ms.ts';
import { useServer } from '../../use-server.ts';

const server = useServer({ options: { timings: { sweepMs: 600_000 } } });

test('of a cancel and two servers that race for a due post exactly one wins, every time', async () => {
  const other = await server.startAnother();
  const ana = await server.person('x', { project: await server.createProject('pro') });
  const wins = { cancelled: [] as string[], published: [] as string[] };
  // From a cancel well before the claim to one well after it.
  for (let round = 0; round < 40; round++) {
    const content = `Round ${round}`;
    const { post } = (await ana.publish({ content, publishAt: inMs(600_000) })).body;
    await server.db.query({
      text: 'update targets set run_at = now() where post_id in (select id from posts where content = $1)',
      values: [content],
    });
    const cancel = () => ana.project.call('POST', `/api/v1/posts/${post.id}/cancel`);
    const claim = () => Promise.all([server.tick(), other.tick()]);
    const leadMs = round - 20;
    const race = () => Promise.all([sleep(Math.max(0, leadMs)).then(cancel), sleep(Math.max(0, -leadMs)).then(claim)]);
    // The first and the last are no race, on a slow machine either.
    if (round === 39) await claim();
    const [cancelled] = round === 0 ? [await cancel(), await claim()] : round === 39 ? [await cancel()] : await race();
    const settled = await ana.project.settled(post.id);
    expect([cancelled.status, settled.status]).toEqual(
      settled.status === 'cancelled' ? [200, 'cancelled'] : [409, 'published'],
    );
    wins[settled.status as keyof typeof wins].push(content);
  }
  expect((await ana.posts()).map(({ text }) => text).reverse()).toEqual(wins.published);
  expect(await ana.project.usage()).toMatchObject({ used: wins.published.length, reserved: 0 });
  expect(wins.cancelled.length).toBeGreaterThan(0);
  expect(wins.published.length).toBeGreaterThan(0);
});
