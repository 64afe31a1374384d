import { expect, test } from 'vitest';
import { until } from '../until.ts';
import { personOf } from '../use-server.ts';
import { useVanishingHost, within } from './use-vanishing-host.ts';

const host = useVanishingHost();

test('connections that lead to nowhere are dropped: keys answer again, each post is live once, and what runs beside requests continues', async () => {
  const ana = await personOf(host.server, 'x');
  await until(async () =>
    host.server.db.query({ text: 'select from pgboss_v12.schedule' }).then(
      ({ rows }) => rows[0] ?? null,
      () => null,
    ),
  );
  await host.warm(ana);
  const before = (await ana.posts()).length;
  host.proxy.vanish();

  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => host.publishUntilAnswered(ana, 'Of one key', 'one-key')),
    ...Array.from({ length: 4 }, (_, n) => host.publishUntilAnswered(ana, `Of its own key ${n}`, `key-${n}`)),
  ]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const ids = new Set(answers.map(({ body }) => body.post.id));
  expect(ids.size).toBe(5);
  for (const id of ids) expect((await ana.project.settled(id)).status).toBe('published');
  expect((await ana.posts()).length - before).toBe(5);
  expect(await host.readiness()).toEqual([200, '{"status":"ready"}']);

  // Relay and job queue.
  const events = await until(async () => {
    const { body } = await within(ana.project.call<{ events: { type: string }[] }>('GET', '/api/v1/events?limit=100'));
    const settled = body.events.filter(({ type }) => type === 'post.published');
    return settled.length === before + 5 ? settled : null;
  });
  expect(events).toHaveLength(before + 5);
  const seen = host.looks();
  await until(async () => {
    await host.server.db
      .query({ text: `insert into pgboss_v12.job (name) values ('find-due-posts')` })
      .catch(() => undefined);
    return host.looks() > seen || null;
  });
});
