import { expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { DatabaseUnavailable } from '../../src/db/database-unavailable.ts';
import { until } from '../until.ts';
import { personOf } from '../use-server.ts';
import { STATEMENT_MS, useVanishingHost, within } from './use-vanishing-host.ts';

const host = useVanishingHost();

test('while no connection comes through, everything is refused in time and not ready; afterwards it works by itself', async () => {
  const ana = await personOf(host.server, 'x');
  await host.warm(ana);
  host.proxy.setAway(true);
  host.proxy.vanish();
  const [ready, ...replies] = await Promise.all([
    within(host.readiness()),
    ...Array.from({ length: 8 }, () => host.publish(ana, 'Behind one key', 'behind')),
    host.publish(ana, 'Of another key', 'another'),
  ]);
  expect(ready).toEqual([503, '{"status":"database unavailable"}']);
  for (const { status, retryAfter } of replies) expect([status, retryAfter]).toEqual([503, '5']);
  expect(replies.map(({ body }) => body.error.message)).toContain(
    'Another request with this idempotency key is not recorded yet. Send the same request again.',
  );

  host.proxy.setAway(false);
  host.proxy.vanish();
  await until(async () => ((await host.readiness())[0] === 200 ? true : null));
  const reply = await host.publishUntilAnswered(ana, 'Behind one key', 'behind');
  expect((await ana.project.settled(reply.body.post.id)).status).toBe('published');
  expect((await ana.posts()).filter(({ text }) => text === 'Behind one key')).toHaveLength(1);
});

test('a COMMIT whose answer never comes is an unknown result, and its connection is not used again', async () => {
  const own: DatabasePool = openDatabase({
    url: host.relayed,
    maxConnections: 1,
    statementTimeoutMs: STATEMENT_MS,
    onError: () => undefined,
  });
  const lost = own.transaction(async (tx) => {
    await tx.query({ text: "insert into workspaces (id, name) values (gen_random_uuid(), 'unknown')" });
    // The commit goes nowhere.
    host.proxy.vanish();
  });
  await expect(within(lost)).rejects.toBeInstanceOf(DatabaseUnavailable);
  const { rows } = await within(
    own.query<{ names: number }>({ text: "select count(*)::int as names from workspaces where name = 'unknown'" }),
  );
  expect(rows).toEqual([{ names: 0 }]);
  await own.close();
});
