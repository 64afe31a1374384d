import type { Platform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { enqueue } from '../db/job-tables.ts';
import { knex } from '../db/knex.ts';
import { secondsFromNow } from '../db/seconds-from-now.ts';

/** Who requested it: the network because its user removed the app, the network because its user wants the data deleted, or the operator. */
export type RemovalSource = 'deauthorize' | 'data_deletion' | 'operator';

/** A removal that is not done yet. */
export type OpenRemoval = {
  readonly id: string;
  readonly platform: Platform;
  readonly source: RemovalSource;
  readonly platformUserId: string;
  /** Accounts connected after this are a new consent and stay. */
  readonly connectedUntil: Date;
};

export type NewRemoval = {
  readonly id: string;
  readonly codeSha256: Buffer;
  readonly platform: Platform;
  readonly source: RemovalSource;
  readonly platformUserId: string;
  /** The end of the second in which the user asked the network, as the network reports it; null for now. */
  readonly requestedBefore: Date | null;
};

/** What the status page shows. It holds no id. */
export type RemovalStatus = {
  readonly platform: Platform;
  readonly requestedAt: Date;
  readonly completedAt: Date | null;
};

const removals = (db: Database) => knex('removalRequests').connection(db);

const openRemovals = (db: Database) => removals(db).where({ completedAt: null });

/** Records a removal and has it done. One that is already recorded with the same code stays as it is. */
export async function recordRemoval(
  db: Database,
  { id, codeSha256, platform, source, platformUserId, requestedBefore }: NewRemoval,
): Promise<void> {
  // Times are read from the table in milliseconds. One more, so that the removal includes an account connected in this millisecond.
  const connectedUntil = knex.raw("least(now(), ?::timestamptz) + interval '1 ms'", [requestedBefore]);
  await removals(db)
    .with('toDo', knex.raw(enqueue('remove-profiles')))
    .insert({ id, codeSha256, platform, source, platformUserId, connectedUntil })
    .onConflict('codeSha256')
    .ignore();
}

export async function findRemovalStatus(db: Database, codeSha256: Buffer): Promise<RemovalStatus | null> {
  const found = removals(db).where({ codeSha256 });
  return (await found.first<RemovalStatus | undefined>('platform', 'requestedAt', 'completedAt')) ?? null;
}

/** Claims the oldest open removal that no process works on, or the one with this id, for so many seconds. Null when there is none. */
export async function claimRemoval(
  db: Database,
  { seconds, id }: { readonly seconds: number; readonly id?: string },
): Promise<OpenRemoval | null> {
  const oldest = knex('removalRequests')
    .where({ completedAt: null, ...(id && { id }) })
    .whereRaw('(taken_until is null or taken_until <= now())')
    .orderBy('requestedAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select('id');
  const [claimed] = await removals(db)
    .where('id', oldest)
    .update({ takenUntil: secondsFromNow(seconds) })
    .returning<OpenRemoval[]>(['id', 'platform', 'source', 'platformUserId', 'connectedUntil']);
  return claimed ?? null;
}

/** Extends the claim of a removal to so many seconds from now; zero releases it. */
export async function extendRemoval(db: Database, id: string, seconds: number): Promise<void> {
  await openRemovals(db)
    .where({ id })
    .update({ takenUntil: secondsFromNow(seconds) });
}

/** Marks a removal as done and deletes the person's id. False when it was already done. */
export async function completeRemoval(db: Database, id: string): Promise<boolean> {
  const done = { completedAt: knex.fn.now(), platformUserId: null, takenUntil: null };
  return (await openRemovals(db).where({ id }).update(done)) === 1;
}

/** For how many seconds the oldest open removal has waited; 0 when there is none. */
export async function readOldestRemoval(db: Database): Promise<number> {
  const { seconds } = await openRemovals(db).first<{ seconds: number }>(
    knex.raw('coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as seconds'),
  );
  return seconds;
}

/** Deletes removals that were done a year ago: their status pages end. Returns how many. */
export async function purgeRemovals(db: Database): Promise<number> {
  return removals(db).whereRaw("completed_at < now() - interval '1 year'").delete();
}
