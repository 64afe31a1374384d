import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { systemClock } from '../../../src/process/clock.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { createBulkheads } from '../../../src/publishing/bulkheads.ts';
import { createRunner } from '../../../src/publishing/runner.ts';
import { until } from '../../until.ts';
import { inSeconds, useTargets } from './use-targets.ts';

const targets = useTargets();
beforeEach(() => targets.clear());

/** A runner whose runs and pauses end when the test says so. */
function useRunner() {
  /** Number of targets that each claim took. */
  const claims: number[] = [];
  const runs: (() => void)[] = [];
  /** Functions that runs call when nothing is left but to settle. */
  const answers: (() => void)[] = [];
  const pauses: { readonly ms: number; end(): void }[] = [];
  const db: Database = {
    async query(statement) {
      const result = await targets.db.query<never>(statement);
      if (statement.name === 'claim_due') claims.push(result.rows.filter(({ id }) => id !== null).length);
      return result;
    },
  };
  const bulkheads = createBulkheads({
    targetsInFlight: 4,
    publishesInFlightPerProject: 1,
    writesInFlightPerAccount: 4,
  });
  const runner = createRunner({
    ...{ db, bulkheads },
    clock: { ...systemClock, sleep: (ms) => new Promise((resolve) => pauses.push({ ms, end: resolve })) },
    log: createLogger('silent', () => undefined),
    instance: 'me',
    leaseSeconds: 60,
    lateLimitSeconds: 86_400,
    epoch: () => new Date(0),
    run: (_, onAnswered) => {
      answers.push(onAnswered);
      return new Promise((resolve) => runs.push(resolve));
    },
    observe: { late: () => undefined },
  });
  return { runner, claims, runs, answers, pauses, bulkheads };
}

const due = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) {
    const target = await targets.record({ publishAt: inSeconds(3_600) });
    await targets.set(target, 'run_at = now()');
  }
};

const atLeast = (list: readonly unknown[], count: number) =>
  until(async () => (list.length >= count ? list : null)).then(() => undefined);

test('while more is due than there is capacity for, one claim fills the places that become free in a pause', async () => {
  await due(8);
  const { runner, claims, runs, pauses } = useRunner();
  runner.wake();
  await atLeast(pauses, 1);
  const first = [4];
  expect({ claims, runs: runs.length, ms: pauses[0]!.ms }).toEqual({ claims: first, runs: 4, ms: 20 });
  for (const end of runs.slice(0, 3)) {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(claims).toEqual(first);
  pauses[0]!.end();
  await atLeast(pauses, 2);
  const second = [...first, 3];
  expect(claims).toEqual(second);
  const stopped = runner.stop();
  pauses[1]!.end();
  await stopped;
  expect({ claims, runs: runs.length }).toEqual({ claims: second, runs: 7 });
});

test('a target that only settles leaves its place to the next, and a stop waits for it', async () => {
  await due(5);
  const { runner, claims, runs, answers, pauses, bulkheads } = useRunner();
  runner.wake();
  await atLeast(pauses, 1);
  answers[0]!();
  pauses[0]!.end();
  await atLeast(runs, 5);
  expect(claims.at(-1)).toBe(1);
  for (const { end } of pauses) end();
  await runner.stop();
  let isIdle = false;
  const idle = bulkheads.idle().then(() => {
    isIdle = true;
  });
  for (const end of runs.slice(1)) end();
  await new Promise((resolve) => setImmediate(resolve));
  expect({ isIdle, inFlight: bulkheads.targetsInFlight }).toEqual({ isIdle: false, inFlight: 1 });
  runs[0]!();
  await idle;
});

test('where there is capacity for all due work, one claim takes it, and nothing pauses', async () => {
  await due(1);
  const { runner, claims, runs, pauses } = useRunner();
  runner.wake();
  await atLeast(runs, 1);
  for (const end of runs) end();
  await new Promise((resolve) => setImmediate(resolve));
  await runner.stop();
  expect({ claims, runs: runs.length, pauses }).toEqual({ claims: [1], runs: 1, pauses: [] });
});
