import type { Scenario } from '../scenario.ts';
import { absence } from './absence.ts';
import { balancer } from './balancer.ts';
import { chains } from './chains.ts';
import { controls } from './controls.ts';
import { hangs, hubs, kills, stops } from './crash-at-checkpoints.ts';
import { database } from './database.ts';
import { drain } from './drain.ts';
import { duplicates } from './duplicates.ts';
import { events } from './events.ts';
import { failover } from './failover.ts';
import { media } from './media.ts';
import { onTime } from './on-time.ts';
import { oneWinner } from './one-winner.ts';
import { quotaRace } from './quota-race.ts';
import { restore } from './restore.ts';
import { storm } from './storm.ts';
import { unpublish } from './unpublish.ts';

/** In the order in which the command runs them. */
export const SCENARIOS: readonly Scenario[] = [
  controls,
  kills,
  hubs,
  events,
  media,
  balancer,
  storm,
  chains,
  unpublish,
  stops,
  hangs,
  absence,
  database,
  onTime,
  duplicates,
  quotaRace,
  oneWinner,
  drain,
  restore,
  failover,
];
