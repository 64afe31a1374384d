import type { Database } from '../db/database.ts';
import { JOB_SCHEMA } from '../db/job-tables.ts';
import { knex } from '../db/knex.ts';

/** The last runs of a job. */
export type JobState = {
  readonly name: string;
  /** The first start of a server with this job. */
  readonly createdAt: Date;
  readonly succeededAt: Date | null;
  /** Since the last success or, before it, `createdAt`. */
  readonly ageSeconds: number;
  /** The result of the last success. */
  readonly result: unknown;
  /** Failed runs since then. */
  readonly failures: number;
};

export async function readJobStates(db: Database): Promise<JobState[]> {
  const { rows } = await knex
    .raw<{ rows: JobState[] }>(
      `select q.name, q.created_on as created_at, done.completed_on as succeeded_at, done.output as result,
         extract(epoch from now() - coalesce(done.completed_on, q.created_on))::float8 as age_seconds,
         (select count(*)::int from ${JOB_SCHEMA}.job f where f.name = q.name and f.state = 'failed'
           and f.completed_on > coalesce(done.completed_on, '-infinity')) as failures
       from ${JOB_SCHEMA}.queue q left join lateral (
         select completed_on, output from ${JOB_SCHEMA}.job j where j.name = q.name and j.state = 'completed'
         order by completed_on desc limit 1) done on true
       where q.name in (select name from ${JOB_SCHEMA}.schedule)`,
    )
    .connection(db);
  return rows;
}
