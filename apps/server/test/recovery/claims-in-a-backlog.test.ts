import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/db/database.ts';
import { createLogger } from '../../src/log.ts';
import { createBulkheads } from '../../src/posts/bulkheads.ts';
import { createRunner } from '../../src/posts/runner.ts';
import { until } from '../until.ts';
import { inSeconds, useTargets } from './use-targets.ts';

const targets = useTargets();
beforeEach(() => targets.clear());

/** A runner with four places whose runs and pauses end when the test says so. Each claim gives the number of rows it took, and whether it looked for runs that ended. */
function useRunner() {
  const claims: number[] = [];
  const lookedForEnded: unknown[] = [];
  const runs: (() => void)[] = [];
  const pauses: { readonly ms: number; end(): void }[] = [];
  const db: Database = {
    async query(statement) {
      const result = await targets.db.query<never>(statement);
      if (statement.name === 'claim_due') {
        claims.push(result.rows.length);
        lookedForEnded.push(statement.values?.[10]);
      }
      return result;
    },
  };
  const runner = createRunner({
    db,
    clock: { ...systemClock, sleep: (ms) => new Promise((resolve) => pauses.push({ ms, end: resolve })) },
    log: createLogger('silent', () => undefined),
    bulkheads: createBulkheads({ targetsInFlight: 4, publishesInFlightPerProject: 1, writesInFlightPerAccount: 4 }),
    instance: 'me',
    leaseSeconds: 60,
    lateLimitSeconds: 86_400,
    epoch: () => new Date(0),
    run: () => new Promise((resolve) => runs.push(resolve)),
    observe: { late: () => undefined },
  });
  return { runner, claims, lookedForEnded, runs, pauses };
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
  expect({ claims, runs: runs.length, ms: pauses[0]!.ms }).toEqual({ claims: [4], runs: 4, ms: 20 });
  for (const end of runs.slice(0, 3)) {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(claims).toEqual([4]);
  pauses[0]!.end();
  await atLeast(pauses, 2);
  expect(claims).toEqual([4, 3]);
  const stopped = runner.stop();
  pauses[1]!.end();
  await stopped;
  expect({ claims, runs: runs.length }).toEqual({ claims: [4, 3], runs: 7 });
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

test('runs that ended are looked for by the sweep until there are none, and not when a post falls due', async () => {
  await due(1);
  const { runner, claims, lookedForEnded, runs } = useRunner();
  runner.wake();
  await atLeast(runs, 1);
  const target = await targets.record({ publishAt: inSeconds(3_600) });
  await targets.set(
    target,
    "run_at = now(), lease_owner = 'dead', lease_token = 1, claims = 1, lease_expires_at = now() - interval '1 s', deadline_at = now() + interval '1 min'",
  );
  for (const lookNow of [runner.wake, () => runner.findWork(0), runner.wake, runner.wake]) {
    const before = claims.length;
    await lookNow();
    await atLeast(claims, before + 1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await runner.stop();
  expect(lookedForEnded.map((looked, n) => [claims[n], looked])).toEqual([
    [1, false],
    [0, false],
    [1, true],
    [0, true],
    [0, false],
  ]);
});
