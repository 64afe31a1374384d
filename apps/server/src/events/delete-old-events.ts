import { LIMITS } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { purgeEvents } from './events.table.ts';

const BATCH = 1_000;
/** Of one run: the next one is a minute away, and other work of the minute waits for this. */
const MOST_BATCHES = 50;

/** Deletes events that are no longer kept, in batches of their own. Returns how many. */
export async function deleteOldEvents(db: Database): Promise<number> {
  const days = LIMITS.eventDays.value;
  let deleted = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const count = await purgeEvents(db, { days, limit: BATCH });
    deleted += count;
    if (count < BATCH) break;
  }
  return deleted;
}
