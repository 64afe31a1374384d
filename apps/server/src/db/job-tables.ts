import type pg from 'pg';

/** The schema of pg-boss's tables, named after the major version of their layout. */
export const JOB_SCHEMA = 'pgboss_v12';

export async function hasJobTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`select to_regclass('${JOB_SCHEMA}.job') is not null as has`);
  return rows[0]!.has;
}

/** Creates pg-boss's tables in one transaction. pg-boss itself upgrades them. */
export async function createJobTables(client: pg.Client): Promise<void> {
  const { getConstructionPlans } = await import('pg-boss');
  await client.query(getConstructionPlans(JOB_SCHEMA));
}

/**
 * SQL: enqueues a run of a job, as a part of the statement that writes its work. pg-boss documents
 * that rows may be inserted (docs/sql/job-table.md of its repository, checked 2026-11). Before the
 * first start of a server has created the queue it does nothing: the schedule finds the work.
 */
export const enqueue = (job: 'send-mails' | 'remove-profiles' | 'pass-removals', at = 'now()'): string =>
  `insert into ${JOB_SCHEMA}.job (name, start_after, retry_limit, expire_seconds, deletion_seconds)
             select name, ${at}, retry_limit, expire_seconds, deletion_seconds from ${JOB_SCHEMA}.queue where name = '${job}'`;
