// Drains due jobs with graphile-worker: local queue and a short poll, as its page on performance recommends.
import { makeWorkerUtils, run } from 'graphile-worker';

const { DATABASE_URL, DUE_MS, IN_FLIGHT, JOBS, NETWORK_URL } = process.env;
const post = { method: 'POST', body: `due ${DUE_MS}` };

const utils = await makeWorkerUtils({ connectionString: DATABASE_URL, schema: 'bench_graphile' });
await utils.migrate();
await utils.withPgClient((client) => client.query('delete from bench_graphile._private_jobs'));
await utils.addJobs(
  Array.from({ length: Number(JOBS) }, () => ({ identifier: 'drain', payload: {}, runAt: new Date(Number(DUE_MS)) })),
);
await run({
  connectionString: DATABASE_URL,
  schema: 'bench_graphile',
  concurrency: Number(IN_FLIGHT),
  maxPoolSize: 20,
  pollInterval: 100,
  noHandleSignals: true,
  preset: { worker: { localQueue: { size: Number(IN_FLIGHT) }, completeJobBatchDelay: 1, failJobBatchDelay: 1 } },
  taskList: { drain: async () => void (await (await fetch(NETWORK_URL, post)).arrayBuffer()) },
});
