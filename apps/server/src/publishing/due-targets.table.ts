import type { MediaItem } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { isAmong } from '../db/same-project.ts';
import type { HubsAvailable, NetworkSlots } from './bulkheads.ts';
import { CHOOSE, HUB, hubSlots, IN_DOUBT, MAX_CLAIMS, MOST_CLAIMED, overran, workedUntil } from './choose-due.table.ts';
import { READ_BACK_MS } from './deadline.ts';
import { columnsOf, type Lease, type TargetRow } from './targets.table.ts';

/** A suspect with this many runs is claimed alone, so that it takes no other down with it. */
const ALONE_CLAIMS = 6;
const NO_LIMIT: HubsAvailable = { onAll: MOST_CLAIMED, onEach: MOST_CLAIMED, onBusy: {} };
const NONE_RUNS: NetworkSlots = { reserved: 0, taken: {} };

/** A claimed target and its post. */
export type ClaimedRow = {
  readonly target: TargetRow;
  /** Address of its hub; null on other networks. */
  readonly hub: string | null;
  readonly post: { readonly content: string; readonly media: readonly MediaItem[]; readonly publishAt: Date | null };
  /** Until the target's deadline. */
  readonly remainingMs: number;
  /** Delay between the due time and the claim. */
  readonly lateMs: number;
  /** More was due than was taken: networks shared the slots, or another server took some. */
  readonly moreIsDue: boolean;
  /** The project of its network that was served last; null without round-robin. */
  readonly lastProject: string | null;
};

type StoredClaim = TargetRow &
  Pick<ClaimedRow, 'hub' | 'remainingMs' | 'lateMs' | 'lastProject'> & {
    readonly postContent: string;
    readonly postMedia: MediaItem[];
    readonly postPublishAt: Date | null;
    /** Number of due targets, as far as the claim counted. */
    readonly due: number;
  };

type Claim = {
  readonly owner: string;
  readonly leaseSeconds: number;
  readonly limit: number;
  readonly lateLimitSeconds: number;
  readonly hubs?: HubsAvailable;
  /** The newest epoch of the restore guard; nothing is claimed from a restored database. */
  readonly epoch?: Date;
  readonly of: 'others' | 'suspects';
  readonly networks?: NetworkSlots;
  /** The project served last, by network. */
  readonly lastProjects?: Readonly<Record<string, string>>;
};

/**
 * Claims the oldest targets of each network that are due, or whose run ended without settling them,
 * under a new fencing token, by the database's clock. Skips rows of another claim and of full hubs.
 * `suspects` claims only targets whose runs ended like this several times, `others` only the rest.
 *
 * A deadline counts only time in which a server works, so the claim moves it by the idle time. With
 * a write in doubt the run gets time to read it back. After an overrun this run is the last one.
 */
export async function claimDue(db: Database, claim: Claim): Promise<ClaimedRow[]> {
  const { name, free, howMany, lastProject } = CHOOSE[claim.of];
  const { reserved, taken } = claim.networks ?? NONE_RUNS;
  const { onAll, onEach, onBusy } = claim.hubs ?? NO_LIMIT;
  const { rows } = await db.query<StoredClaim | { due: number; id: null }>({
    name,
    // Lists of both key columns lead to the primary key, also in a plan made for an empty table.
    text: `with recursive ${free}, due as (
             select * from (
               select *, row_number() over (order by claims, run_at) as slot,
                 row_number() over (partition by hub is null order by claims, run_at) as slot_of_hubs,
                 row_number() over (partition by hub order by claims, run_at) as slot_of_hub
               from free) f
             where (claims < ${ALONE_CLAIMS} or slot = 1)
               and (hub is null or slot_of_hubs <= $6 and slot_of_hub <= ${hubSlots('hub')})
             limit ${MOST_CLAIMED}
           ), claimed as (
             update targets t
             set lease_token = t.lease_token + 1, lease_owner = $1, lease_expires_at = now() + make_interval(secs => $2),
                 claims = case when ${overran('$2')} then ${MAX_CLAIMS} else t.claims + 1 end,
                 deadline_at = greatest(
                   least(t.deadline_at + (now() - ${workedUntil('$2')}), now() + make_interval(secs => t.budget_seconds)),
                   case when ${IN_DOUBT} then now() + interval '${READ_BACK_MS} ms' end),
                 phase = 'claimed'
             where t.project_id = any(array(select project_id from due)) and t.id = any(array(select id from due)) and ${isAmong('t', 'due')}
             returning t.*, ${HUB} as hub, extract(epoch from now() - t.run_at)::float8 * 1000 as late_ms,
               extract(epoch from t.deadline_at - now())::float8 * 1000 as remaining_ms
           )
           select ${columnsOf('c')}, c.hub, c.late_ms as "lateMs", c.remaining_ms as "remainingMs", d.due, ${lastProject} as "lastProject",
             p.content as "postContent", p.media as "postMedia", p.publish_at as "postPublishAt"
           from (select ${howMany}::int as due) d left join claimed c on true
             left join lateral (select * from posts p where p.project_id = c.project_id and p.id = c.post_id offset 0) p on true
           order by c.run_at`,
    values: [
      claim.owner,
      claim.leaseSeconds,
      Math.max(0, Math.min(claim.limit, MOST_CLAIMED)),
      claim.lateLimitSeconds,
      (claim.epoch ?? new Date(0)).toISOString(),
      onAll,
      JSON.stringify(onBusy),
      onEach,
      reserved,
      JSON.stringify(taken),
      JSON.stringify(claim.lastProjects ?? {}),
    ],
  });
  const claimed = rows.filter((row) => row.id !== null);
  const moreIsDue = rows[0]!.due > claimed.length;
  return claimed.map((row) => {
    const { hub, remainingMs, lateMs, lastProject, postContent, postMedia, postPublishAt, due: _, ...target } = row;
    const post = { content: postContent, media: postMedia, publishAt: postPublishAt };
    return { target, hub, post, remainingMs, lateMs, moreIsDue, lastProject };
  });
}

/** Distinct times in milliseconds until work falls due within the window, soonest first. */
export async function lookAhead(db: Database, windowSeconds: number): Promise<number[]> {
  const { rows } = await db.query<{ in_ms: number }>({
    name: 'look_ahead',
    text: `select distinct ceil(extract(epoch from run_at - now()) * 1000)::float8 as in_ms from targets
           where not done and run_at > now() and run_at <= now() + make_interval(secs => $1)
           order by in_ms limit 10000`,
    values: [windowSeconds],
  });
  return rows.map((row) => row.in_ms);
}

/** Returns a target in an orderly way: any server may claim it at once, and no crash is counted. */
export async function handOver(db: Database, lease: Lease): Promise<void> {
  await db.query({
    name: 'hand_over',
    text: `update targets set lease_owner = null, lease_expires_at = now(), run_at = least(run_at, now()), claims = 0, phase = 'waiting'
           where project_id = $1 and id = $2 and lease_token = $3 and not done`,
    values: [lease.projectId, lease.targetId, lease.token],
  });
}

/** The shortest pause of a deferred target. A pause is also at least half of the post's delay. */
const LEAST_PAUSE_SECONDS = 30;

/** SQL: when the target `t` of the post `p` was due first. */
const DUE_AT = 'coalesce(t.due_at, p.publish_at)';

/**
 * Defers a scheduled target because its network asked to wait. Its deadline starts again with the
 * next run. Null when the run lost the target, or the pause would end later than `limitSeconds`
 * after the due time. The last run is exactly at that limit.
 */
export async function deferTarget(
  db: Database,
  lease: Lease,
  wait: { ms: number; limitSeconds: number },
): Promise<TargetRow | null> {
  const { rows } = await db.query<TargetRow>({
    name: 'defer_target',
    text: `update targets t
           set run_at = least(${DUE_AT} + make_interval(secs => $5),
                 now() + greatest(make_interval(secs => $4), interval '${LEAST_PAUSE_SECONDS} s', (now() - ${DUE_AT}) / 2)),
               lease_owner = null, lease_expires_at = null, deadline_at = null, claims = 0, phase = 'deferred'
           from posts p
           where t.project_id = $1 and t.id = $2 and t.lease_token = $3 and t.status = 'pending'
             and p.project_id = t.project_id and p.id = t.post_id
             and now() + make_interval(secs => $4) <= ${DUE_AT} + make_interval(secs => $5)
           returning ${columnsOf('t')}`,
    values: [lease.projectId, lease.targetId, lease.token, wait.ms / 1000, wait.limitSeconds],
  });
  return rows[0] ?? null;
}
