import { expect, test } from 'vitest';
import type { Scenario, ScenarioOptions } from './scenario.ts';
import { database } from './scenarios/database.ts';
import { kills, stops } from './scenarios/fall-at-checkpoints.ts';
import { oneWinner } from './scenarios/one-winner.ts';
import { storm } from './scenarios/storm.ts';

const SEED = 20_261_120;

/** The small share of `pnpm chaos` that every change has to pass; the whole of it takes hours. */
const SHARE: readonly (readonly [Scenario, string, Partial<ScenarioOptions>])[] = [
  [kills, 'threads immediate', { kills: 18 }],
  [kills, 'x scheduled', { kills: 16 }],
  [stops, 'instagram immediate', { kills: 6 }],
  [storm, 'part 1', { kills: 60, targets: 600 }],
  [database, 'restarts', { rounds: 2 }],
  [database, 'cuts', { rounds: 15 }],
  [oneWinner, 'cancel', { rounds: 24 }],
];

test.concurrent.each(SHARE)(
  'never twice, never lost: $name, %s',
  { timeout: 240_000 },
  async (scenario, part, volume) => {
    const result = await scenario.run(part, { seed: SEED, progress: () => undefined, ...volume });
    expect(result.violations).toEqual([]);
    expect(result.targets).toBeGreaterThan(0);
  },
);
