import { APP_LIMITS } from '@fanfare/app-contract';
import type { Database } from '../db/database.ts';
import { purgeLoggedCalls } from './request-log.table.ts';

const BATCH = 1_000;
/** Of one run: the next one is a minute away, and other work of the minute waits for this. */
const MOST_BATCHES = 50;

/** Deletes calls that are no longer kept, in separate batches. Returns how many. */
export async function deleteOldCalls(db: Database): Promise<number> {
  let deleted = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const count = await purgeLoggedCalls(db, { days: APP_LIMITS.requestLogDays, limit: BATCH });
    deleted += count;
    if (count < BATCH) break;
  }
  return deleted;
}
