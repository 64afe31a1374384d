import type { RateCount } from '@fanfare/rules';
import type { Database } from '../db/database.ts';

type Limit = {
  readonly name: string;
  readonly perMinute: number;
  /** Seconds' worth that may come at once after a quiet time. Default: a minute's. */
  readonly burstSeconds?: number;
};

/**
 * Generic cell rate algorithm on the database clock, so that all servers count together:
 * `perMinute` requests spread over a minute, all at once after a quiet minute. Takes `requests`,
 * all or none. Its table is unlogged: no request waits for the disk, and a crash of PostgreSQL
 * resets counters.
 */
export async function takeRateLimit(
  db: Database,
  keyId: string,
  { name, perMinute, burstSeconds = 60 }: Limit,
  requests = 1,
): Promise<RateCount> {
  const { rows } = await db.query<{ allowed: boolean; ahead: number; stored_ahead: number }>({
    name: 'take_rate_limit',
    text: `with taken as (
             insert into rate_limits as r (key_id, name, tat)
             values ($1, $2, now() + make_interval(secs => 60.0 * $5::int / $3))
             on conflict (key_id, name) do update
               set tat = greatest(r.tat, now()) + make_interval(secs => 60.0 * $5::int / $3)
               where greatest(r.tat, now()) + make_interval(secs => 60.0 * $5::int / $3) <= now() + make_interval(secs => $4)
             returning tat
           )
           select exists (select from taken) as allowed,
             extract(epoch from coalesce((select tat from taken), now()) - now())::float8 as ahead,
             extract(epoch from coalesce((select tat from rate_limits where key_id = $1 and name = $2), now()) - now())::float8 as stored_ahead`,
    values: [keyId, name, perMinute, burstSeconds, requests],
  });
  const { allowed, ahead, stored_ahead } = rows[0]!;
  return { isAllowed: allowed, aheadMs: 1_000 * (allowed ? ahead : stored_ahead) };
}

/** Deletes counters that have been full for an hour. */
export async function purgeRateLimits(db: Database): Promise<void> {
  await db.query({ text: `delete from rate_limits where tat < now() - interval '1 hour'` });
}
