import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import type { Flooding } from './flood.ts';
import { sender } from './send-request.ts';

const { url, clients, request } = workerData as Flooding;
const pool = new Pool(url, { connections: clients, pipelining: 1 });
let isOver = false;
let busy = clients;

for (let n = 0; n < clients; n++) {
  const send = sender(pool, {
    keepsText: () => false,
    // Any answer counts: a flood may be refused.
    done() {
      if (!isOver) send(request);
      else if (--busy === 0) void pool.close().then(() => parentPort!.close());
    },
    failed: (error) => {
      throw error;
    },
  });
  send(request);
}
parentPort!.on('message', () => {
  isOver = true;
});
