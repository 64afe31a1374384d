import { once } from 'node:events';
import { openDatabase } from '../db/database.ts';
import { findEventDifferences } from '../events/audit-events.table.ts';
import { findMediaDifferences } from '../media/find-media-differences.ts';
import type { MediaStore } from '../media/stores/media-store.ts';
import type { Logger } from '../process/log/log.ts';
import { findDifferences } from './audit.table.ts';

/** Longer than for other statements, as it reads whole tables. */
const statementTimeoutMs = 600_000;

type Deps = {
  readonly databaseUrl: string;
  readonly mediaStore: MediaStore | null;
  readonly now: () => Date;
  readonly log: Logger;
};

/** Runs the checks of `fanfare audit`. A stop does not wait for it. */
export async function audit(
  { databaseUrl, mediaStore: store, now, log }: Deps,
  stopping: AbortSignal,
): Promise<{ differences: number }> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 1, statementTimeoutMs, onError: () => undefined });
  const compare = async () =>
    (await findDifferences(db)).length +
    (await findEventDifferences(db)).length +
    (store === null ? 0 : (await findMediaDifferences({ db, store, now })).length);
  const stopped = once(stopping, 'abort').then(() => Promise.reject(stopping.reason));
  const differences = await Promise.race([compare().finally(db.close), stopped]);
  if (differences > 0) log.error({ differences }, 'the audit found differences: run "fanfare audit" to see them');
  return { differences };
}
