// Drains due jobs with pg-boss: batches, workers side by side that fetch again at once while batches are full, a table of its own, and the shortest poll that it
// allows. With RECORDS=1 the worker also stores what a server that publishes has to: see records.mjs.
import { PgBoss } from 'pg-boss';
import { startRecords } from './records.mjs';
import { runQueue } from './run-queue.mjs';

const { DATABASE_URL, IN_FLIGHT, NETWORK_URL, RECORDS } = process.env;
/** With 4,000 jobs at once, ten workers with 400 each were the fastest: of 80, 40, 20, 10 and 4. With 200 workers, pg-boss waited in vain for a connection. */
const WORKERS = 10;
const INSERT_AT_ONCE = 1_000;

const boss = new PgBoss({
  ...{ connectionString: DATABASE_URL, schema: 'bench_pgboss', max: 20, supervise: false, schedule: false },
  // Connections stay open until the jobs are due, and a new one may wait while thousands of calls begin.
  ...{ idleTimeoutMillis: 300_000, connectionTimeoutMillis: 60_000 },
});
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue('drain', { partition: true });
await boss.deleteAllJobs('drain');
const records = RECORDS ? await startRecords(DATABASE_URL) : null;

const options = {
  ...{ batchSize: Number(IN_FLIGHT) / WORKERS, localConcurrency: WORKERS },
  ...{ pollingIntervalSeconds: 0.5, burstWhenBatchFull: true },
};

await runQueue({
  async add(count, dueMs) {
    const ids = records ? await records.addPosts(count) : Array.from({ length: count }, () => null);
    const jobs = ids.map((postId) => ({ data: { dueMs, postId }, startAfter: new Date(dueMs) }));
    for (let n = 0; n < count; n += INSERT_AT_ONCE) await boss.insert('drain', jobs.slice(n, n + INSERT_AT_ONCE));
  },
  work: (done) =>
    boss.work('drain', options, async (jobs) => {
      const ids = jobs.map(({ data }) => data.postId);
      await records?.intend(ids);
      const answers = await Promise.all(
        jobs.map(async ({ data }) => {
          const response = await fetch(NETWORK_URL, { method: 'POST', body: `due ${data.dueMs}` });
          return response.text();
        }),
      );
      await records?.settle(ids, answers);
      done(jobs.length);
    }),
});
