// Drains due jobs with BullMQ: several workers, since each takes one job after the other from Redis, with as many jobs at once together.
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { runQueue } from './run-queue.mjs';

const { IN_FLIGHT, NETWORK_URL, REDIS_PORT } = process.env;
const WORKERS = 10;
const connect = () => new Redis({ host: '127.0.0.1', port: Number(REDIS_PORT), maxRetriesPerRequest: null });

const queue = new Queue('drain', { connection: connect() });
await queue.obliterate({ force: true });
await runQueue({
  async add(count, dueMs) {
    const delay = Math.max(0, dueMs - Date.now());
    await queue.addBulk(Array.from({ length: count }, () => ({ name: 'drain', data: { dueMs }, opts: { delay } })));
  },
  async work(done) {
    const call = async ({ data }) => {
      await (await fetch(NETWORK_URL, { method: 'POST', body: `due ${data.dueMs}` })).arrayBuffer();
      done(1);
    };
    for (let n = 0; n < WORKERS; n++)
      new Worker('drain', call, { connection: connect(), concurrency: Number(IN_FLIGHT) / WORKERS });
  },
});
