import type { Platform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { enqueue } from '../db/job-tables.ts';

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

/** Records a removal and has it done. One that is already recorded with the same code stays as it is. */
export async function recordRemoval(db: Database, removal: NewRemoval): Promise<void> {
  await db.query({
    // Times are read from the table in milliseconds. One more, so that the removal includes an account connected in this millisecond.
    text: `with to_do as (${enqueue('remove-profiles')})
           insert into removal_requests (id, code_sha256, platform, source, platform_user_id, connected_until)
           values ($1, $2, $3, $4, $5, least(now(), $6::timestamptz) + interval '1 ms') on conflict (code_sha256) do nothing`,
    values: [
      removal.id,
      removal.codeSha256,
      removal.platform,
      removal.source,
      removal.platformUserId,
      removal.requestedBefore,
    ],
  });
}

export async function findRemovalStatus(db: Database, codeSha256: Buffer): Promise<RemovalStatus | null> {
  const { rows } = await db.query<{ platform: Platform; requested_at: Date; completed_at: Date | null }>({
    text: 'select platform, requested_at, completed_at from removal_requests where code_sha256 = $1',
    values: [codeSha256],
  });
  const [row] = rows;
  return row ? { platform: row.platform, requestedAt: row.requested_at, completedAt: row.completed_at } : null;
}

/** Claims the oldest open removal that no process works on, or the one with this id, for so many seconds. Null when there is none. */
export async function claimRemoval(
  db: Database,
  claim: { readonly seconds: number; readonly id?: string },
): Promise<OpenRemoval | null> {
  const { rows } = await db.query<{
    id: string;
    platform: Platform;
    source: RemovalSource;
    platform_user_id: string;
    connected_until: Date;
  }>({
    name: 'claim_removal',
    text: `update removal_requests set taken_until = now() + make_interval(secs => $1)
           where id = (
             select id from removal_requests
             where completed_at is null and (taken_until is null or taken_until <= now()) and ($2::uuid is null or id = $2)
             order by requested_at limit 1 for update skip locked)
           returning id, platform, source, platform_user_id, connected_until`,
    values: [claim.seconds, claim.id ?? null],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    platform: row.platform,
    source: row.source,
    platformUserId: row.platform_user_id,
    connectedUntil: row.connected_until,
  };
}

/** Extends the claim of a removal to so many seconds from now; zero releases it. */
export async function extendRemoval(db: Database, id: string, seconds: number): Promise<void> {
  await db.query({
    name: 'extend_removal',
    text: 'update removal_requests set taken_until = now() + make_interval(secs => $2) where id = $1 and completed_at is null',
    values: [id, seconds],
  });
}

/** Marks a removal as done and deletes the person's id. False when it was already done. */
export async function completeRemoval(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update removal_requests set completed_at = now(), platform_user_id = null, taken_until = null
           where id = $1 and completed_at is null`,
    values: [id],
  });
  return rowCount === 1;
}

/** For how many seconds the oldest open removal has waited; 0 when there is none. */
export async function readOldestRemoval(db: Database): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>({
    name: 'read_oldest_removal',
    text: `select coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as seconds from removal_requests
           where completed_at is null`,
  });
  return rows[0]!.seconds;
}

/** Deletes removals that were done a year ago: their status pages end. Returns how many. */
export async function purgeRemovals(db: Database): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from removal_requests where completed_at < now() - interval '1 year'`,
  });
  return rowCount ?? 0;
}
