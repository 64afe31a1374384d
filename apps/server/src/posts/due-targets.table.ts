import type { MediaItem } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { isNotRestored } from '../db/restore-guard.table.ts';
import type { HubsAvailable, NetworkPlaces } from './bulkheads.ts';
import { READ_BACK_MS } from './deadline.ts';
import { type Lease, type StoredTarget, type TargetRow, toTargetRow } from './targets.table.ts';

/** After so many runs in a row that ended without settling it, the target is taken to crash its worker. */
export const MAX_CLAIMS = 12;
/** From this many runs on it is a suspect, and is claimed apart from the rest. */
const SUSPECT_CLAIMS = 3;
/** From this many runs on no other suspect is claimed with it, so that it takes none down with it. */
const ALONE_CLAIMS = 6;
/** The most that one claim takes. The statement has it as a literal: a generic plan would otherwise expect a tenth of the table, and read all of it. */
export const MOST_CLAIMED = 100;

/** No run holds it. */
export const FREE = '(t.lease_expires_at is null or t.lease_expires_at <= now())';
/**
 * Until when a server is known to have worked on a target: when a run handed it over (then it has no owner), otherwise when its process last prolonged the
 * lease. Null before the first run, and after it was deferred.
 */
const workedUntil = (leaseSeconds: '$2' | '$7'): string =>
  `(case when t.lease_owner is null then t.lease_expires_at else t.lease_expires_at - make_interval(secs => ${leaseSeconds}) end)`;
/** A run went on past the deadline and ended without settling the target. */
export const overran = (leaseSeconds: '$2' | '$7'): string => `(t.deadline_at <= ${workedUntil(leaseSeconds)}) is true`;
/** Its write may be live: the post of a pending target, the first comment of a published one. */
export const IN_DOUBT = `(t.lease_token > 0 and exists (
               select from write_intents i where i.project_id = t.project_id and i.target_id = t.id and i.state in ('intended', 'unknown')
                 and i.kind = case t.status when 'pending' then 'publish' else 'comment' end))`;

/** Address of the hub that a target goes to; null on other networks. */
const HUB = `(case when t.platform = 'hub' then (select a.hub ->> 'url' from accounts a where a.project_id = t.project_id and a.id = t.account_id) end)`;
/** How many targets more may run on this hub. */
const hubPlaces = (hub: string): string => `coalesce(($7::jsonb ->> ${hub})::int, $8)`;
const NO_LIMIT: HubsAvailable = { onAll: MOST_CLAIMED, onEach: MOST_CLAIMED, onBusy: {} };
const NONE_RUNS: NetworkPlaces = { ofItsOwn: 0, taken: {} };

/** How many due targets of this network run in the claiming process. */
const running = (platform: string): string => `coalesce(($10::jsonb ->> ${platform})::int, 0)`;

/** No run holds `t`: none has begun, or it was handed over or deferred. */
const NOT_HELD = 't.lease_owner is null';
/** A run holds `t`, or did until its process ended. */
const HELD = 't.lease_owner is not null';
/** `t` may be claimed now, if it is due. */
const claimable = (claims: string): string => `not t.done and ${FREE} and ${claims}
               and (not ${overran('$2')} and t.run_at > now() - make_interval(secs => $4) or ${IN_DOUBT})
               and ${isNotRestored('$5')}
               and (t.platform <> 'hub' or $6 > 0 and ${hubPlaces(HUB)} > 0)`;
const CANDIDATE = `t.project_id, t.id, t.run_at, t.claims, ${HUB} as hub`;

/** The first network behind another one of which something is open; null behind the last. */
const networkAfter = (network: string): string => `least(
               (select t.platform from targets t where not t.done and ${NOT_HELD} and t.platform > ${network} order by t.platform limit 1),
               (select t.platform from targets t where not t.done and ${HELD} and t.platform > ${network} order by t.platform limit 1))`;
/**
 * What may be claimed of a network, oldest first. What no run holds has an index of its own, so that a claim does not pass what is under way. Platform and time
 * are compared as one value: this leads to that index also when the plan was made while nothing was due, when every index seemed to return nothing.
 */
const dueOf = (network: string, holder: string): string =>
  `select ${CANDIDATE} from targets t
               where (t.platform, t.run_at) >= (${network}, '-infinity') and (t.platform, t.run_at) <= (${network}, now()) and ${holder} and ${claimable(`claims < ${SUSPECT_CLAIMS}`)}
               order by t.platform, t.run_at`;

/**
 * Shares the places among the networks of which targets are due: the one with the fewest running is next, and each has some of its own, however many places
 * others hold. Of a network, those whose run ended ($11) go before the rest. Counts first, so that it locks no row that it leaves to another server.
 */
const FREE_OTHERS = `networks (platform) as (
             select ${networkAfter("''")}
             union all
             select ${networkAfter('n.platform')} from networks n where n.platform is not null
           ), waiting as (
             select n.platform, ${running('n.platform')} + row_number() over (partition by n.platform) as turn
             from networks n cross join lateral (
               select from (
                 select * from (${dueOf('n.platform', HELD)} limit ${MOST_CLAIMED}) held where $11
                 union all
                 select * from (${dueOf('n.platform', NOT_HELD)} limit ${MOST_CLAIMED}) rest) due
               limit greatest($3::int, $9::int - ${running('n.platform')})
             ) due
           ), shares as (
             select platform, count(*) as places
             from (select platform, turn, row_number() over (order by turn, platform) as place from waiting) w
             where place <= $3 or turn <= $9
             group by platform
           ), ended as (
             select s.platform, due.* from shares s cross join lateral (${dueOf('s.platform', HELD)} for update skip locked limit s.places) due where $11
           ), rest as (
             select s.platform, due.* from shares s cross join lateral (
               ${dueOf('s.platform', NOT_HELD)}
               for update skip locked
               limit s.places - (select count(*) from ended e where e.platform = s.platform)
             ) due
           ), free as (
             select * from ended union all select * from rest
           )`;
const FREE_SUSPECTS = `free as (
             select ${CANDIDATE} from targets t
             where t.run_at <= now() and ${claimable(`claims >= ${SUSPECT_CLAIMS} and claims < ${MAX_CLAIMS}`)} and $9::int >= 0 and $10::jsonb is not null and $11
             order by claims, run_at
             for update skip locked
             limit $3
           )`;

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
};

type StoredClaim = StoredTarget & {
  hub: string | null;
  post_content: string;
  post_media: MediaItem[];
  post_publish_at: Date | null;
  remaining_ms: number;
  late_ms: number;
  more_is_due: boolean;
};

/**
 * Claims targets that are due, or whose run ended without settling them: the oldest of each network, under a new fencing token, by the database's clock. Skips
 * rows that another claim is taking, and those on hubs that have no place left. `suspects` claims only those whose runs ended so several times, `others` only the rest.
 * To find runs that ended it reads all that runs hold; `ended: false` leaves them out.
 *
 * A deadline counts the time in which a server works on the target: the claim moves it by the time in which none did. Where a write is in doubt, the run gets
 * enough time to read it back, however late it is; when an earlier run has overrun its deadline, this one is the last.
 */
export async function claimDue(
  db: Database,
  claim: {
    owner: string;
    leaseSeconds: number;
    limit: number;
    of: 'others' | 'suspects';
    ended?: boolean;
    lateLimitSeconds: number;
    hubs?: HubsAvailable;
    networks?: NetworkPlaces;
    /** The newest epoch of the restore guard that this server knows; nothing is claimed from a database that was restored. */
    epoch?: Date;
  },
): Promise<ClaimedRow[]> {
  // Two statements, so that the usual one reads an index of what is due in order and stops at its limit, however much is due.
  const [name, free, moreIsDue] =
    claim.of === 'suspects'
      ? ['claim_suspects', FREE_SUSPECTS, 'false']
      : ['claim_due', FREE_OTHERS, '(select count(*) from waiting) > (select count(*) from claimed)'];
  const { onAll, onEach, onBusy } = claim.hubs ?? NO_LIMIT;
  const { ofItsOwn, taken } = claim.networks ?? NONE_RUNS;
  const { rows } = await db.query<StoredClaim>({
    name,
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
             from due where t.project_id = due.project_id and t.id = due.id
             returning t.*, due.hub, extract(epoch from now() - due.run_at)::float8 * 1000 as late_ms,
               extract(epoch from t.deadline_at - now())::float8 * 1000 as remaining_ms
           )
           select c.*, ${moreIsDue} as more_is_due, p.content as post_content, p.media as post_media, p.publish_at as post_publish_at
           from claimed c cross join lateral (select * from posts p where p.project_id = c.project_id and p.id = c.post_id offset 0) p
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
      claim.ended ?? true,
    ],
  });
  return rows.map((row) => ({
    target: toTargetRow(row),
    hub: row.hub,
    post: { content: row.post_content, media: row.post_media, publishAt: row.post_publish_at },
    remainingMs: row.remaining_ms,
    lateMs: row.late_ms,
    moreIsDue: row.more_is_due,
  }));
}

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
