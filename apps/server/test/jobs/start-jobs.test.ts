import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { JOB_NAMES, JOBS, type JobName, type JobRuns } from '../../src/jobs/job-list.ts';
import { type Jobs, startJobs } from '../../src/jobs/start-jobs.ts';
import { checkJobs } from '../../src/operator/doctor/check-jobs.ts';
import { claimMails } from '../../src/people/mail/mails.table.ts';
import { createLogger } from '../../src/process/log/log.ts';
import { startTestServer } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { startMailServer } from '../people/mail/mail-server.ts';
import { openBrowser } from '../people/sign-in/browser.ts';
import { newAddress } from '../people/sign-in/use-sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { until } from '../until.ts';
import { personOf } from '../use-server.ts';

let database: TestDatabase;
let db: DatabasePool;
const lines: string[] = [];
const log = createLogger('debug', (line) => lines.push(line));

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Instead of the seconds of a server. */
const SOON = { startAfterMs: 0, startAgainMs: 20, wokenSeconds: 0.5, scheduledSeconds: 0.5 };
const NO_RUNS = Object.fromEntries(JOB_NAMES.map((name) => [name, async () => undefined])) as unknown as JobRuns;

/** Starts the jobs of one server with these runs; all others do nothing. */
const start = (runs: Partial<JobRuns>, deps: Partial<Parameters<typeof startJobs>[0]> = {}): Jobs =>
  startJobs({
    ...{ databaseUrl: database.url, log, observe: { jobRan: () => undefined }, drainMs: 200, times: SOON },
    ...deps,
    runs: { ...NO_RUNS, ...runs },
  });

const queues = (of = db) =>
  until(async () => {
    const { rows } = await of.query<{ name: string }>({ text: 'select name, cron from pgboss_v12.schedule' });
    return rows.length === JOB_NAMES.length ? rows : null;
  });
/** Sends what pg-boss sends at the time of a schedule. A run that waits for its time begins now. */
const send = (name: JobName, of = db) =>
  of.query({
    text: `with early as (update pgboss_v12.job set start_after = now() where name = $1 and state = 'created')
           insert into pgboss_v12.job (name, policy, retry_limit, expire_seconds)
           select name, policy, retry_limit, expire_seconds from pgboss_v12.queue where name = $1 on conflict do nothing`,
    values: [name],
  });
const statesOf = async (name: JobName, of = db) => {
  const { rows } = await of.query<{ state: string }>({
    text: `select state::text from pgboss_v12.job where name = $1 order by created_on`,
    values: [name],
  });
  return rows.map(({ state }) => state);
};

test('until a server starts its jobs, the doctor says that none has', async () => {
  const fresh = await createTestDatabase();
  const pool = openDatabase({ url: fresh.url, maxConnections: 1, onError: () => undefined });
  const message = 'No server has started its jobs yet.';
  expect(await checkJobs({ db: pool })).toEqual({ check: 'jobs', state: 'skipped', message });
  await pool.close();
  await fresh.drop();
});

test('each job of the list has its schedule, and shows in the metrics and the doctor of a server', async () => {
  const server = await startTestServer({
    metricsPort: 0,
    options: { startJobs: (deps) => startJobs({ ...deps, times: SOON }) },
  });
  const metrics = async () => (await fetch(server.metricsUrl!)).text();
  const schedules = await queues(server.db);
  expect(new Map(schedules.map(({ name, cron }: { name: string; cron?: string }) => [name, cron]))).toEqual(
    new Map(JOB_NAMES.map((name) => [name, JOBS[name].cron])),
  );
  expect(await metrics()).not.toMatch(/^fanfare_audit/m);

  for (const name of JOB_NAMES) await send(name, server.db);
  for (const name of JOB_NAMES)
    await until(async () => (await statesOf(name, server.db)).includes('completed') || null);
  const text = await metrics();
  for (const name of JOB_NAMES) {
    expect(text).toContain(`fanfare_job_success_timestamp_seconds{name="${name}"} `);
    expect(text).toContain(`fanfare_job_duration_seconds_count{name="${name}",outcome="succeeded"} `);
  }
  expect(text).toContain('fanfare_audit_differences 0\n');
  expect(text).toMatch(/^fanfare_audit_timestamp_seconds 1\d{9}/m);
  expect(await checkJobs(server)).toEqual({
    check: 'jobs',
    state: 'ok',
    message: `All ${JOB_NAMES.length} jobs succeed.`,
  });

  await server.halt();
  await server.db.query({
    text: `update pgboss_v12.job set completed_on = now() - interval '20 minutes' where name in ('renew-credentials', 'delete-events')`,
  });
  const late = { check: 'jobs', state: 'warning', message: 'renew-credentials has not succeeded for 20 minutes.' };
  expect(await checkJobs(server)).toEqual({ ...late, fix: expect.stringContaining('Start a server') });
  await server.db.query({
    text: `insert into pgboss_v12.job (name, state, completed_on) select 'delete-events', 'failed', now() from generate_series(1, 3)`,
  });
  expect(await checkJobs(server)).toMatchObject({
    state: 'problem',
    message: `delete-events has failed 3 times in a row; ${late.message}`,
  });
  await server.stop();
});

test('of two servers one does a run; while a job hangs its next run waits, and no other job does', async () => {
  const ran: JobName[] = [];
  let finish = (): void => undefined;
  const runs: Partial<JobRuns> = {
    'renew-credentials': () => {
      ran.push('renew-credentials');
      return new Promise<void>((resolve) => (finish = resolve));
    },
    'delete-events': async () => void ran.push('delete-events'),
  };
  const servers = [start(runs), start(runs)];
  await queues();
  await send('renew-credentials');
  await until(async () => ran.includes('renew-credentials') || null);
  await send('renew-credentials');
  for (let i = 1; i <= 5; i++) {
    await send('delete-events');
    await until(
      async () => (await statesOf('delete-events')).filter((state) => state === 'completed').length === i || null,
    );
  }
  expect(ran).toEqual(['renew-credentials', ...Array(5).fill('delete-events')]);
  expect(await statesOf('renew-credentials')).toEqual(['active', 'created']);
  finish();
  await until(async () => ran.filter((name) => name === 'renew-credentials').length === 2 || null);
  finish();
  await Promise.all(servers.map((server) => server.stop()));
});

test('a run that fails is counted and logged, is not repeated, and pg-boss stores nothing of its error', async () => {
  const ended: string[] = [];
  const jobs = start(
    { 'delete-mails': () => Promise.reject(new Error('key (recipient)=(ada@example.com)')) },
    { observe: { jobRan: (name, outcome) => void ended.push(`${name} ${outcome}`) } },
  );
  await queues();
  await send('delete-mails');
  await until(async () => (await statesOf('delete-mails')).includes('failed') || null);
  await send('delete-sessions');
  await until(async () => (await statesOf('delete-sessions')).includes('completed') || null);
  // pg-boss's own clock may send others meanwhile.
  expect(ended.filter((end) => end.startsWith('delete-'))).toEqual([
    'delete-mails failed',
    'delete-sessions succeeded',
  ]);
  const { rows } = await db.query({
    text: `select output->>'message' as said, retry_count from pgboss_v12.job where name = 'delete-mails'`,
  });
  expect(rows).toEqual([{ said: 'The log of the server that ran it says why.', retry_count: 0 }]);
  expect(lines.join('')).toMatch(/ada@example\.com.*a job failed/);
  await jobs.stop();
});

test('a stop waits for runs under way, tells them to end, and closes the connections of the queue', async () => {
  let stopped = false;
  const jobs = start(
    {
      'remove-profiles': (stopping) =>
        new Promise<void>((resolve) => {
          const end = (): void => {
            stopped = true;
            resolve();
          };
          stopping.addEventListener('abort', () => setTimeout(end, 50));
        }),
    },
    { drainMs: 60_000 },
  );
  await queues();
  await send('remove-profiles');
  await until(async () => (await statesOf('remove-profiles')).includes('active') || null);
  await jobs.stop();
  expect([stopped, await statesOf('remove-profiles')]).toEqual([true, ['completed']]);
  const connections = () =>
    db.query({
      text: `select from pg_stat_activity where datname = current_database() and application_name = 'fanfare jobs'`,
    });
  await until(async () => (await connections()).rowCount === 0 || null);
});

test('a server whose jobs cannot start works without them, and starts them once it can', async () => {
  const late = new URL(database.url);
  late.pathname = `${late.pathname}_late`;
  const name = late.pathname.slice(1);
  const jobs = start({}, { databaseUrl: late.href });
  await until(async () => lines.join('').includes('the jobs could not be started and are tried again') || null);
  await db.query({ text: `create database "${name}"` });
  const created = openDatabase({ url: late.href, maxConnections: 1, onError: () => undefined });
  await until(() => queues(created).catch(() => null));
  await jobs.stop();
  await created.close();
  await until(() =>
    db
      .query({ text: `drop database "${name}"` })
      .then(() => true)
      .catch(() => null),
  );
});

test('the look of each minute publishes what is due', async () => {
  const server = await startTestServer({
    options: { startJobs: (deps) => startJobs({ ...deps, times: SOON }), timings: { sweepMs: 600_000 } },
  });
  await queues(server.db);
  const ana = await personOf(server, 'x');
  const { post } = (await ana.publish({ content: 'At the minute', publishAt: inMs(600_000) })).body;
  await server.db.query({ text: 'update targets set run_at = now()' });
  await send('find-due-posts', server.db);
  expect((await ana.project.settled(post.id)).status).toBe('published');
  await server.stop();
});

test('a mail goes out as soon as it is written, and that of a killed server when its lease ends', async () => {
  const mails = await startMailServer();
  // The queue is not polled within this test: only what was enqueued with the mail wakes the
  // server.
  const server = await startTestServer({
    env: { SMTP_URL: mails.url, SIGN_UP: 'open' },
    options: { startJobs: (deps) => startJobs({ ...deps, times: { ...SOON, wokenSeconds: 3_600 } }) },
  });
  await queues(server.db);
  await until(async () => ((await statesOf('send-mails', server.db)).length === 0 ? true : null));
  const ask = async (of: { readonly baseUrl: string }) => {
    const email = newAddress();
    const browser = openBrowser(of.baseUrl);
    await browser.submit(await browser.get('/sign-in'), '/sign-in', { email });
    return email;
  };
  await mails.mailsTo(await ask(server));

  // A server without a job queue writes a mail, and one that claimed it was killed.
  const silent = await server.startAnother({
    options: { startJobs: () => ({ wake: () => undefined, stop: async () => undefined }) },
  });
  const email = await ask(silent);
  expect(await claimMails(server.db, { limit: 5, leaseSeconds: 1 })).toHaveLength(1);
  const { rowCount } = await server.db.query({
    text: `select from pgboss_v12.job j join mails m on j.start_after = m.lease_expires_at where j.name = 'send-mails'`,
  });
  expect(rowCount).toBe(1);
  const polling = await server.startAnother({ options: { startJobs: (deps) => startJobs({ ...deps, times: SOON }) } });
  await mails.mailsTo(email);
  expect(mails.received.filter(({ envelope }) => envelope.to.includes(email))).toHaveLength(1);
  await Promise.all([silent.halt(), polling.halt()]);
  await server.stop();
  await mails.stop();
});

test('a step of the clock of the machine does not stop the queue', async () => {
  const own = await createTestDatabase();
  const pool = openDatabase({ url: own.url, maxConnections: 1, onError: () => undefined });
  const jobs = start({}, { databaseUrl: own.url, times: { ...SOON, cronSeconds: 1 } });
  /** Reads when the queue last looked for schedules that are due. */
  const lookedAt = () =>
    pool
      .query<{ at: Date | null }>({ text: 'select cron_on as at from pgboss_v12.version' })
      .then(({ rows: [version] }) => version?.at?.getTime() ?? null);
  const before = await until(lookedAt);
  const { now } = Date;
  const stepped = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  try {
    // The look that is waited for now was set before the step.
    for (let seen = before, looks = 0; looks < 3; looks++) {
      seen = await until(async () => {
        const at = await lookedAt();
        return at !== null && at > seen ? at : null;
      }, 30_000);
    }
  } finally {
    stepped.mockRestore();
    await jobs.stop();
    await pool.close();
    await own.drop();
  }
});
