import { setTimeout as sleep } from 'node:timers/promises';
import { openCaller } from '../load.ts';

const EVERY_MS = 10;

/** Calls a server all the time while `work` runs: how long it left the slowest call waiting. */
export async function slowestPing(url: string, work: () => Promise<unknown>): Promise<number> {
  const caller = openCaller(url, 1);
  let isOver = false;
  let slowestMs = 0;
  const pinging = (async () => {
    while (!isOver) {
      const { tookMs } = await caller.call({ path: '/healthz', apiKey: '' });
      slowestMs = Math.max(slowestMs, tookMs);
      await sleep(EVERY_MS);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await pinging.finally(() => caller.close());
  }
  return slowestMs;
}
