import { expect, test } from 'vitest';
import { findSystemPostgres } from '../publishing/recovery/system-postgres.ts';
import type { Scenario, ScenarioOptions } from './scenario.ts';
import { absence } from './scenarios/absence.ts';
import { balancer, missingForBalancer } from './scenarios/balancer.ts';
import { chains } from './scenarios/chains.ts';
import { EVERY_NETWORK, hubs, kills, stops } from './scenarios/crash-at-checkpoints.ts';
import { database } from './scenarios/database.ts';
import { events } from './scenarios/events.ts';
import { failover } from './scenarios/failover.ts';
import { media } from './scenarios/media.ts';
import { oneWinner } from './scenarios/one-winner.ts';
import { quotaRace } from './scenarios/quota-race.ts';
import { restore } from './scenarios/restore.ts';
import { storm } from './scenarios/storm.ts';
import { unpublish } from './scenarios/unpublish.ts';

const SEED = 20_261_120;

type Share = {
  readonly of: string;
  readonly scenario: Scenario;
  readonly part: string;
  readonly volume: Partial<ScenarioOptions>;
};

const share = (scenario: Scenario, part: string, volume: Partial<ScenarioOptions>): Share => ({
  of: `${scenario.name}, ${part}`,
  scenario,
  part,
  volume,
});

/** Needs Debian's packages of PostgreSQL. */
const FAILOVER = [
  ...['every commit', '0.2 s', '4 s', 'restarted'].map((part) => share(failover, part, { rounds: 2 })),
  share(failover, 'standby away', { rounds: 1 }),
];

/** A share of the scenarios of `pnpm chaos` that take longest; the whole takes hours. */
const SHARES: readonly Share[] = [
  // Each of the eight lanes crashes 26 times, once or more at each checkpoint.
  share(kills, EVERY_NETWORK, { kills: 208 }),
  // Each of the four lanes crashes at all its checkpoints, at most of them twice.
  share(hubs, EVERY_NETWORK, { kills: 72 }),
  share(stops, 'instagram immediate', { kills: 5 }),
  // Twenty times at each of the six steps of an event.
  share(events, 'outbox', { kills: 120 }),
  // Of each of the eight parts: this one has 60.
  share(media, 'part 1', { kills: 480 }),
  share(absence, 'crash', { rounds: 2 }),
  share(absence, 'freeze', { rounds: 1 }),
  share(chains, 'kills', { kills: 60, targets: 150 }),
  share(chains, 'storm', { kills: 60, targets: 150 }),
  share(storm, 'part 1', { kills: 300, targets: 2_500 }),
  share(unpublish, 'steps', { targets: 100, kills: 10 }),
  share(unpublish, 'storm', { targets: 100, kills: 8 }),
  share(database, 'restarts', { rounds: 2 }),
  share(database, 'cuts', { rounds: 12 }),
  share(database, 'vanishes', { rounds: 5 }),
  share(quotaRace, '1 and 65 units, killed', { rounds: 1, targets: 300 }),
  share(oneWinner, 'cancel', { rounds: 24 }),
  share(restore, 'away', { rounds: 2 }),
  ...(findSystemPostgres() ? FAILOVER : []),
  ...(missingForBalancer() === null ? [share(balancer, 'in turn', { kills: 30 })] : []),
];

test.concurrent.each(SHARES)(
  'never published twice, never lost: $of',
  { timeout: 1_800_000 },
  async ({ scenario, part, volume }) => {
    const result = await scenario.run(part, { seed: SEED, progress: () => undefined, ...volume });
    expect(result.violations).toEqual([]);
    expect(result.targets).toBeGreaterThan(0);
  },
);
