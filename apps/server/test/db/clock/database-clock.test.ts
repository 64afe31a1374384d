import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { openDatabaseClock } from '../../../src/db/database-clock.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { createTestClock } from '../../test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { until } from '../../until.ts';

const HOUR_MS = 3_600_000;
let database: TestDatabase;
let db: DatabasePool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function open() {
  const lines: string[] = [];
  const log = createLogger('warn', (line) => lines.push(line));
  const processClock = createTestClock();
  const clock = await openDatabaseClock({ db, processClock, log });
  return { ...clock, processClock, lines };
}

/** The difference between a clock and the database's, in whole minutes. */
// Turns -0 into 0.
const minutesOff = (now: number) => Math.round((now - Date.now()) / 60_000) + 0;

test("changing the process's clock while the server runs has no effect, and is reported", async () => {
  const { clock, processClock, offsetMs, reportedOffsetMs, lines, stop } = await open();
  expect([minutesOff(clock.now()), reportedOffsetMs(), lines]).toEqual([0, null, []]);
  processClock.advance(2 * HOUR_MS);
  expect(minutesOff(clock.now())).toBe(0);
  await until(async () => reportedOffsetMs());
  expect([minutesOff(clock.now()), Math.round(offsetMs() / HOUR_MS), lines.length]).toEqual([0, 2, 1]);
  processClock.advance(-2 * HOUR_MS);
  clock.now();
  await until(async () => (reportedOffsetMs() === null ? true : null));
  expect([minutesOff(clock.now()), lines.length]).toEqual([0, 1]);
  stop();
});

test('while the database does not answer, the clock keeps running', async () => {
  const { clock, processClock, offsetMs, stop } = await open();
  const before = offsetMs();
  await db.close();
  processClock.advance(2 * HOUR_MS);
  expect(minutesOff(clock.now())).toBe(0);
  db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
  expect([minutesOff(clock.now()), offsetMs()]).toEqual([0, before]);
  stop();
});
