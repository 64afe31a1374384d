import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import type { Flooding } from './flood.ts';
import { sender } from './send-request.ts';

const { url, clients, request, everyMs = 0 } = workerData as Flooding;
const pool = new Pool(url, { connections: clients, pipelining: 1 });
let isOver = false;
let busy = clients;

for (let n = 0; n < clients; n++) {
  let sentAt = 0;
  const send = sender(pool, {
    keepsText: () => false,
    // Any answer counts: a flood may be refused.
    done() {
      if (!isOver) next();
      else if (--busy === 0) void pool.close().then(() => parentPort!.close());
    },
    failed: (error) => {
      throw error;
    },
  });
  const sendNow = (): void => {
    sentAt = performance.now();
    send(request);
  };
  const next = (): void => {
    const waitMs = sentAt + everyMs - performance.now();
    if (waitMs > 0) setTimeout(sendNow, waitMs);
    else sendNow();
  };
  sendNow();
}
parentPort!.on('message', () => {
  isOver = true;
});
