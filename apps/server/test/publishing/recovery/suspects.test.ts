import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/process/clock.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { createBulkheads } from '../../../src/publishing/bulkheads.ts';
import { claimDue } from '../../../src/publishing/due-targets.table.ts';
import { createRunner } from '../../../src/publishing/runner.ts';
import { explainReads } from '../../explain-reads.ts';
import { until } from '../../until.ts';
import { settledOf, useKillableRuns } from './killable-runs.ts';
import { inSeconds, useTargets } from './use-targets.ts';

const killable = useKillableRuns();
const targets = useTargets();
beforeEach(() => targets.clear());

/** A target of which so many runs ended without settling it, or none. */
const due = async (claims: number, secondsAgo: number): Promise<string> => {
  const target = await targets.record({ publishAt: inSeconds(3_600) });
  await targets.set(target, `run_at = now() - interval '${secondsAgo} s', lease_token = ${claims}, claims = ${claims}`);
  return target.id;
};

/** A runner with so many places, whose runs and pauses end when the test says so. */
function useRunner(places: number) {
  const ran: string[] = [];
  const runs: (() => void)[] = [];
  const pauses: (() => void)[] = [];
  const runner = createRunner({
    ...{ db: targets.db, log: createLogger('silent', () => undefined), instance: 'me', leaseSeconds: 60 },
    bulkheads: createBulkheads({
      targetsInFlight: places,
      publishesInFlightPerProject: 1,
      writesInFlightPerAccount: places,
    }),
    clock: { ...systemClock, sleep: () => new Promise((resolve) => pauses.push(resolve)) },
    lateLimitSeconds: 86_400,
    epoch: () => new Date(0),
    run: ({ target }) => {
      ran.push(target.id);
      return new Promise((resolve) => runs.push(resolve));
    },
    observe: { late: () => undefined },
  });
  return { runner, ran, runs, pauses };
}

test('a target whose first three runs died is claimed by a server that is always busy', async () => {
  const ana = await killable.server.person('x');
  // Its dead runs are still in the process, like calls that wait in a busy one.
  await killable.killAt(ana, 'C0', { times: 3 });
  const { target } = await settledOf(ana, { content: 'Fourth time lucky' });
  expect(target).toMatchObject({ status: 'published', error: null });
  expect(await ana.posts()).toHaveLength(1);
});

test('suspects are claimed with the least suspect first, and alone from six failed runs on', async () => {
  const [seven, six, four, three] = [await due(7, 40), await due(6, 30), await due(4, 20), await due(3, 10)];
  const claim = async (limit: number) => {
    const claimed = await claimDue(targets.db, {
      owner: 'me',
      leaseSeconds: 60,
      limit,
      of: 'suspects',
      lateLimitSeconds: 86_400,
    });
    return claimed.map(({ target }) => target.id).sort();
  };
  expect(await claim(4)).toEqual([three, four].sort());
  expect(await claim(4)).toEqual([six]);
  expect(await claim(4)).toEqual([seven]);
});

test('while more is due than there are places, a suspect does not wait for it', async () => {
  const others = [];
  for (let n = 0; n < 6; n++) others.push(await due(0, 60 - n));
  const suspect = await due(3, 10);
  const { runner, ran, pauses } = useRunner(2);
  await runner.findWork(0);
  await until(async () => (pauses.length > 0 ? true : null));
  expect(ran).toEqual([suspect, others[0]]);
  const stopped = runner.stop();
  pauses[0]!();
  await stopped;
});

test('a process takes four suspects, and twice as many each time it outlives all that it took', async () => {
  for (let n = 0; n < 13; n++) await due(3, 60);
  const { runner, ran, runs } = useRunner(20);
  const counts: number[] = [];
  await runner.findWork(0);
  for (const soFar of [4, 12, 13]) {
    await until(async () => (ran.length === soFar ? true : null));
    counts.push(runs.length);
    for (const end of runs.splice(0)) end();
  }
  await runner.stop();
  expect(counts).toEqual([4, 8, 1]);
});

test('suspects are read from an index of suspects', async () => {
  const settings = { owner: 'me', leaseSeconds: 60, limit: 4, of: 'suspects', lateLimitSeconds: 86_400 } as const;
  const reads = await explainReads(targets.db, (db) => claimDue(db, settings));
  expect(reads.filter((read) => read.includes('claims'))).toEqual([
    'Index Scan targets_suspect ((claims >= 3) AND (claims < 12) AND (run_at <= now()))',
  ]);
});
