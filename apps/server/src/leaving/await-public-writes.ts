import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { hasRepostInFlight } from '../posts/reposts/reposts.table.ts';
import { hasDeletionInFlight } from '../posts/unpublish/unpublishes.table.ts';
import { hasPublicWriteInFlight } from '../publishing/write-intents.table.ts';

const POLL_EVERY_MS = 50;
const POLLS = 200;

/** Waits until no public write of the account is in flight, 10 s of real time at most. */
export async function awaitPublicWrites(db: Database, projectId: string, accountId: string): Promise<void> {
  const isInFlight = async () =>
    (await hasPublicWriteInFlight(db, projectId, accountId)) ||
    (await hasRepostInFlight(db, projectId, accountId)) ||
    (await hasDeletionInFlight(db, projectId, accountId));
  for (let poll = 0; poll < POLLS && (await isInFlight()); poll++) await sleep(POLL_EVERY_MS);
}
