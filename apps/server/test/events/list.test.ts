import { expect, test } from 'vitest';
import { uuidOf } from '../leaving/dump.ts';
import { useServer } from '../use-server.ts';
import { allPublic, eventsOf, pageOf } from './read-events.ts';

const server = useServer();

/**
 * A project with an account and so many published posts: two events each, after that of the
 * account.
 */
async function withPosts(count: number) {
  const ana = await server.person('x');
  for (let n = 0; n < count; n++) await ana.publish({ content: `Post ${n}` });
  await allPublic(server.db);
  return ana.project;
}

test('pages continue where the one before ended, oldest first, and the last one has a cursor to go on later', async () => {
  const project = await withPosts(3);
  const whole = await pageOf(project);
  expect(whole.events.map(({ type }) => type)).toEqual([
    'account.connected',
    ...Array.from({ length: 3 }, () => ['target.published', 'post.published']).flat(),
  ]);
  expect(whole.hasMore).toBe(false);
  const read = [];
  let cursor = '';
  for (const hasMore of [true, true, true, false]) {
    const page = await pageOf(project, `?limit=2${cursor && `&after=${cursor}`}`);
    expect(page.hasMore).toBe(hasMore);
    read.push(...page.events);
    cursor = page.nextCursor!;
  }
  expect(read).toEqual(whole.events);
  expect(cursor).toBe(whole.nextCursor);
  expect(await pageOf(project, `?after=${cursor}`)).toEqual({ events: [], hasMore: false, nextCursor: cursor });
  expect(await pageOf(project, `?after=${whole.events[4]!.id}`)).toMatchObject({ events: whole.events.slice(5) });
});

test('after 30 days events are deleted with their deliveries; a cursor behind them stays valid; what occurs once a period stays', async () => {
  const project = await withPosts(2);
  const before = await eventsOf(project);
  const { nextCursor } = await pageOf(project, '?limit=2');
  const old = before.slice(0, 4).map(({ id }) => uuidOf(id));
  await server.db.query({
    text: `update events set occurred_at = now() - interval '30 days 1 minute' where id = any($1::uuid[])`,
    values: [old],
  });
  const { rows } = await server.db.query<{ project_id: string }>({
    text: `insert into events (project_id, id, type, once, occurred_at, facts)
           select project_id, gen_random_uuid(), 'quota.warning', 'quota.warning:2026-01-01', now() - interval '31 days', '{"periodStart":"2026-01-01","used":80,"reserved":0}' from events where id = $1
           returning project_id`,
    values: [old[0]],
  });
  await server.db.query({
    text: `with endpoint as (
             insert into webhook_endpoints (project_id, id, url, key_id, wrapped_key, sealed) values ($1, gen_random_uuid(), 'https://127.0.0.1:1', 'k', '', '')
             returning id
           ), delivery as (
             insert into webhook_deliveries (project_id, id, endpoint_id, event_id, state) select $1, gen_random_uuid(), endpoint.id, $2, 'delivered' from endpoint
             returning id
           )
           insert into webhook_attempts (project_id, delivery_id, number, duration_ms) select $1, id, 1, 1 from delivery`,
    values: [rows[0]!.project_id, old[0]],
  });
  await server.tick();
  expect((await eventsOf(project)).map(({ id }) => id).slice(0, 1)).toEqual(before.slice(4).map(({ id }) => id));
  expect(await pageOf(project, `?after=${nextCursor}&limit=1`)).toMatchObject({ events: before.slice(4) });
  const left = await server.db.query({
    text: `select id::text from webhook_deliveries where project_id = $1 and event_id = $2
           union all select number::text from webhook_attempts where project_id = $1`,
    values: [rows[0]!.project_id, old[0]],
  });
  expect(left.rows).toEqual([]);
  await allPublic(server.db);
  expect((await eventsOf(project)).map(({ type }) => type)).toEqual(['post.published', 'quota.warning']);
});
