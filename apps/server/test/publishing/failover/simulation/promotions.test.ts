import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SABOTAGE, type Sabotage } from './model-cluster.ts';
import { type Plan, type Played, simulatePromotions } from './simulate-promotions.ts';

const SEED = 20_261_128;

const plans: fc.Arbitrary<Plan> = fc.record({
  servers: fc.integer({ min: 1, max: 3 }),
  promotions: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 6 }),
      lag: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 6 })),
      ends: fc.option(fc.nat(2), { freq: 3 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

async function play(runs: number, sabotage: Sabotage) {
  const seen = { stopped: 0, 'went on': 0, 'went on without a server that ended': 0 };
  let last: Played | null = null;
  const property = fc.asyncProperty(fc.scheduler(), plans, async (scheduler, plan) => {
    const played = await simulatePromotions(scheduler, plan, sabotage);
    if (played.isStopped) seen.stopped++;
    else seen[played.hadEnded ? 'went on without a server that ended' : 'went on']++;
    last = played.broken.length > 0 ? played : null;
    return played.broken.length === 0;
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed: SEED,
    numRuns: runs,
    endOnFailure: true,
  });
  if (errorInstance instanceof Error && last === null) throw errorInstance;
  return { seen, failed, report: [...((last as Played | null)?.broken ?? []), JSON.stringify(counterexample?.[1])] };
}

test('nothing is done on a promoted standby that lacks a confirmed commit, and nobody stops on one that lacks none', async () => {
  const { seen, failed, report } = await play(200, NO_SABOTAGE);
  expect(failed ? report : []).toEqual([]);
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(10);
});

test.each<[what: string, sabotage: Partial<Sabotage>]>([
  ['asks for no commit', { hidesMissing: true }],
  ['does not know which transactions came after the promotion', { forgetsFirst: true }],
  ['waits for no other server', { hidesUnchecked: true }],
])('a check that %s is seen to fail', async (_, sabotage) => {
  const { report } = await play(2_000, { ...NO_SABOTAGE, ...sabotage });
  expect(report[0]).toMatch(/^work \d+ of connection \d of server \d was done (?:without|before) /);
});
