import { expect, test } from 'vitest';
import { useServer } from '../../use-server.ts';

const server = useServer({ options: { timings: { sweepMs: 600_000 } } });

/** Noon of the second day of the next month. */
function nextMonth(): Date {
  const now = new Date(server.clock.now());
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12));
}

const counters = async (projectOf: { account: { id: string; platformUserId: string } }) =>
  (
    await server.db.query({
      text: `select period_start, used, reserved from quota_periods
             where project_id = (select project_id from accounts where platform_user_id = $1) order by period_start`,
      values: [projectOf.account.platformUserId],
    })
  ).rows;

const dayOf = (instant: Date) => `${instant.toISOString().slice(0, 7)}-01`;

test('a post for next month uses nothing of this one, and is billed in its own month, whenever it is really published', async () => {
  const ana = await server.person('x', { project: await server.createProject('free') });
  const at = nextMonth();
  const created = await ana.publish({ content: 'See https://example.com', publishAt: at.toISOString() });
  expect(created.status).toBe(202);
  expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0, remaining: 100 });
  expect(await counters(ana)).toEqual([{ period_start: dayOf(at), used: 0, reserved: 65 }]);

  await server.db.query({ text: 'update targets set run_at = now()' });
  await server.tick();
  await ana.project.settled(created.body.post.id);
  expect(await counters(ana)).toEqual([{ period_start: dayOf(at), used: 65, reserved: 0 }]);
  const ledger = await server.db.query({
    text: `select e.kind, e.units, e.period_start from usage_events e join targets t on e.subject = 'target:' || t.id`,
  });
  expect(ledger.rows).toEqual([{ kind: 'publish', units: 65, period_start: dayOf(at) }]);
});

test('the allowance of the month in which it is due decides, and refuses before anything is recorded', async () => {
  const ana = await server.person('x', { project: await server.createProject('free') });
  const publishAt = nextMonth().toISOString();
  const link = (n: number) => ({ content: `See https://example.com/${n}`, publishAt });
  expect((await ana.publish(link(1))).status).toBe(202);
  const refused = await ana.publish(link(2), 'over');
  expect([refused.status, JSON.parse(refused.text).error.details]).toEqual([
    429,
    [{ limit: 100, used: 0, reserved: 65, requested: 65, resetsAt: expect.stringMatching(/-01T00:00:00\.000Z$/) }],
  ]);
  // This month still has units, and the key is free.
  const now = await ana.publish({ content: 'See https://example.com/now' }, 'over');
  expect([now.status, now.body.post.status]).toEqual([201, 'published']);
  expect(await ana.project.usage()).toMatchObject({ used: 65, reserved: 0, remaining: 35 });
});
