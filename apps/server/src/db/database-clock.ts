import type { Clock } from '@fanfare/network';
import type { Logger } from '../process/log/log.ts';
import type { Database } from './database.ts';
import { readTime } from './instance.table.ts';

/** The clocks of process and database do not drift apart noticeably in this time. */
const MEASURE_EVERY_MS = 30_000;
/** A slower answer is too inexact. */
const MAX_ROUND_TRIP_MS = 1_000;
/** The fastest answer of this many slow ones at the start is used. */
const ATTEMPTS = 5;
/** A larger difference between wall clock and monotonic clock: the machine slept, or was set. */
const STEP_MS = 1_000;
/** A larger offset is reported: networks, logs and people see another time than the database. */
export const TOLERATED_MS = 60_000;

export type DatabaseClock = {
  /** The database's time, by which everything is stored or refused. */
  readonly clock: Clock;
  /** The process's clock minus the database's. */
  offsetMs(): number;
  /** The offset, when it is large enough for a report. */
  reportedOffsetMs(): number | null;
  stop(): void;
};

type Deps = { readonly db: Database; readonly processClock: Clock; readonly log: Logger };

/** One answer of the database, with this process's clocks halfway through the round trip. */
type Sample = {
  readonly databaseMs: number;
  readonly monotonicMs: number;
  readonly processMs: number;
  readonly roundTripMs: number;
};

/**
 * The database's time without a query per read: measured every 30 seconds, and extrapolated with
 * the monotonic clock. The error is at most half of a round trip, which is below a second. So all
 * servers decide alike, however wrong their own clocks are.
 */
export async function openDatabaseClock(deps: Deps): Promise<DatabaseClock> {
  const { db, processClock, log } = deps;
  let sample = await firstSample(deps);
  let isMeasuring = false;
  let isReported = false;

  const offsetMs = (): number => sample.processMs - sample.databaseMs;
  const reportedOffsetMs = (): number | null => (Math.abs(offsetMs()) > TOLERATED_MS ? offsetMs() : null);
  const report = (): void => {
    const aheadMs = reportedOffsetMs();
    if (aheadMs !== null && !isReported)
      log.warn(
        { offsetSeconds: Math.round(aheadMs / 1_000) },
        `the clock of this server is ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's by more than a minute; the database's is used. Set the clock (NTP)`,
      );
    isReported = aheadMs !== null;
  };
  const measure = async (): Promise<void> => {
    const next = await takeSample({ db, processClock });
    if (next.roundTripMs > MAX_ROUND_TRIP_MS) return;
    sample = next;
    report();
  };
  const measureAgain = (): void => {
    if (isMeasuring) return;
    isMeasuring = true;
    void measure()
      .catch((err: unknown) => log.debug({ err }, 'the time of the database could not be read'))
      .finally(() => {
        isMeasuring = false;
      });
  };
  report();
  const timer = setInterval(measureAgain, MEASURE_EVERY_MS).unref();

  return {
    clock: {
      now() {
        const elapsedMs = performance.now() - sample.monotonicMs;
        if (Math.abs(processClock.now() - sample.processMs - elapsedMs) > STEP_MS) measureAgain();
        // Adapters expect whole milliseconds.
        return Math.round(sample.databaseMs + elapsedMs);
      },
      sleep: processClock.sleep,
    },
    offsetMs,
    reportedOffsetMs,
    stop: () => clearInterval(timer),
  };
}

/** Measures how far the clock of the process is ahead of the database's. */
export async function measureOffsetMs(deps: Pick<Deps, 'db' | 'processClock'>): Promise<number> {
  const { processMs, databaseMs } = await firstSample(deps);
  return processMs - databaseMs;
}

async function firstSample(deps: Pick<Deps, 'db' | 'processClock'>): Promise<Sample> {
  let best = await takeSample(deps);
  for (let left = ATTEMPTS - 1; left > 0 && best.roundTripMs > MAX_ROUND_TRIP_MS; left--) {
    const next = await takeSample(deps);
    if (next.roundTripMs < best.roundTripMs) best = next;
  }
  return best;
}

async function takeSample({ db, processClock }: Pick<Deps, 'db' | 'processClock'>): Promise<Sample> {
  const askedMs = performance.now();
  const databaseMs = (await readTime(db)).getTime();
  const roundTripMs = performance.now() - askedMs;
  return {
    databaseMs,
    roundTripMs,
    monotonicMs: askedMs + roundTripMs / 2,
    processMs: processClock.now() - roundTripMs / 2,
  };
}
