import { PgBoss } from 'pg-boss';
import { openRecords, type Records } from './records.ts';

/**
 * Drains due jobs with pg-boss: batches, workers that fetch again at once while batches are full, a
 * table of its own, and the shortest poll that it allows. With RECORDS=1 a worker also stores what
 * publishing must not lose. The first jobs warm the workers up; then the measured ones are added,
 * and the bench is sent the time at which they are due.
 */
const { DATABASE_URL = '', IN_FLIGHT, JOBS, LEAD_MS, NETWORK_URL = '', RECORDS, WARM_UP } = process.env;
/** The fastest of 80, 40, 20, 10 and 4 workers. With 200, pg-boss found no connection. */
const WORKERS = 10;
const INSERT_AT_ONCE = 1_000;

type Job = { readonly data: { readonly dueMs: number; readonly postId: string | null } };

// The bench was killed.
process.once('disconnect', () => process.exit(1));

const boss = new PgBoss({
  ...{ connectionString: DATABASE_URL, schema: 'bench_pgboss', max: 20, supervise: false, schedule: false },
  // Connections stay open until the jobs are due, and a new one may wait while thousands of calls
  // begin.
  ...{ idleTimeoutMillis: 300_000, connectionTimeoutMillis: 60_000 },
});
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue('drain', { partition: true });
await boss.deleteAllJobs('drain');
const records: Records | null = RECORDS ? await openRecords(DATABASE_URL) : null;

let left = Number(WARM_UP);
let warmedUp = (): void => undefined;
const isWarm = new Promise<void>((resolve) => {
  warmedUp = resolve;
});
await add(left, Date.now());
await boss.work<Job['data']>(
  'drain',
  {
    ...{ batchSize: Number(IN_FLIGHT) / WORKERS, localConcurrency: WORKERS },
    ...{ pollingIntervalSeconds: 0.5, burstWhenBatchFull: true },
  },
  work,
);
await isWarm;
const dueMs = Date.now() + Number(LEAD_MS);
await add(Number(JOBS), dueMs);
process.send!(dueMs);

async function add(count: number, dueMs: number): Promise<void> {
  const ids = records ? await records.addPosts(count) : Array.from({ length: count }, () => null);
  const jobs = ids.map((postId) => ({ data: { dueMs, postId }, startAfter: new Date(dueMs) }));
  for (let n = 0; n < count; n += INSERT_AT_ONCE) await boss.insert('drain', jobs.slice(n, n + INSERT_AT_ONCE));
}

async function work(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.flatMap(({ data }) => data.postId ?? []);
  await records?.intend(ids);
  const answers = await Promise.all(
    jobs.map(async ({ data }) => {
      const response = await fetch(NETWORK_URL, { method: 'POST', body: `due ${data.dueMs}` });
      return response.text();
    }),
  );
  await records?.settle(ids, answers);
  left -= jobs.length;
  if (left <= 0) warmedUp();
}
