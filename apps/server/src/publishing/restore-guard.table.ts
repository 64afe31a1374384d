import type { Database } from '../db/database.ts';

/** SQL: database and tables; a reloaded one has another oid. */
export const TABLES = `concat_ws('/', (select oid from pg_database where datname = current_database()),
    concat_ws('.', 'targets'::regclass::oid, 'write_intents'::regclass::oid, 'usage_events'::regclass::oid))`;

/** SQL: the history of the data, as cluster and timeline. Each promotion begins a timeline. */
export const HISTORY = `concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8))`;

/**
 * The identity of this copy of the data. A restore to another cluster changes the system id; a
 * point-in-time recovery or promoted standby begins a new timeline; a reloaded database or table
 * has another oid. A migration that recreates one of these tables must update the guard's row.
 */
export const FINGERPRINT = `concat_ws('/', ${HISTORY}, ${TABLES})`;

/** SQL: when an operator last accepted the data, in milliseconds; 0 for never. */
export const ACCEPTED_MS = 'coalesce((select extract(epoch from max(accepted_at)) * 1000 from histories), 0)::float8';

/** No restore loaded the row `g`: a load has another transaction id. VACUUM keeps `xmin`. */
export const IS_OURS = 'g.id = 1 and g.xmin = g.written_by';

export type GuardFacts = {
  readonly fingerprint: string;
  /** The fingerprint that servers last used; null before the first start. */
  readonly lastUsed: string | null;
  readonly epoch: Date | null;
  /** A server wrote the row, and no restore loaded it. */
  readonly isOurs: boolean;
  /** A pending target was already billed: single tables were restored. */
  readonly hasBilledDue: boolean;
  /** The order of the tables differs from the migrations', so they were restored at some time. */
  readonly wasReloaded: boolean;
};

export async function readGuard(db: Database): Promise<GuardFacts> {
  const { rows } = await db.query<GuardFacts>({
    name: 'read_guard',
    text: `select ${FINGERPRINT} as fingerprint, g.fingerprint as "lastUsed", g.epoch, coalesce(${IS_OURS}, false) as "isOurs",
             exists (
               select from targets t join usage_events e on e.project_id = t.project_id and e.subject = 'target:' || t.id and e.kind = 'publish'
               where not t.done and t.run_at <= now() and t.status = 'pending') as "hasBilledDue",
             'accounts'::regclass::oid < 'instance'::regclass::oid as "wasReloaded"
           from (select 1) as one left join restore_guard g on g.id = 1`,
  });
  return rows[0]!;
}

/** An epoch, and the history of the data with the time of its last acceptance. */
export type Advanced = { readonly epoch: Date; readonly history: string; readonly acceptedMs: number };

/**
 * Records that a server which last saw the epoch `known` works here, and returns the new one.
 * Null, without a change, when the data were loaded again or are older than `known`. Ignores
 * cluster and timeline, which each connection of a server has checked.
 */
export async function advanceGuard(db: Database, known: Date): Promise<Advanced | null> {
  const { rows } = await db.query<Advanced>({
    name: 'advance_guard',
    text: `with guard as (
             update restore_guard g
             set epoch = greatest(clock_timestamp(), g.epoch + interval '1 ms'), written_by = pg_current_xact_id()::xid
             where ${IS_OURS} and g.epoch >= $1 and g.fingerprint like '%/' || ${TABLES}
             returning g.epoch
           )
           select epoch, ${HISTORY} as history, ${ACCEPTED_MS} as "acceptedMs" from guard`,
    values: [known],
  });
  return rows[0] ?? null;
}

/** Accepts the current database as the one that servers work with. */
export async function signGuard(db: Database): Promise<Advanced> {
  const { rows } = await db.query<Advanced>({
    text: `with accepted as (
             insert into histories (history, first_xid, accepted_at) values (${HISTORY}, pg_snapshot_xmax(pg_current_snapshot()), clock_timestamp())
             on conflict (history) do update set accepted_at = excluded.accepted_at
             returning history, accepted_at
           ), guard as (
             insert into restore_guard as g (id, fingerprint, epoch, written_by)
             values (1, ${FINGERPRINT}, clock_timestamp(), pg_current_xact_id()::xid)
             on conflict (id) do update
             set fingerprint = excluded.fingerprint, epoch = greatest(excluded.epoch, g.epoch + interval '1 ms'), written_by = excluded.written_by
             returning g.epoch
           )
           select epoch, history, (extract(epoch from accepted_at) * 1000)::float8 as "acceptedMs" from guard, accepted`,
  });
  return rows[0]!;
}

/**
 * Marks a database as restored, so that no server starts on it before it is recovered. With
 * `acceptedMs` only if no operator has accepted the data since.
 */
export async function markRestored(db: Database, acceptedMs: number | null = null): Promise<void> {
  await db.query({
    text: `update restore_guard set written_by = null
           where id = 1 and ($1::float8 is null or $1 = ${ACCEPTED_MS})`,
    values: [acceptedMs],
  });
}

/**
 * A condition for statements that record a public write before it is sent: nobody has found that
 * the data were restored or lack a commit.
 */
export const IS_INTACT = `exists (select from restore_guard g where ${IS_OURS})`;

/**
 * A condition for statements that claim due work: no restore loaded the database, and it is not
 * older than this epoch. The claim itself reads it, so that nothing can be loaded in between.
 */
export const isNotRestored = (epochParameter: string): string =>
  `exists (select from restore_guard g where ${IS_OURS} and g.epoch >= ${epochParameter}::timestamptz)`;
