import type { Clock } from '@fanfare/network';
import type { Database } from '../../db/database.ts';
import { measureOffsetMs, TOLERATED_MS } from '../../db/database-clock.ts';
import { type Finding, ok, problem } from './finding.ts';

type Deps = { readonly db: Database; readonly processClock: Pick<Clock, 'now' | 'sleep'> };

/** Compares the clock of this machine with the database's, which decides. */
export async function checkClock(deps: Deps): Promise<Finding> {
  const offsetMs = await measureOffsetMs(deps);
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  if (Math.abs(offsetMs) <= TOLERATED_MS)
    return ok('clock', 'The clocks of this machine and of the database differ by less than a minute.');
  return problem(
    'clock',
    `The clock of this machine is ${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} the database's.`,
    'Set the wrong one of the two with NTP.',
  );
}
