import { expect, test } from 'vitest';
import { explore } from './explore.ts';
import { NO_SABOTAGE } from './sabotage.ts';

/** Fewer are not enough to meet every event. */
const ENOUGH = 1_000;

/**
 * Declares a test that plays so many orders of steps. `SIM_RUNS` and `FC_SEED` take the place of
 * both numbers: `FC_SEED=$RANDOM SIM_RUNS=100000 vitest run --root apps/server
 * test/publishing/simulation`.
 */
export function tryInterleavings(defaultRuns: number, defaultSeed: number): void {
  const seed = Number(process.env.FC_SEED ?? defaultSeed);
  const runs = Number(process.env.SIM_RUNS ?? process.env.FC_RUNS ?? defaultRuns);

  test(
    'the service keeps its invariants in every order of its steps',
    async () => {
      const { broken, seen, turns } = await explore({ runs, seed, sabotage: NO_SABOTAGE, shrink: true });
      console.info(`seed ${seed}: ${runs} interleavings, ${turns} steps`, seen);
      expect(broken?.report ?? 'no invariant was broken').toBe('no invariant was broken');
      const unseen = Object.entries(seen).filter(([, times]) => times === 0);
      expect(runs < ENOUGH ? [] : unseen).toEqual([]);
    },
    60_000 + runs * 20,
  );
}
