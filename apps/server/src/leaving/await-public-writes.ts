import type { Database } from '../db/database.ts';
import { hasPublicWriteInFlight } from '../publishing/write-intents.table.ts';
import { hasRepostInFlight } from '../reposts/reposts.table.ts';

type Deps = {
  readonly db: Database;
  /** Waits in real time: the writes happen at a network. */
  readonly pause: (ms: number) => Promise<void>;
};

const POLL_EVERY_MS = 50;
const POLLS = 200;

/** Waits until no public write of the account is in flight, 10 s at most. */
export async function awaitPublicWrites(deps: Deps, projectId: string, accountId: string): Promise<void> {
  const isInFlight = async () =>
    (await hasPublicWriteInFlight(deps.db, projectId, accountId)) ||
    (await hasRepostInFlight(deps.db, projectId, accountId));
  for (let poll = 0; poll < POLLS && (await isInFlight()); poll++) await deps.pause(POLL_EVERY_MS);
}
