import type pg from 'pg';

/** The schema of pg-boss's tables, named after the major version that defines their layout. */
export const JOB_SCHEMA = 'pgboss_v12';

export async function hasJobTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`select to_regclass('${JOB_SCHEMA}.job') is not null as has`);
  return rows[0]!.has;
}

/** Creates pg-boss's tables, in one transaction. pg-boss itself upgrades them when it starts. */
export async function createJobTables(client: pg.Client): Promise<void> {
  const { getConstructionPlans } = await import('pg-boss');
  await client.query(getConstructionPlans(JOB_SCHEMA));
}

/**
 * SQL that enqueues a run of a job, to be part of the statement that writes its work: neither exists without the other. pg-boss documents that rows may be
 * inserted (docs/sql/job-table.md of its repository, checked 2026-11). Without the queue, which the first start of a server creates, it does nothing: the
 * schedule of the job finds the work within a minute.
 */
export const enqueue = (job: 'send-mails' | 'remove-profiles', at = 'now()'): string =>
  `insert into ${JOB_SCHEMA}.job (name, start_after, retry_limit, expire_seconds, deletion_seconds)
             select name, ${at}, retry_limit, expire_seconds, deletion_seconds from ${JOB_SCHEMA}.queue where name = '${job}'`;
