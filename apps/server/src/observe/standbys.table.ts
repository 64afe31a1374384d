import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

export type Standbys = {
  /** PostgreSQL itself is one, and takes no writes. */
  readonly isStandby: boolean;
  /** A commit is confirmed when a standby has it. */
  readonly isSynchronous: boolean;
  /** Standbys that are connected. */
  readonly connected: number;
  /** Details of them; null for a role without the privileges of `pg_read_all_stats`. */
  readonly seen: {
    /** Number of those for which commits wait. */
    readonly synchronous: number;
    /** Lag of the last of them; 0 without one. */
    readonly lagSeconds: number;
  } | null;
};

/**
 * Reads the standbys of the primary. Backups and logical subscribers are none. A standby reports at
 * least every ten seconds (`wal_receiver_status_interval`), so one that froze is that much behind.
 */
export async function readStandbys(db: Database): Promise<Standbys> {
  const { rows } = await knex
    .raw<{
      rows: (Omit<Standbys, 'seen'> & { synchronous: number; lagSeconds: number; maySee: boolean })[];
    }>(`with standbys as (
             select *, flush_lsn < case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end as is_behind
             from pg_stat_replication r
             where coalesce(state, 'streaming') in ('streaming', 'catchup') and not exists (
               select from pg_replication_slots s where s.active_pid = r.pid and s.slot_type = 'logical'))
           select pg_is_in_recovery() as is_standby,
             current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') <> all ('{off,local}') as is_synchronous,
             count(*)::int as connected,
             pg_has_role(current_user, 'pg_read_all_stats', 'usage') as may_see,
             (count(*) filter (where sync_state in ('sync', 'quorum')))::int as synchronous,
             coalesce(max(extract(epoch from greatest(flush_lag, now() - reply_time - interval '10 s'))) filter (where is_behind), 0)::float8 as lag_seconds
           from standbys`)
    .connection(db);
  const { synchronous, lagSeconds, maySee, ...plain } = rows[0]!;
  return { ...plain, seen: maySee ? { synchronous, lagSeconds: Math.max(0, lagSeconds) } : null };
}
