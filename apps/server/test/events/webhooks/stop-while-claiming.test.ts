import { afterEach, expect, test, vi } from 'vitest';
import type { DatabasePool } from '../../../src/db/database.ts';
import { startDeliveries } from '../../../src/events/webhooks/delivery-engine.ts';
import type { ClaimedDelivery } from '../../../src/events/webhooks/due-deliveries.table.ts';
import { createLogger } from '../../../src/process/log/log.ts';

afterEach(() => void vi.useRealTimers());

/** A database that answers the first claim, and hangs in the next one. */
function hangingDatabase(first: ClaimedDelivery): DatabasePool {
  let claims = 0;
  return {
    transaction: async () => (claims++ === 0 ? [first] : new Promise(() => undefined)) as never,
    query: async () => Promise.reject(new Error('no statement outside of a claim')),
    close: async () => undefined,
  };
}

test('a stop waits for attempts in flight also while a claim hangs in the database', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  const ends: string[] = [];
  let finish = (): void => undefined;
  const engine = startDeliveries({
    db: hangingDatabase({ eventId: 'one' } as ClaimedDelivery),
    log: createLogger('fatal', () => undefined),
    ...{ leaseSeconds: 60, heartbeatMs: 600_000, lookEveryMs: 600_000, drainMs: 10_000 },
    deliver: (_, signal) =>
      new Promise<void>((resolve) => {
        finish = resolve;
        signal.addEventListener('abort', () => resolve());
      }).then(() => void ends.push(signal.aborted ? 'cut off' : 'finished')),
  });
  await vi.advanceTimersByTimeAsync(100);
  const stopped = engine.stop().then(() => ends.push('stopped'));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(ends).toEqual([]);
  finish();
  await stopped;
  expect(ends).toEqual(['finished', 'stopped']);
});
