import type { Database } from '../db/database.ts';

const TABLES = `concat_ws('/', (select oid from pg_database where datname = current_database()),
    concat_ws('.', 'targets'::regclass::oid, 'write_intents'::regclass::oid, 'usage_events'::regclass::oid))`;

/**
 * Which copy of the data this is. A restore to another cluster changes the system identifier; a recovery to a point in time, or a promoted standby, begins a
 * new timeline; a database that was dropped and loaded again has another oid, and so has a table. A migration that creates one of these tables again has to
 * write the new oid into the guard's row.
 */
const FINGERPRINT = `concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8), ${TABLES})`;

/** True when no restore loaded the row `g`: COPY, or any other load, is another transaction than the one it names. VACUUM keeps `xmin`, also with FULL and FREEZE. */
const IS_OURS = 'g.id = 1 and g.xmin = g.written_by';

export type GuardFacts = {
  readonly fingerprint: string;
  /** The fingerprint of the copy that servers last worked with; null before the first start. */
  readonly lastUsed: string | null;
  readonly epoch: Date | null;
  /** Whether a server wrote the row, and no restore loaded it. */
  readonly isOurs: boolean;
  /** Whether a target that waits to be published was already billed: single tables were restored. */
  readonly hasBilledDue: boolean;
  /** Whether the tables were created in another order than the migrations create them, so that they were restored at some time. */
  readonly wasReloaded: boolean;
};

export async function readGuard(db: Database): Promise<GuardFacts> {
  const { rows } = await db.query<{
    fingerprint: string;
    last_used: string | null;
    epoch: Date | null;
    is_ours: boolean;
    has_billed_due: boolean;
    was_reloaded: boolean;
  }>({
    name: 'read_guard',
    text: `select ${FINGERPRINT} as fingerprint, g.fingerprint as last_used, g.epoch, coalesce(${IS_OURS}, false) as is_ours,
             exists (
               select from targets t join usage_events e on e.project_id = t.project_id and e.subject = 'target:' || t.id and e.kind = 'publish'
               where not t.done and t.run_at <= now() and t.status = 'pending') as has_billed_due,
             'accounts'::regclass::oid < 'instance'::regclass::oid as was_reloaded
           from (select 1) as one left join restore_guard g on g.id = 1`,
  });
  const row = rows[0]!;
  return {
    fingerprint: row.fingerprint,
    lastUsed: row.last_used,
    epoch: row.epoch,
    isOurs: row.is_ours,
    hasBilledDue: row.has_billed_due,
    wasReloaded: row.was_reloaded,
  };
}

/**
 * Records that a server which last saw the epoch `known` still works here, and returns the new epoch. Null when the data were loaded again or are older than
 * `known`; then nothing is written. A server may continue through a switch to a standby, so cluster and timeline are compared only at its start.
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

/** Accepts the database as it is now as the one that servers work with. */
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

/** Marks a database that a running server has seen to be restored: no server starts on it before it is recovered. */
export async function markRestored(db: Database): Promise<void> {
  await db.query({ text: 'update restore_guard set written_by = null where id = 1' });
}

/**
 * A condition for statements that claim due work: no restore loaded the database, and it is no older than the epoch in this parameter. The statement reads it
 * together with the rows it claims, so that nothing can be loaded in between.
 */
export const isNotRestored = (epochParameter: string): string =>
  `exists (select from restore_guard g where ${IS_OURS} and g.epoch >= ${epochParameter}::timestamptz)`;
