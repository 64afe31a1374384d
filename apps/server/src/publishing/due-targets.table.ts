import type { MediaItem } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { isAmong } from '../db/same-project.ts';
import type { HubsAvailable, NetworkPlaces } from './bulkheads.ts';
import {
  CHOOSE,
  HUB,
  hubPlaces,
  IN_DOUBT,
  MAX_CLAIMS,
  MOST_CLAIMED,
  overran,
  workedUntil,
} from './choose-due.table.ts';
import { READ_BACK_MS } from './deadline.ts';
import { columnsOf, type Lease, type StoredTarget, type TargetRow, toTargetRow } from './targets.table.ts';

/** From this many runs on no other suspect is claimed with it, so that it takes none down with it. */
const ALONE_CLAIMS = 6;
const NO_LIMIT: HubsAvailable = { onAll: MOST_CLAIMED, onEach: MOST_CLAIMED, onBusy: {} };
const NONE_RUNS: NetworkPlaces = { ofItsOwn: 0, taken: {} };

/** A claimed target with what it takes from its post. */
export type ClaimedRow = {
  readonly target: TargetRow;
  /** Address of its hub; null on other networks. */
  readonly hub: string | null;
  readonly post: { readonly content: string; readonly media: readonly MediaItem[]; readonly publishAt: Date | null };
  /** Until the target's deadline. */
  readonly remainingMs: number;
  /** How long after its time the run began. */
  readonly lateMs: number;
  /** More was due in the places that were free than the claim took: networks shared them, or another server was taking some. */
  readonly moreIsDue: boolean;
  /** Which project of its network had the last turn in this claim; null when projects had none. */
  readonly turnAfter: string | null;
};

type StoredClaim = StoredTarget & {
  hub: string | null;
  post_content: string;
  post_media: MediaItem[];
  post_publish_at: Date | null;
  remaining_ms: number;
  late_ms: number;
  /** How much was due, as far as the claim counted. */
  due: number;
  turn_after: string | null;
};

type Claim = {
  readonly owner: string;
  readonly leaseSeconds: number;
  readonly limit: number;
  readonly lateLimitSeconds: number;
  readonly hubs?: HubsAvailable;
  /** The newest epoch of the restore guard that this server knows; nothing is claimed from a database that was restored. */
  readonly epoch?: Date;
  readonly of: 'others' | 'suspects';
  readonly networks?: NetworkPlaces;
  /** By network: the project that had the last turn. */
  readonly turns?: Readonly<Record<string, string>>;
};

/**
 * Claims targets that are due, or whose run ended without settling them: the oldest of each network, under a new fencing token, by the database's clock. Skips
 * rows that another claim is taking, and those on hubs that have no place left. `suspects` claims only those whose runs ended so several times, `others` only the rest.
 *
 * A deadline counts the time in which a server works on the target: the claim moves it by the time in which none did. Where a write is in doubt, the run gets
 * enough time to read it back, however late it is; when an earlier run has overrun its deadline, this one is the last.
 */
export async function claimDue(db: Database, claim: Claim): Promise<ClaimedRow[]> {
  const { name, free, howMany, turnAfter } = CHOOSE[claim.of];
  const { ofItsOwn, taken } = claim.networks ?? NONE_RUNS;
  const { onAll, onEach, onBusy } = claim.hubs ?? NO_LIMIT;
  const { rows } = await db.query<StoredClaim | { due: number; id: null }>({
    name,
    // Lists of both columns lead to the primary key, also when the plan was made while the table was empty: a join with `due` would then read all of it.
    text: `with recursive ${free}, due as (
             select * from (
               select *, row_number() over (order by claims, run_at) as place,
                 row_number() over (partition by hub is null order by claims, run_at) as place_of_hubs,
                 row_number() over (partition by hub order by claims, run_at) as place_of_hub
               from free) f
             where (claims < ${ALONE_CLAIMS} or place = 1)
               and (hub is null or place_of_hubs <= $6 and place_of_hub <= ${hubPlaces('hub')})
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
           select ${columnsOf('c')}, c.hub, c.late_ms, c.remaining_ms, d.due, ${turnAfter} as turn_after, p.content as post_content, p.media as post_media, p.publish_at as post_publish_at
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
      ofItsOwn,
      JSON.stringify(taken),
      JSON.stringify(claim.turns ?? {}),
    ],
  });
  const claimed = rows.filter((row) => row.id !== null);
  const due = rows[0]!.due;
  return claimed.map((row) => toClaimedRow(row, due > claimed.length));
}

const toClaimedRow = (row: StoredClaim, moreIsDue: boolean): ClaimedRow => ({
  target: toTargetRow(row),
  hub: row.hub,
  post: { content: row.post_content, media: row.post_media, publishAt: row.post_publish_at },
  remainingMs: row.remaining_ms,
  lateMs: row.late_ms,
  moreIsDue,
  turnAfter: row.turn_after,
});

/** In how many milliseconds work falls due within the window: each distinct time once, soonest first. */
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

/** Returns a target in an orderly way; any server may claim it at once, and the run does not count as one that crashed. The end of its lease says when. */
export async function handOver(db: Database, lease: Lease): Promise<void> {
  await db.query({
    name: 'hand_over',
    text: `update targets set lease_owner = null, lease_expires_at = now(), run_at = least(run_at, now()), claims = 0, phase = 'waiting'
           where project_id = $1 and id = $2 and lease_token = $3 and not done`,
    values: [lease.projectId, lease.targetId, lease.token],
  });
}

/** The shortest pause of a deferred target. Each pause is also at least half as long as the post is late, so that runs become rarer. */
const LEAST_PAUSE_SECONDS = 30;

/**
 * Defers a scheduled target because its network asked to wait; its deadline starts again with the next run. Null when the network asks for longer than
 * `limitSeconds` past the time the post was due, or when the run no longer holds the target. The last run is exactly at that limit.
 */
export async function deferTarget(
  db: Database,
  lease: Lease,
  wait: { ms: number; limitSeconds: number },
): Promise<TargetRow | null> {
  const { rows } = await db.query<StoredTarget>({
    name: 'defer_target',
    text: `update targets t
           set run_at = least(p.publish_at + make_interval(secs => $5),
                 now() + greatest(make_interval(secs => $4), interval '${LEAST_PAUSE_SECONDS} s', (now() - p.publish_at) / 2)),
               lease_owner = null, lease_expires_at = null, deadline_at = null, claims = 0, phase = 'deferred'
           from posts p
           where t.project_id = $1 and t.id = $2 and t.lease_token = $3 and t.status = 'pending'
             and p.project_id = t.project_id and p.id = t.post_id
             and now() + make_interval(secs => $4) <= p.publish_at + make_interval(secs => $5)
           returning t.*`,
    values: [lease.projectId, lease.targetId, lease.token, wait.ms / 1000, wait.limitSeconds],
  });
  return rows[0] ? toTargetRow(rows[0]) : null;
}
