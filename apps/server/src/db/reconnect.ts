import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';

const PAUSE_MS = 200;

/**
 * Returns a function that opens a connection again after one broke, until the database answers: a
 * server that has nothing to do must also check the history of a promoted database at once.
 */
export function createReconnect(db: () => Database): { readonly start: () => void; stop(): void } {
  let isRunning = false;
  let isStopped = false;
  const untilItAnswers = async (): Promise<void> => {
    while (!isStopped) {
      await sleep(PAUSE_MS);
      if (isStopped) return;
      const answers = await db()
        .query({ text: 'select' })
        .then(
          () => true,
          () => false,
        );
      if (answers) return;
    }
  };
  return {
    start() {
      if (isRunning || isStopped) return;
      isRunning = true;
      void untilItAnswers().finally(() => {
        isRunning = false;
      });
    },
    stop() {
      isStopped = true;
    },
  };
}
