import type { Database } from './database.ts';

/** Which copy of the data this is, and which copy was last worked with. */
export type Fingerprints = { readonly now: string; readonly lastUsed: string | null };

/**
 * A cluster keeps its system identifier, a restore to another cluster changes it; a recovery to a point in time, or a promoted standby, begins a new
 * timeline; a database that was dropped and loaded again has another oid.
 */
export async function readFingerprints(db: Database): Promise<Fingerprints> {
  const { rows } = await db.query<{ now: string; last_used: string | null }>({
    text: `select concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
             (select oid from pg_database where datname = current_database())) as now,
             (select fingerprint from instance where id = 1) as last_used`,
  });
  return { now: rows[0]!.now, lastUsed: rows[0]!.last_used };
}

export async function writeFingerprint(db: Database, fingerprint: string): Promise<void> {
  await db.query({ text: 'update instance set fingerprint = $1 where id = 1', values: [fingerprint] });
}

export async function readTime(db: Database): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>({ text: 'select now()' });
  return rows[0]!.now;
}
