// Drains due jobs with graphile-worker: local queue and a short poll, as its page on performance recommends.
import { makeWorkerUtils, run } from 'graphile-worker';
import { runQueue } from './run-queue.mjs';

const { DATABASE_URL, IN_FLIGHT, NETWORK_URL } = process.env;

const utils = await makeWorkerUtils({ connectionString: DATABASE_URL, schema: 'bench_graphile' });
await utils.migrate();
await utils.withPgClient((client) => client.query('delete from bench_graphile._private_jobs'));
await runQueue({
  async add(count, dueMs) {
    const runAt = new Date(dueMs);
    await utils.addJobs(Array.from({ length: count }, () => ({ identifier: 'drain', payload: { dueMs }, runAt })));
  },
  work: (done) =>
    run({
      connectionString: DATABASE_URL,
      schema: 'bench_graphile',
      concurrency: Number(IN_FLIGHT),
      maxPoolSize: 20,
      pollInterval: 100,
      noHandleSignals: true,
      preset: { worker: { localQueue: { size: Number(IN_FLIGHT) }, completeJobBatchDelay: 1, failJobBatchDelay: 1 } },
      taskList: {
        async drain({ dueMs }) {
          await (await fetch(NETWORK_URL, { method: 'POST', body: `due ${dueMs}` })).arrayBuffer();
          done(1);
        },
      },
    }),
});
