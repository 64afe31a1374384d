import { isNotRestored } from './restore-guard.table.ts';

/** A target with this many runs that did not settle it counts as one that crashes servers. */
export const MAX_CLAIMS = 12;
/** A target with this many runs is a suspect. The index `targets_suspect` repeats the number. */
const SUSPECT_CLAIMS = 3;
/** Limit of a claim, as a literal: a generic plan would expect a tenth of the table. */
export const MOST_CLAIMED = 100;
/** Limit of projects of a network that one claim looks at: most may have nothing due. */
const PROJECTS_LOOKED_AT = 200;
/** Precedes every project. */
export const FIRST_PROJECT = '00000000-0000-0000-0000-000000000000';

/** No run holds it. */
export const FREE = '(t.lease_expires_at is null or t.lease_expires_at <= now())';
/**
 * Time at which a server last worked on a target: when a run handed it over (it has no owner then),
 * or when its process last prolonged the lease. Null before the first run and after it was
 * deferred.
 */
export const workedUntil = (leaseSeconds: '$2' | '$7'): string =>
  `(case when t.lease_owner is null then t.lease_expires_at else t.lease_expires_at - make_interval(secs => ${leaseSeconds}) end)`;
/** A run went on past the deadline and ended without settling the target. */
export const overran = (leaseSeconds: '$2' | '$7'): string => `(t.deadline_at <= ${workedUntil(leaseSeconds)}) is true`;
/**
 * Its write may be live: the post of a pending target, the first comment of a published one. Not an
 * `exists`, which may read the whole table in a plan made while it was empty.
 */
export const IN_DOUBT = `(t.lease_token > 0 and (
               select true from write_intents i where i.project_id = t.project_id and i.target_id = t.id and i.state in ('intended', 'unknown')
                 and i.kind = case t.status when 'pending' then 'publish' else 'comment' end limit 1) is true)`;

/** Address of the hub that a target goes to; null on other networks. */
export const HUB = `(case when t.platform = 'hub' then (select a.hub ->> 'url' from accounts a where a.project_id = t.project_id and a.id = t.account_id) end)`;
/** Number of further targets that may run on this hub. */
export const hubSlots = (hub: string): string => `coalesce(($7::jsonb ->> ${hub})::int, $8)`;

/** Number of due targets of this network that run in the claiming process. */
const running = (platform: string): string => `coalesce(($10::jsonb ->> ${platform})::int, 0)`;
/** The project of this network that was served last. */
const lastProject = (platform: string): string => `coalesce(($11::jsonb ->> ${platform})::uuid, '${FIRST_PROJECT}')`;

/** No run holds `t`: none has begun, or the last one handed it over or deferred it. */
const NOT_HELD = 't.lease_owner is null';
/** A run holds `t`, or did until its process ended. */
const HELD = 't.lease_owner is not null';
/** `t` may be claimed now, if it is due. */
const claimable = (claims: string): string => `not t.done and ${FREE} and ${claims}
               and (not ${overran('$2')} and t.run_at > now() - make_interval(secs => $4) or ${IN_DOUBT})
               and ${isNotRestored('$5')}
               and (t.platform <> 'hub' or $6 > 0 and ${hubSlots(HUB)} > 0)`;
const NO_SUSPECT = claimable(`claims < ${SUSPECT_CLAIMS}`);
const CANDIDATE = `t.project_id, t.id, t.run_at, t.claims, ${HUB} as hub`;

/** The next network with an open target; null after the last. */
const openNetworkAfter = (network: string, holder: string): string =>
  `(select t.platform from targets t where not t.done and ${holder} and t.platform > ${network} order by t.platform limit 1)`;
const networkAfter = (network: string): string => `least(
               ${openNetworkAfter(network, NOT_HELD)},
               ${openNetworkAfter(network, HELD)})`;
const NETWORKS = `networks (platform) as (
             select ${networkAfter("''")}
             union all
             select ${networkAfter('n.platform')} from networks n where n.platform is not null
           )`;
/**
 * Targets of a network that may be claimed, oldest first. Those that no run holds have their own
 * index, so that a claim does not pass targets under way. Comparing platform and time as one value
 * leads to that index even when the plan was made while nothing was due.
 */
const dueOf = (network: string, holder: string): string =>
  `select ${CANDIDATE} from targets t where ${ofNetwork(network, holder)} and ${NO_SUSPECT}
               order by t.platform, t.run_at`;
const ofNetwork = (network: string, holder: string): string =>
  `(t.platform, t.run_at) >= (${network}, '-infinity') and (t.platform, t.run_at) <= (${network}, now()) and not t.done and ${holder}`;
/** The project as in the index `targets_free_in_turn`: the primary key would read all of it. */
const PROJECT = 'greatest(t.project_id, t.project_id)';
/** Targets of a project on a network, up to a time, that no run holds. One value, as above. */
const ofProject = (of: string, until: string): string =>
  `(${PROJECT}, t.platform, t.run_at) >= (${of}.project_id, ${of}.platform, '-infinity')
                 and (${PROJECT}, t.platform, t.run_at) <= (${of}.project_id, ${of}.platform, ${until}) and not t.done and ${NOT_HELD}`;
const OLDEST_OF_PROJECT = `order by ${PROJECT}, t.platform, t.run_at`;
/** The next project with an open target. */
const PROJECT_AFTER = `select t.project_id from targets t where ${PROJECT} > p.project_id and not t.done and ${NOT_HELD} order by ${PROJECT} limit 1`;

/**
 * Shares the slots among the networks with due targets. The network with the fewest running targets
 * is next, and each has some reserved slots. Within a network, targets whose run ended come first.
 * It counts before it locks, so that it locks no row that it leaves to another server.
 *
 * When all slots are taken, half of a network's slots go to its projects round-robin, after the one
 * served last ($11), so that no project waits for all targets of another. `round_robin` has one row
 * for each project looked at; `served` counts those with something due.
 */
const FREE_OTHERS = `${NETWORKS}, waiting as (
             select n.platform, ${running('n.platform')} + row_number() over (partition by n.platform) as rank
             from networks n cross join lateral (
               select from (
                 select * from (${dueOf('n.platform', HELD)} limit ${MOST_CLAIMED}) held
                 union all
                 select * from (${dueOf('n.platform', NOT_HELD)} limit ${MOST_CLAIMED}) rest) due
               limit greatest($3::int, $9::int - ${running('n.platform')})
             ) due
           ), shares as (
             select platform, count(*) as slots
             from (select platform, rank, row_number() over (order by rank, platform) as slot from waiting) w
             where slot <= $3 or rank <= $9
             group by platform
           ), ended as (
             select s.platform, due.* from shares s cross join lateral (${dueOf('s.platform', HELD)} for update skip locked limit s.slots) due
           ), halves as (
             select s.platform, (s.slots - (select count(*) from ended e where e.platform = s.platform) + 1) / 2 as half
             from shares s where (select sum(slots) from shares) >= $3
           ), round_robin (platform, project_id, half, looked_at, served, is_due) as (
             select h.platform, ${lastProject('h.platform')}, h.half, 0, 0, false from halves h where h.half > 0
             union all
             select p.platform, next.project_id, p.half, p.looked_at + 1, p.served + next.is_due::int, next.is_due
             from round_robin p cross join lateral (
               select of.project_id, coalesce((select t.run_at <= now() from targets t where ${ofProject('of', "'infinity'")} ${OLDEST_OF_PROJECT} limit 1), false) as is_due
               from (select (${PROJECT_AFTER}) as project_id, p.platform offset 0) of offset 0
             ) next
             where p.project_id is not null and p.served < p.half and p.looked_at < ${PROJECTS_LOOKED_AT}
           ), fair as (
             select p.platform, due.*
             from round_robin p join (select platform, max(served) as projects from round_robin group by platform) all_of using (platform)
             cross join lateral (
               select * from (
                 select ${CANDIDATE} from targets t where ${ofProject('p', 'now()')} and ${NO_SUSPECT}
                 ${OLDEST_OF_PROJECT} for update skip locked limit ${MOST_CLAIMED}
               ) oldest
               limit p.half / greatest(all_of.projects, 1)
             ) due
             where p.is_due
           ), last_projects as (
             select distinct on (platform) platform, coalesce(project_id, '${FIRST_PROJECT}') as project_id from round_robin order by platform, looked_at desc
           ), rest as (
             select s.platform, due.* from shares s cross join lateral (
               ${dueOf('s.platform', `${NOT_HELD} and (t.project_id, t.id) not in (select f.project_id, f.id from fair f)`)}
               for update skip locked
               limit s.slots - (select count(*) from ended e where e.platform = s.platform) - (select count(*) from fair f where f.platform = s.platform)
             ) due
           ), free as (
             select * from ended union all select * from fair union all select * from rest
           )`;

/** The least suspect first. Has the parameters `$1` to `$11` of the other statement. */
const FREE_SUSPECTS = `free as (
             select ${CANDIDATE} from targets t
             where t.run_at <= now() and ${claimable(`claims >= ${SUSPECT_CLAIMS} and claims < ${MAX_CLAIMS}`)}
               and $9::int >= 0 and $10::jsonb is not null and $11::jsonb is not null
             order by claims, run_at
             for update skip locked
             limit $3
           )`;

/**
 * Two statements, so that each reads an index of due targets in order and stops at its limit. Each
 * chooses the rows `free`, and says how many are due and which project of the network of a claimed
 * row `c` was served last; null when none was.
 */
export const CHOOSE = {
  others: {
    name: 'claim_due',
    free: FREE_OTHERS,
    howMany: '(select count(*) from waiting)',
    lastProject: '(select l.project_id from last_projects l where l.platform = c.platform)',
  },
  suspects: { name: 'claim_suspects', free: FREE_SUSPECTS, howMany: '0', lastProject: 'null::uuid' },
} as const;
