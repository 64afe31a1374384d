import { beforeEach, expect, test } from 'vitest';
import type { Project } from '../harness.ts';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';
import { accountInEvent, event, eventsOf } from './read-events.ts';

const server = useServer();
const DAY_MS = 86_400_000;

// The refresh job sees only the accounts of the running test.
beforeEach(() => server.db.query({ text: 'update credentials set renew_at = null, ends_at = null' }));

/** Moves the clock and runs the job now and then. */
async function pass(days: number, everyDays = 1): Promise<void> {
  for (let day = 0; day < days; day += everyDays) {
    server.clock.advance(everyDays * DAY_MS);
    await server.run('renew-credentials');
  }
}

test('a credential that nothing renews is reported once, seven days before it ends, and its end', async () => {
  const ana = await server.person('linkedin');
  // Its renewal comes due, and cannot be made.
  await pass(52);
  await untilOfAccount(ana.project, 1);
  expect(await ofAccount(ana.project)).toEqual(['account.connected']);
  await pass(3);
  const [, expiring] = await untilOfAccount(ana.project, 2);
  const { rows } = await server.db.query<{ ends_at: Date }>({
    text: `select c.ends_at from credentials c join accounts a on a.id = c.account_id where a.platform_user_id = $1`,
    values: [ana.account.platformUserId],
  });
  const expiresAt = rows[0]!.ends_at.toISOString();
  expect(expiring).toEqual(event('account.expiring', { account: accountInEvent(ana.account), expiresAt }));
  await pass(7);
  const all = await untilOfAccount(ana.project, 3);
  expect(all[2]).toEqual(
    event('account.expired', {
      account: accountInEvent({ ...ana.account, status: 'expired', statusReason: 'not_renewable' }),
    }),
  );
});

const ofAccount = async (project: Project) => (await eventsOf(project)).map(({ type }) => type);
const untilOfAccount = (project: Project, count: number) =>
  until(async () => {
    const events = await eventsOf(project);
    return events.length >= count ? events : null;
  });

test('a credential that is renewed in time is never reported', async () => {
  const ana = await server.person('threads');
  await pass(180, 3);
  await untilOfAccount(ana.project, 1);
  expect(await ofAccount(ana.project)).toEqual(['account.connected']);
});

test('a consent that ends although its tokens are renewed is reported once', async () => {
  await server.sandbox.control('linkedin', 'app', { clientId: 'sandbox-linkedin-app', partner: true });
  const ana = await server.person('linkedin');
  await server.sandbox.control('linkedin', 'app', { clientId: 'sandbox-linkedin-app', partner: false });
  await pass(350, 7);
  // Several times within each week, or it could not be reported twice.
  await pass(90, 2);
  expect((await ana.read()).status).toBe('expired');
  const events = await untilOfAccount(ana.project, 3);
  expect(events.map(({ type }) => type)).toEqual(['account.connected', 'account.expiring', 'account.expired']);
});
