import type { Database } from '../db/database.ts';

const TABLES = `concat_ws('/', (select oid from pg_database where datname = current_database()),
    concat_ws('.', 'targets'::regclass::oid, 'write_intents'::regclass::oid, 'usage_events'::regclass::oid))`;

/**
 * The identity of this copy of the data. A restore to another cluster changes the system id; a
 * point-in-time recovery or promoted standby begins a new timeline; a reloaded database or table
 * has another oid. A migration that recreates one of these tables must update the guard's row.
 */
const FINGERPRINT = `concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8), ${TABLES})`;

/** No restore loaded the row `g`: a load has another transaction id. VACUUM keeps `xmin`. */
const IS_OURS = 'g.id = 1 and g.xmin = g.written_by';

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

/**
 * Records that a server which last saw the epoch `known` works here, and returns the new epoch.
 * Null, without a change, when the data were loaded again or are older than `known`. Ignores
 * cluster and timeline: a running server may continue through a switch to a standby.
 */
export async function advanceGuard(db: Database, known: Date): Promise<Date | null> {
  const { rows } = await db.query<{ epoch: Date }>({
    name: 'advance_guard',
    text: `update restore_guard g
           set epoch = greatest(clock_timestamp(), g.epoch + interval '1 ms'), written_by = pg_current_xact_id()::xid
           where ${IS_OURS} and g.epoch >= $1 and g.fingerprint like '%/' || ${TABLES}
           returning g.epoch`,
    values: [known],
  });
  return rows[0]?.epoch ?? null;
}

/** Accepts the current database as the one that servers work with. */
export async function signGuard(db: Database): Promise<Date> {
  const { rows } = await db.query<{ epoch: Date }>({
    text: `insert into restore_guard as g (id, fingerprint, epoch, written_by)
           values (1, ${FINGERPRINT}, clock_timestamp(), pg_current_xact_id()::xid)
           on conflict (id) do update
           set fingerprint = excluded.fingerprint, epoch = greatest(excluded.epoch, g.epoch + interval '1 ms'), written_by = excluded.written_by
           returning g.epoch`,
  });
  return rows[0]!.epoch;
}

/** Marks a database as restored, so that no server starts on it before it is recovered. */
export async function markRestored(db: Database): Promise<void> {
  await db.query({ text: 'update restore_guard set written_by = null where id = 1' });
}

/**
 * A condition for statements that claim due work: no restore loaded the database, and it is not
 * older than this epoch. The claim itself reads it, so that nothing can be loaded in between.
 */
export const isNotRestored = (epochParameter: string): string =>
  `exists (select from restore_guard g where ${IS_OURS} and g.epoch >= ${epochParameter}::timestamptz)`;
