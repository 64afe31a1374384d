import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SABOTAGE } from './sabotage.ts';
import { simulate } from './simulate.ts';
import { tryInterleavings } from './try-interleavings.ts';

const SEED = 20_261_120;

// The same orders in every run. Every night brings more and others.
tryInterleavings(1_000, SEED);

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
  for (const scheduler of fc.sample(fc.scheduler(), { seed: SEED, numRuns: 20 })) {
    const { history, broken } = await simulate(scheduler, slowFirst, NO_SABOTAGE);
    expect(broken).toEqual([]);
    expect(history.filter((line) => line.endsWith('resolve not_sent'))).toEqual([]);
    expect(history.filter((line) => line.endsWith('settle published'))).toHaveLength(2);
  }
});
