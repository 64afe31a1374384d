import { fromPublicId } from '../../../../apps/server/src/process/ids.ts';
import { showProgress } from '../report/progress.ts';
import type { Installation } from './installation.ts';

const BATCH = 50_000;
const PERIOD = '2027-06-01';

/**
 * Writes so many posts of one target that are due at this time, distributed over all projects, as
 * recording them would: posts, their keys (without one the relay takes a post for removed, and
 * drops its events), targets, what is reserved.
 */
export async function seedDue({ db, projects }: Installation, { due, dueMs }: { due: number; dueMs: number }) {
  const client = await db.connect();
  const owners = projects.map(({ id }) => id);
  const accounts = projects.map(({ accountId }) => fromPublicId('acc', accountId)!);
  try {
    // Checks of foreign keys are triggers; the rows that they look for are written in the same
    // batch.
    await client.query('set session_replication_role = replica');
    for (let from = 1; from <= due; from += BATCH) {
      showProgress(`writing post ${from.toLocaleString('en-US')} of ${due.toLocaleString('en-US')}`);
      await client.query(
        `with wanted as (
           select ($1::uuid[])[1 + n % $3] as project_id, ($2::uuid[])[1 + n % $3] as account_id, uuidv7() as id, uuidv7() as target_id, n
           from generate_series($4::int, $5::int) n
         ), post as (
           insert into posts (project_id, id, content, media, publish_at)
           select project_id, id, 'due ' || $6 || ' post ' || n, '[]', to_timestamp($6::float8 / 1000) from wanted
         ), key as (
           insert into idempotency_keys (project_id, key, post_id, body_sha256)
           select project_id, id::text, id, sha256(convert_to(id::text, 'UTF8')) from wanted
         ), target as (
           insert into targets (project_id, id, post_id, account_id, platform, position, run_at, post_created_at, post_publish_at)
           select project_id, target_id, id, account_id, 'x', 0, to_timestamp($6::float8 / 1000), now(), to_timestamp($6::float8 / 1000) from wanted
         ), held as (
           insert into reservations (project_id, subject, kind, period_start, units, state)
           select project_id, 'target:' || target_id, 'publish', '${PERIOD}', 1, 'held' from wanted
         )
         insert into quota_periods (project_id, period_start, allowance, overage, reserved)
         select project_id, '${PERIOD}', 0, true, count(*) from wanted group by project_id
         on conflict (project_id, period_start) do update set reserved = quota_periods.reserved + excluded.reserved`,
        [owners, accounts, projects.length, from, Math.min(due, from + BATCH - 1), dueMs],
      );
    }
    await client.query('reset session_replication_role');
    await client.query('analyze posts, idempotency_keys, targets, reservations');
  } finally {
    client.release();
  }
  if (Date.now() > dueMs) throw new Error('writing the posts took until they were due');
}
