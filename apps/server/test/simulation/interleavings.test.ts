import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explore } from './explore.ts';
import { NO_SABOTAGE } from './sabotage.ts';
import { simulate } from './simulate.ts';

/**
 * The same orders of steps on every run by default. For many more:
 * `FC_SEED=$RANDOM SIM_RUNS=100000 vitest run --root apps/server test/simulation`.
 */
const seed = Number(process.env.FC_SEED ?? 20_261_120);
const runs = Number(process.env.SIM_RUNS ?? process.env.FC_RUNS ?? 6_000);

test(
  'the service keeps its invariants in every order of its steps',
  async () => {
    const { broken, seen, turns } = await explore({ runs, seed, sabotage: NO_SABOTAGE, shrink: true });
    console.info(`seed ${seed}: ${runs} interleavings, ${turns} steps`, seen);
    expect(broken?.report ?? 'no invariant was broken').toBe('no invariant was broken');
    const unseen = Object.entries(seen).filter(([, times]) => times === 0);
    expect(runs < 5_000 ? [] : unseen).toEqual([]);
  },
  60_000 + runs * 20,
);

test('a write that waited for its account’s lane is not late because of that', async () => {
  const slowFirst = {
    slots: 2,
    posts: ['First', 'Second'].map((text) => ({
      dueInMs: null,
      budgetMs: 150_000,
      targets: [{ network: 'x' as const, text, comment: null }],
    })),
    lane: 1,
    leapsMs: [0],
    accidents: [],
    users: [],
    // No answer until the call times out, 30 s later.
    sends: ['silent' as const],
    hiddens: [],
    reads: [],
    statements: [],
    renewals: [],
  };
  for (const scheduler of fc.sample(fc.scheduler(), { seed, numRuns: 20 })) {
    const { history, broken } = await simulate(scheduler, slowFirst, NO_SABOTAGE);
    expect(broken).toEqual([]);
    expect(history.filter((line) => line.endsWith('resolve not_sent'))).toEqual([]);
    expect(history.filter((line) => line.endsWith('settle published'))).toHaveLength(2);
  }
});
