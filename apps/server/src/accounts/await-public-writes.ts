import type { Database } from '../db/database.ts';
import { hasPublicWriteInFlight } from '../posts/write-intents.table.ts';
import { hasRepostInFlight } from '../reposts/reposts.table.ts';

type Deps = {
  readonly db: Database;
  /** Waits in real time: what is waited for happens at a network. */
  readonly pause: (ms: number) => Promise<void>;
};

const LOOK_EVERY_MS = 50;
const LOOKS = 200;

/** Ends once no public write of the account is on its way to its network any more, 10 s later at most. */
export async function awaitPublicWrites(deps: Deps, projectId: string, accountId: string): Promise<void> {
  const isInFlight = async () =>
    (await hasPublicWriteInFlight(deps.db, projectId, accountId)) ||
    (await hasRepostInFlight(deps.db, projectId, accountId));
  for (let look = 0; look < LOOKS && (await isInFlight()); look++) await deps.pause(LOOK_EVERY_MS);
}
