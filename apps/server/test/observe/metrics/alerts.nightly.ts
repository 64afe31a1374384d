import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start-jobs.ts';
import { freePort } from '../../../src/process/free-port.ts';
import { useWebhooks } from '../../events/webhooks/use-webhooks.ts';
import { openBrowser } from '../../people/sign-in/browser.ts';
import { newAddress } from '../../people/sign-in/use-sign-in.ts';
import { createTestClock } from '../../test-clock.ts';
import { until } from '../../until.ts';
import { firing, hasPromtool, type Scrape } from './promtool.ts';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const closed = await freePort(0);
const webhooks = useWebhooks({
  metricsPort: 0,
  env: { SMTP_URL: `smtp://127.0.0.1:${closed}`, SIGN_UP: 'open' },
  options: {
    startJobs: (deps) => startJobs({ ...deps, times: { startAfterMs: 0, wokenSeconds: 0.5, scheduledSeconds: 0.5 } }),
  },
});
const { server } = webhooks;

let outside: pg.Client;
beforeAll(async () => {
  outside = new pg.Client({ connectionString: inject('postgresUrl') });
  await outside.connect();
});
afterAll(() => outside.end());
beforeEach((context) => {
  if (!hasPromtool()) context.skip('promtool is not in PATH and PROMTOOL is not set (Debian package "prometheus")');
});

const textOf = async (url: string): Promise<string | null> => {
  try {
    return await (await fetch(url)).text();
  } catch {
    return null;
  }
};
const scrape = async (instance = 'a', url = server.metricsUrl!): Promise<Scrape> => ({
  instance,
  text: await textOf(url),
});
/** A scrape once it has a line like this. */
const scrapeWith = (line: RegExp): Promise<Scrape> =>
  until(async () => {
    const found = await scrape();
    return line.test(found.text ?? '') ? found : null;
  });
const sql = (text: string, values: unknown[] = []) => server.db.query({ text, values });
/** Has pg-boss audit now. */
const audit = async (): Promise<void> => {
  const count = async () =>
    (await sql("select from pgboss_v12.job where name = 'audit' and state = 'completed'")).rowCount!;
  const before = await count();
  await until(async () => {
    await sql("insert into pgboss_v12.job (name) select name from pgboss_v12.queue where name = 'audit'");
    return (await count()) > before || null;
  });
};

test('a server that works fires nothing', async () => {
  await audit();
  const healthy = await scrapeWith(/^fanfare_audit_differences 0$/m);
  const ana = await server.person('x');
  await ana.target({ content: 'Hello' });
  expect(firing([healthy], [await scrape()])).toEqual([]);
});

test('FanfareTargetOverdue: a due target that no run settles', async () => {
  const ana = await server.person('threads');
  await ana.publish({ content: 'Overdue', publishAt: new Date(server.clock.now() + HOUR_MS).toISOString() });
  const before = await scrape();
  await sql(
    "update targets set run_at = now() - interval '1 h', lease_expires_at = now() + interval '1 h' where not done",
  );
  const after = await scrape();
  await sql("update targets set run_at = now() + interval '1 day', lease_expires_at = null where not done");
  expect(firing([before], [after])).toEqual(['FanfareTargetOverdue']);
});

test('FanfareOutcomeUnknown: the first lost answer, and a later one', async () => {
  const ana = await server.person('linkedin');
  const lose = async (content: string) => {
    await server.sandbox.fail({ network: 'linkedin', path: '^/rest/posts$', action: 'drop_after' });
    expect((await ana.target({ content })).errorDetail?.code).toBe('outcome_unknown');
    return scrape();
  };
  const none = await scrape();
  const one = await lose('Lost');
  expect(firing([none], [one])).toEqual(['FanfareOutcomeUnknown']);
  expect(firing([one], [one])).toEqual([]);
  expect(firing([one], [await lose('Lost again')])).toEqual(['FanfareOutcomeUnknown']);
});

test('FanfareLedgerMismatch: a counter that is not the sum of its ledger', async () => {
  const before = await scrape();
  await sql('update quota_periods set used = used + 1');
  await audit();
  const after = await scrapeWith(/^fanfare_audit_differences [1-9]/m);
  await sql('update quota_periods set used = used - 1');
  await audit();
  await scrapeWith(/^fanfare_audit_differences 0$/m);
  expect(firing([before], [after])).toEqual(['FanfareLedgerMismatch']);
});

test('FanfareRenewalsRefused: a network that does not renew an account any more', async () => {
  const ana = await server.person('x');
  const before = await scrape();
  await ana.control('expire-tokens', { refresh: true });
  server.clock.advance(3 * HOUR_MS);
  await ana.target({ content: 'Too late' });
  expect(firing([before], [await scrape()])).toEqual(['FanfareRenewalsRefused']);
});

test('FanfareAccountsEnding: an account that expires in three days', async () => {
  const before = await scrape();
  const soon = new Date(server.clock.now() + 3 * DAY_MS);
  await sql(
    "update credentials c set ends_at = $1 from accounts a where a.id = c.account_id and a.platform = 'threads'",
    [soon],
  );
  const after = await scrape();
  await sql('update credentials set ends_at = null');
  expect(firing([before], [after])).toEqual(['FanfareAccountsEnding']);
});

test('FanfareWebhookBacklog: a delivery that nobody attempts', async () => {
  const hook = await webhooks.create({ url: `http://127.0.0.1:${closed}/` });
  const before = await scrape();
  await webhooks.event(hook);
  await webhooks.setDeliveries(
    hook,
    "next_attempt_at = now() - interval '1 h', lease_expires_at = now() + interval '1 h'",
  );
  const after = await scrape();
  await webhooks.set(hook, 'enabled = false');
  expect(firing([before], [after])).toEqual(['FanfareWebhookBacklog']);
});

test('FanfareMailsFailing: a mail server that is away', async () => {
  const before = await scrape();
  const ada = openBrowser(server.baseUrl);
  await ada.submit(await ada.get('/sign-in'), '/sign-in', { email: newAddress() });
  const after = await scrapeWith(/^fanfare_mails_failing 1$/m);
  await sql('delete from mails');
  expect(firing([before], [after])).toEqual(['FanfareMailsFailing']);
});

test('FanfareRemovalOverdue: a removal that is not done', async () => {
  const before = await scrape();
  await sql(`insert into removal_requests (id, code_sha256, platform, source, platform_user_id, connected_until, requested_at, taken_until)
             values (gen_random_uuid(), 'x', 'threads', 'data_deletion', '1', now(), now() - interval '1 h', now() + interval '1 h')`);
  const after = await scrape();
  await sql('delete from removal_requests');
  expect(firing([before], [after])).toEqual(['FanfareRemovalOverdue']);
});

test('FanfareAuditMissing: no audit has ended', async () => {
  await sql("delete from pgboss_v12.job where name = 'audit'");
  const none = await scrape();
  expect(firing([none], [none])).toEqual(['FanfareAuditMissing']);
  await audit();
});

test('FanfareJobMissing: a job that has not succeeded for hours', async () => {
  const before = await scrape();
  await sql("update pgboss_v12.queue set created_on = now() - interval '1 day' where name = 'delete-events'");
  await sql("delete from pgboss_v12.job where name = 'delete-events'");
  const after = await scrapeWith(/^fanfare_job_success_timestamp_seconds\{name="delete-events"\}/m);
  await sql("update pgboss_v12.queue set created_on = now() where name = 'delete-events'");
  expect(firing([before], [after])).toEqual(['FanfareJobMissing']);
});

test('of another server: FanfareClockWrong, FanfareServerDown', async () => {
  const processClock = createTestClock();
  const other = await server.startAnother({ metricsPort: 0 });
  const [a, b] = [await scrape(), await scrape('b', other.metricsUrl!)];
  expect(firing([a, b], [a, b])).toEqual([]);
  await other.halt();
  expect(firing([a, b], [a, await scrape('b', other.metricsUrl!)])).toEqual(['FanfareServerDown']);
  processClock.advance(HOUR_MS);
  const wrong = await server.startAnother({ metricsPort: 0, options: { processClock } });
  expect(firing([a, b], [a, await scrape('b', wrong.metricsUrl!)])).toEqual(['FanfareClockWrong']);
  await wrong.halt();
});

test('FanfareDatabaseDown: a database that does not answer', async () => {
  const before = await scrape();
  const name = new URL(server.databaseUrl).pathname.slice(1);
  await outside.query(`alter database "${name}" allow_connections false`);
  await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const after = await scrape();
  await outside.query(`alter database "${name}" allow_connections true`);
  expect(firing([before], [after])).toEqual(['FanfareDatabaseDown']);
  await scrapeWith(/^fanfare_database_up 1$/m);
});
