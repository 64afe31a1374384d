// Drains due jobs with pg-boss: batches, workers side by side, and the shortest poll that it allows.
import { PgBoss } from 'pg-boss';

const { DATABASE_URL, DUE_MS, IN_FLIGHT, JOBS, NETWORK_URL } = process.env;
const BATCH = 20;

const boss = new PgBoss({ connectionString: DATABASE_URL, schema: 'bench_pgboss', max: 20, supervise: false });
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue('drain');
await boss.deleteAllJobs('drain');
await boss.insert(
  'drain',
  Array.from({ length: Number(JOBS) }, () => ({ data: {}, startAfter: new Date(Number(DUE_MS)) })),
);
const post = { method: 'POST', body: `due ${DUE_MS}` };
const options = { batchSize: BATCH, localConcurrency: Number(IN_FLIGHT) / BATCH, pollingIntervalSeconds: 0.5 };
await boss.work('drain', options, async (jobs) => {
  await Promise.all(jobs.map(async () => (await fetch(NETWORK_URL, post)).arrayBuffer()));
});
