import { isNotRestored } from './restore-guard.table.ts';

/** After so many runs in a row that ended without settling it, the target is taken to crash its worker. */
export const MAX_CLAIMS = 12;
/** From this many runs on it is a suspect, and is claimed apart from the rest. The index `targets_suspect` has the same number. */
const SUSPECT_CLAIMS = 3;
/** The most that one claim takes. The statement has it as a literal: a generic plan would otherwise expect a tenth of the table, and read all of it. */
export const MOST_CLAIMED = 100;
/** The most projects of a network that one claim looks at for a turn: most of them may have nothing due. */
const PROJECTS_LOOKED_AT = 200;
/** Every project is behind it. */
export const FIRST_TURN = '00000000-0000-0000-0000-000000000000';

/** No run holds it. */
export const FREE = '(t.lease_expires_at is null or t.lease_expires_at <= now())';
/**
 * Until when a server is known to have worked on a target: when a run handed it over (then it has no owner), otherwise when its process last prolonged the
 * lease. Null before the first run, and after it was deferred.
 */
export const workedUntil = (leaseSeconds: '$2' | '$7'): string =>
  `(case when t.lease_owner is null then t.lease_expires_at else t.lease_expires_at - make_interval(secs => ${leaseSeconds}) end)`;
/** A run went on past the deadline and ended without settling the target. */
export const overran = (leaseSeconds: '$2' | '$7'): string => `(t.deadline_at <= ${workedUntil(leaseSeconds)}) is true`;
/**
 * Its write may be live: the post of a pending target, the first comment of a published one. It reads one row, which PostgreSQL looks up for each target. For `exists` it may read
 * all of the table once, where its plan is of a time when the table was empty.
 */
export const IN_DOUBT = `(t.lease_token > 0 and (
               select true from write_intents i where i.project_id = t.project_id and i.target_id = t.id and i.state in ('intended', 'unknown')
                 and i.kind = case t.status when 'pending' then 'publish' else 'comment' end limit 1) is true)`;

/** Address of the hub that a target goes to; null on other networks. */
export const HUB = `(case when t.platform = 'hub' then (select a.hub ->> 'url' from accounts a where a.project_id = t.project_id and a.id = t.account_id) end)`;
/** How many targets more may run on this hub. */
export const hubPlaces = (hub: string): string => `coalesce(($7::jsonb ->> ${hub})::int, $8)`;

/** How many due targets of this network run in the claiming process. */
const running = (platform: string): string => `coalesce(($10::jsonb ->> ${platform})::int, 0)`;
/** The project of this network that had the last turn. */
const turnAfter = (platform: string): string => `coalesce(($11::jsonb ->> ${platform})::uuid, '${FIRST_TURN}')`;

/** No run holds `t`: none has begun, or it was handed over or deferred. */
const NOT_HELD = 't.lease_owner is null';
/** A run holds `t`, or did until its process ended. */
const HELD = 't.lease_owner is not null';
/** `t` may be claimed now, if it is due. */
const claimable = (claims: string): string => `not t.done and ${FREE} and ${claims}
               and (not ${overran('$2')} and t.run_at > now() - make_interval(secs => $4) or ${IN_DOUBT})
               and ${isNotRestored('$5')}
               and (t.platform <> 'hub' or $6 > 0 and ${hubPlaces(HUB)} > 0)`;
const NO_SUSPECT = claimable(`claims < ${SUSPECT_CLAIMS}`);
const CANDIDATE = `t.project_id, t.id, t.run_at, t.claims, ${HUB} as hub`;

/** The first network behind another one of which something is open; null behind the last. */
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
 * What may be claimed of a network, oldest first. What no run holds has an index of its own, so that a claim does not pass what is under way. Platform and time
 * are compared as one value: this leads to that index also when the plan was made while nothing was due, when every index seemed to return nothing.
 */
const dueOf = (network: string, holder: string): string =>
  `select ${CANDIDATE} from targets t where ${ofNetwork(network, holder)} and ${NO_SUSPECT}
               order by t.platform, t.run_at`;
const ofNetwork = (network: string, holder: string): string =>
  `(t.platform, t.run_at) >= (${network}, '-infinity') and (t.platform, t.run_at) <= (${network}, now()) and not t.done and ${holder}`;
/** The project, as only the index `targets_free_in_turn` has it: the primary key would serve as well, and is read whole for a project. */
const TURN_OF = 'greatest(t.project_id, t.project_id)';
/** What no run holds of a project of a network, up to a time. Compared as one value for the same reason. */
const ofProject = (of: string, until: string): string =>
  `(${TURN_OF}, t.platform, t.run_at) >= (${of}.project_id, ${of}.platform, '-infinity')
                 and (${TURN_OF}, t.platform, t.run_at) <= (${of}.project_id, ${of}.platform, ${until}) and not t.done and ${NOT_HELD}`;
const OLDEST_OF_PROJECT = `order by ${TURN_OF}, t.platform, t.run_at`;
/** The next project of which something is open. */
const PROJECT_AFTER = `select t.project_id from targets t where ${TURN_OF} > p.project_id and not t.done and ${NOT_HELD} order by ${TURN_OF} limit 1`;

/**
 * Shares the places among the networks of which targets are due: the one with the fewest running is next, and each has some of its own, however many places
 * others hold. Of a network, those whose run ended go before the rest. Counts first, so that it locks no row that it leaves to another server.
 *
 * Where all places are taken, half of a network's go to its projects in turn, from the one behind the last ($11): a project with much that is due does not make
 * the others wait for all of it. `turns` is one row for each project that was looked at, `served` how many of them had something due.
 */
const FREE_OTHERS = `${NETWORKS}, waiting as (
             select n.platform, ${running('n.platform')} + row_number() over (partition by n.platform) as turn
             from networks n cross join lateral (
               select from (
                 select * from (${dueOf('n.platform', HELD)} limit ${MOST_CLAIMED}) held
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
             select s.platform, due.* from shares s cross join lateral (${dueOf('s.platform', HELD)} for update skip locked limit s.places) due
           ), halves as (
             select s.platform, (s.places - (select count(*) from ended e where e.platform = s.platform) + 1) / 2 as half
             from shares s where (select sum(places) from shares) >= $3
           ), turns (platform, project_id, half, looked_at, served, is_due) as (
             select h.platform, ${turnAfter('h.platform')}, h.half, 0, 0, false from halves h where h.half > 0
             union all
             select p.platform, next.project_id, p.half, p.looked_at + 1, p.served + next.is_due::int, next.is_due
             from turns p cross join lateral (
               select of.project_id, coalesce((select t.run_at <= now() from targets t where ${ofProject('of', "'infinity'")} ${OLDEST_OF_PROJECT} limit 1), false) as is_due
               from (select (${PROJECT_AFTER}) as project_id, p.platform offset 0) of offset 0
             ) next
             where p.project_id is not null and p.served < p.half and p.looked_at < ${PROJECTS_LOOKED_AT}
           ), in_turn as (
             select p.platform, due.*
             from turns p join (select platform, max(served) as projects from turns group by platform) all_of using (platform)
             cross join lateral (
               select * from (
                 select ${CANDIDATE} from targets t where ${ofProject('p', 'now()')} and ${NO_SUSPECT}
                 ${OLDEST_OF_PROJECT} for update skip locked limit ${MOST_CLAIMED}
               ) oldest
               limit p.half / greatest(all_of.projects, 1)
             ) due
             where p.is_due
           ), last_turns as (
             select distinct on (platform) platform, coalesce(project_id, '${FIRST_TURN}') as project_id from turns order by platform, looked_at desc
           ), rest as (
             select s.platform, due.* from shares s cross join lateral (
               ${dueOf('s.platform', `${NOT_HELD} and (t.project_id, t.id) not in (select u.project_id, u.id from in_turn u)`)}
               for update skip locked
               limit s.places - (select count(*) from ended e where e.platform = s.platform) - (select count(*) from in_turn u where u.platform = s.platform)
             ) due
           ), free as (
             select * from ended union all select * from in_turn union all select * from rest
           )`;

/** The least suspect first. With `$1` to `$11` as the other statement has them. */
const FREE_SUSPECTS = `free as (
             select ${CANDIDATE} from targets t
             where t.run_at <= now() and ${claimable(`claims >= ${SUSPECT_CLAIMS} and claims < ${MAX_CLAIMS}`)}
               and $9::int >= 0 and $10::jsonb is not null and $11::jsonb is not null
             order by claims, run_at
             for update skip locked
             limit $3
           )`;

/**
 * Statements of their own, so that each reads an index of what is due in order and stops at its limit, however much is due. Each chooses the rows `free`, says how many are
 * due, and which project of the network of a claimed row `c` had the last turn; null when none had.
 */
export const CHOOSE = {
  others: {
    name: 'claim_due',
    free: FREE_OTHERS,
    howMany: '(select count(*) from waiting)',
    turnAfter: '(select l.project_id from last_turns l where l.platform = c.platform)',
  },
  suspects: { name: 'claim_suspects', free: FREE_SUSPECTS, howMany: '0', turnAfter: 'null::uuid' },
} as const;
