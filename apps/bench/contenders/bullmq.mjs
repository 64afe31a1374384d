// Drains due jobs with BullMQ, one worker with as many jobs at once.
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const { DUE_MS, IN_FLIGHT, JOBS, NETWORK_URL, REDIS_PORT } = process.env;
const connect = () => new Redis({ host: '127.0.0.1', port: Number(REDIS_PORT), maxRetriesPerRequest: null });
const post = { method: 'POST', body: `due ${DUE_MS}` };

const queue = new Queue('drain', { connection: connect() });
await queue.obliterate({ force: true });
const delay = Number(DUE_MS) - Date.now();
await queue.addBulk(Array.from({ length: Number(JOBS) }, () => ({ name: 'drain', data: {}, opts: { delay } })));
new Worker('drain', async () => void (await (await fetch(NETWORK_URL, post)).arrayBuffer()), {
  connection: connect(),
  concurrency: Number(IN_FLIGHT),
});
