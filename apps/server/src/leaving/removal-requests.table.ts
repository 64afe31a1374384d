import type { Platform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { enqueue } from '../db/job-tables.ts';
import { knex } from '../db/knex.ts';
import { secondsFromNow } from '../db/seconds-from-now.ts';

/** Requester: the network after its user removed the app or wants deletion, or the operator. */
export type RemovalSource = 'deauthorize' | 'data_deletion' | 'operator';

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
  /** End of the second in which the user asked, as the network reports it; null for now. */
  readonly requestedBefore: Date | null;
  /** Other cells, which get it as well. */
  readonly cells?: readonly string[];
};

export type RemovalStatus = {
  readonly platform: Platform;
  readonly requestedAt: Date;
  /** Time at which every cell had completed it. */
  readonly completedAt: Date | null;
  readonly completedHereAt: Date | null;
};

const removals = (db: Database) => knex('removalRequests').connection(db);

/** Rows on their way between cells would be missed in both. */
const movesUnderWay = knex('workspaceMoves')
  .where({ state: 'copied' })
  .orWhere((of) => of.whereNot({ state: 'left' }).where('fencedUntil', '>', knex.fn.now()));

const openRemovals = (db: Database) => removals(db).where({ completedAt: null });

/**
 * Records a removal with a row for each other cell, and wakes their jobs. A recorded one with the
 * same code stays unchanged.
 */
export async function recordRemoval(
  db: Database,
  { id, codeSha256, platform, source, platformUserId, requestedBefore, cells = [] }: NewRemoval,
): Promise<void> {
  // Times are read in milliseconds: one more includes an account connected in this millisecond.
  const connectedUntil = knex.raw("least(now(), ?::timestamptz) + interval '1 ms'", [requestedBefore]);
  const recorded = knex('removalRequests')
    .insert({ id, codeSha256, platform, source, platformUserId, connectedUntil })
    .onConflict('codeSha256')
    .ignore()
    .returning(['id', 'platformUserId']);
  const passes = knex.raw('select r.id, c, r.platform_user_id from recorded r, unnest(?::text[]) c', [[...cells]]);
  await knex(knex.raw('removal_passes (removal_id, cell, platform_user_id)'))
    .connection(db)
    .with('toDo', knex.raw(enqueue('remove-profiles')))
    .with('toPass', knex.raw(enqueue('pass-removals')))
    .with('recorded', recorded)
    .insert(passes);
}

export async function findRemovalStatus(db: Database, codeSha256: Buffer): Promise<RemovalStatus | null> {
  const found = await knex('removalRequests as r')
    .connection(db)
    .leftJoin('removalPasses as p', 'p.removalId', 'r.id')
    .where({ codeSha256 })
    .groupBy('r.id')
    .first<
      (Omit<RemovalStatus, 'completedAt'> & { readonly passedAt: Date | null; readonly isOpen: boolean }) | undefined
    >(
      ...['r.platform', 'r.requestedAt', 'r.completedAt as completedHereAt'],
      knex.raw('max(p.completed_at) as passed_at'),
      knex.raw('bool_or(p.removal_id is not null and p.completed_at is null) as is_open'),
    );
  if (!found) return null;
  const { passedAt, isOpen, ...status } = found;
  const { completedHereAt } = status;
  const isDone = completedHereAt !== null && !isOpen;
  const last = passedAt !== null && completedHereAt !== null && passedAt > completedHereAt ? passedAt : completedHereAt;
  return { ...status, completedAt: isDone ? last : null };
}

/** Claims the oldest open removal, or the one with this id, under a lease; null for none. */
export async function claimRemoval(
  db: Database,
  { seconds, id }: { readonly seconds: number; readonly id?: string },
): Promise<OpenRemoval | null> {
  const oldest = knex('removalRequests')
    .where({ completedAt: null, ...(id && { id }) })
    .whereRaw('(taken_until is null or taken_until <= now())')
    .whereNotExists(movesUnderWay)
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

/** Extends the lease of a removal; zero seconds release it. */
export async function extendRemoval(db: Database, id: string, seconds: number): Promise<void> {
  await openRemovals(db)
    .where({ id })
    .update({ takenUntil: secondsFromNow(seconds) });
}

/** Completes a removal and deletes the person's id. Returns false when it was done before. */
export async function completeRemoval(db: Database, id: string): Promise<boolean> {
  const done = { completedAt: knex.fn.now(), platformUserId: null, takenUntil: null };
  return (await openRemovals(db).where({ id }).update(done)) === 1;
}

/** Seconds that the oldest open removal has waited; 0 when there is none. */
export async function readOldestRemoval(db: Database): Promise<number> {
  const { seconds } = await openRemovals(db).first<{ seconds: number }>(
    knex.raw('coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as seconds'),
  );
  return seconds;
}

/** Deletes removals completed a year ago, so that their status pages end. Returns how many. */
export async function purgeRemovals(db: Database): Promise<number> {
  return removals(db).whereRaw("completed_at < now() - interval '1 year'").delete();
}
