import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { MovedWorkspace } from './workspace-rows.ts';

const LOOK_EVERY_MS = 100;
/** A connect flow calls its network for this long at most after its link was consumed. */
const CONNECT_SECONDS = 30;

const FREE = '(lease_expires_at is null or lease_expires_at <= clock_timestamp())';

/** Number of runs, attempts and renewals that work on rows of the workspace. */
const UNDER_WAY = `select
    (select count(*) from targets where project_id = any($2::uuid[]) and not done and not ${FREE})
    + (select count(*) from reposts where project_id = any($2::uuid[]) and state = 'attempting' and not ${FREE})
    + (select count(*) from unpublishes where project_id = any($2::uuid[]) and not ${FREE})
    + (select count(*) from webhook_deliveries where project_id = any($2::uuid[]) and not ${FREE})
    + (select count(*) from credentials where project_id = any($2::uuid[]) and renewal_until > clock_timestamp())
    + (select count(*) from connect_attempts where project_id = any($2::uuid[]) and account_id is null
         and consumed_at > clock_timestamp() - interval '${CONNECT_SECONDS} seconds')
    + (select count(*) from removal_requests where completed_at is null and taken_until > clock_timestamp() and $1::uuid is not null) as count`;

/** Holds targets that no run has. Claims and sweeps skip locked rows, so none begins. */
const HOLD_TARGETS = `select from targets where project_id = any($2::uuid[]) and not done and ${FREE} and $1::uuid is not null for update skip locked`;

/**
 * Locks that end every write to the workspace, in the order in which other statements take them. A
 * new post needs its account, the relay its positions, an attempt its endpoint.
 */
const LOCKS = [
  'select from workspaces where id = $1 and $2::uuid[] is not null for update',
  'select from projects where id = any($2::uuid[]) and $1::uuid is not null order by id for update',
  ...[
    `reposts where state = 'attempting' and`,
    'quota_periods where',
    'accounts where',
    'credentials where',
    'connect_attempts where',
    'webhook_endpoints where',
    'media where',
  ].map((rows) => `select from ${rows} project_id = any($2::uuid[]) and $1::uuid is not null for update`),
  `insert into event_positions as p (project_id, last) select project_id, 0 from unnest($2::uuid[]) project_id where $1::uuid is not null order by 1
   on conflict (project_id) do update set last = p.last`,
];

/**
 * Waits within a transaction until nothing works on the workspace, and locks its rows. What is
 * under way ends as always: a publish settles, or its lease does and the new cell goes on with it.
 */
export async function drainWorkspace(
  tx: Database,
  workspace: MovedWorkspace,
  of: { readonly limitMs: number; readonly onWait: (underWay: number) => Promise<void> },
): Promise<void> {
  const values = [workspace.id, [...workspace.projectIds]];
  const run = (text: string) => tx.query<{ count: number }>({ text, values });
  const countUnderWay = async (): Promise<number> => {
    await run(HOLD_TARGETS);
    return (await run(UNDER_WAY)).rows[0]!.count;
  };
  const endsAt = performance.now() + of.limitMs;
  for (;;) {
    const underWay = await countUnderWay();
    if (underWay === 0) {
      await tx.query({ text: 'savepoint drained' });
      for (const lock of LOCKS) await run(lock);
      // A statement that had begun before may have written until its lock was taken.
      if ((await countUnderWay()) === 0) return;
      await tx.query({ text: 'rollback to savepoint drained' });
    }
    if (performance.now() > endsAt) throw new WorkspaceBusy();
    await of.onWait(underWay);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Work on the workspace did not end within the limit. */
export class WorkspaceBusy extends Error {
  override readonly name = 'WorkspaceBusy';
}

/**
 * Delays deliveries of the workspace, except those that wait longer themselves. Returns until when.
 */
export async function pauseDeliveries(db: Database, { projectIds }: MovedWorkspace, seconds: number): Promise<Date> {
  const { rows } = await db.query<{ until: Date }>({
    // In milliseconds, as Node reads it.
    text: `with pause as (select date_trunc('milliseconds', clock_timestamp() + make_interval(secs => $2)) as until), paused as (
             update webhook_endpoints set paused_until = pause.until from pause
             where project_id = any($1::uuid[]) and (paused_until is null or paused_until < pause.until))
           select until from pause`,
    values: [[...projectIds], seconds],
  });
  return rows[0]!.until;
}

/** Ends the pause of a move. `schema` is that of the waiting rows. */
export async function resumeDeliveries(db: Database, schema: string, until: Date): Promise<void> {
  await db.query({
    text: `update ${schema}.webhook_endpoints set paused_until = null where paused_until = $1`,
    values: [until],
  });
}
