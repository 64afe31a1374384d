import type { RateCount } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { lockTimeout, toStoredTimeout } from '../db/lock-timeout.ts';
import { plainList } from '../db/plain-list.ts';

type Limit = {
  readonly name: string;
  readonly perMinute: number;
  /** Seconds' worth that may come at once after a quiet time. Default: a minute's. */
  readonly burstSeconds?: number;
};

/** Requests of a key, project or other subject that count against a limit. */
export type Taking = { readonly keyId: string; readonly limit: Limit; readonly requests: number };

/** Takes one or several requests of a limit, all or none. */
export async function takeRateLimit(db: Database, keyId: string, limit: Limit, requests = 1): Promise<RateCount> {
  return (await takeRateLimits(db, [{ keyId, limit, requests }]))[0]!;
}

/**
 * Generic cell rate algorithm on the database clock, so that all servers count together:
 * `perMinute` requests spread over a minute, all at once after a quiet minute. Each taking is of
 * another limit or subject. Its table is unlogged: no request waits for the disk, and a crash of
 * PostgreSQL resets counters. Throws when a lock is held for longer than `lockMs`.
 */
export async function takeRateLimits(
  db: Database,
  takings: readonly Taking[],
  lockMs: number | null = null,
): Promise<RateCount[]> {
  const { rows } = await db.query<{ allowed: boolean; ahead: number }>({
    name: 'take_rate_limits',
    text: `with asked as materialized (
             select key_id, name, make_interval(secs => step) as step, make_interval(secs => burst) as burst, position
             from ${lockTimeout('$5')}, unnest($1::uuid[], $2::text[], $3::float8[], $4::float8[]) with ordinality as a(key_id, name, step, burst, position)
           ), taken as (
             insert into rate_limits as r (key_id, name, tat)
             select key_id, name, now() + step from asked order by key_id, name
             on conflict (key_id, name) do update
               set tat = greatest(r.tat, now()) + (excluded.tat - now())
               where greatest(r.tat, now()) + (excluded.tat - now())
                 <= now() + (select burst from asked a where a.key_id = excluded.key_id and a.name = excluded.name)
             returning key_id, name, tat
           )
           select t.tat is not null as allowed, extract(epoch from coalesce(t.tat, stored.tat, now()) - now())::float8 as ahead
           from asked a
             left join taken t on t.key_id = a.key_id and t.name = a.name
             left join rate_limits stored on stored.key_id = a.key_id and stored.name = a.name
           order by a.position`,
    values: [
      plainList(takings.map(({ keyId }) => keyId)),
      takings.map(({ limit }) => limit.name),
      plainList(takings.map(stepSeconds)),
      plainList(takings.map(({ limit }) => limit.burstSeconds ?? 60)),
      toStoredTimeout(lockMs),
    ],
  });
  return rows.map(({ allowed, ahead }) => ({ isAllowed: allowed, aheadMs: 1_000 * ahead }));
}

/**
 * Time that a taking uses up, rounded down to a microsecond: PostgreSQL stores no less, and steps
 * that are rounded up would add up to more than a minute, so that the last request would not pass.
 */
const stepSeconds = ({ limit, requests }: Taking): number => Math.floor((60e6 * requests) / limit.perMinute) / 1e6;

/** Deletes counters that have been full for an hour. */
export async function purgeRateLimits(db: Database): Promise<void> {
  await db.query({ text: `delete from rate_limits where tat < now() - interval '1 hour'` });
}
