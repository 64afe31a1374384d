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

type Claim = {
  /** `all`: takes all that is due, if it fits in the free places. `ended`: looks for runs that ended as well. */
  readonly form: 'all' | 'shared' | 'ended';
  readonly took: number;
};
const FORMS: Readonly<Record<string, (endedToo: unknown) => Claim['form']>> = {
  claim_all_due: () => 'all',
  claim_due: (endedToo) => (endedToo === true ? 'ended' : 'shared'),
};

/** A runner with four places whose runs and pauses end when the test says so. */
function useRunner() {
  const claims: Claim[] = [];
  const runs: (() => void)[] = [];
  const pauses: { readonly ms: number; end(): void }[] = [];
  const db: Database = {
    async query(statement) {
      const result = await targets.db.query<never>(statement);
      const form = FORMS[statement.name ?? '']?.(statement.values?.[10]);
      if (form) claims.push({ form, took: result.rows.filter(({ id }) => id !== null).length });
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
  return { runner, claims, runs, pauses };
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
  const first: Claim[] = [
    { form: 'all', took: 0 },
    { form: 'shared', took: 4 },
  ];
  expect({ claims, runs: runs.length, ms: pauses[0]!.ms }).toEqual({ claims: first, runs: 4, ms: 20 });
  for (const end of runs.slice(0, 3)) {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(claims).toEqual(first);
  pauses[0]!.end();
  await atLeast(pauses, 2);
  const second: Claim[] = [...first, { form: 'shared', took: 3 }];
  expect(claims).toEqual(second);
  const stopped = runner.stop();
  pauses[1]!.end();
  await stopped;
  expect({ claims, runs: runs.length }).toEqual({ claims: second, runs: 7 });
});

test('where there is capacity for all due work, one claim takes it, and nothing pauses', async () => {
  await due(1);
  const { runner, claims, runs, pauses } = useRunner();
  runner.wake();
  await atLeast(runs, 1);
  for (const end of runs) end();
  await new Promise((resolve) => setImmediate(resolve));
  await runner.stop();
  expect({ claims, runs: runs.length, pauses }).toEqual({ claims: [{ form: 'all', took: 1 }], runs: 1, pauses: [] });
});

test('runs that ended are looked for by the sweep until there are none, and not when a post falls due', async () => {
  await due(1);
  const { runner, claims, runs } = useRunner();
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
  expect(claims).toEqual([
    { form: 'all', took: 1 },
    { form: 'all', took: 0 },
    { form: 'ended', took: 1 },
    { form: 'ended', took: 0 },
    { form: 'all', took: 0 },
  ]);
});

test('once a claim has left places free, the next one takes all that is due', async () => {
  await due(5);
  const { runner, claims, runs, pauses } = useRunner();
  runner.wake();
  await atLeast(pauses, 1);
  for (const end of runs) end();
  pauses[0]!.end();
  await atLeast(runs, 5);
  const before = claims.length;
  await due(2);
  runner.wake();
  await atLeast(runs, 7);
  await runner.stop();
  expect(claims.slice(0, 3)).toEqual([
    { form: 'all', took: 0 },
    { form: 'shared', took: 4 },
    { form: 'shared', took: 1 },
  ]);
  expect(claims.slice(before)).toEqual([{ form: 'all', took: 2 }]);
});
