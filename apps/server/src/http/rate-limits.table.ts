import type { Database } from '../db/database.ts';

export type RateDecision = {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the next request is allowed (when refused) or until the limit is full again (when allowed), rounded up. */
  readonly resetSeconds: number;
};

/**
 * Generic cell rate algorithm in one statement on the database clock, so that every server counts together: `perMinute` requests spread over a minute,
 * all of which may come at once after a quiet minute.
 */
export async function takeRateLimit(
  db: Database,
  keyId: string,
  name: string,
  perMinute: number,
): Promise<RateDecision> {
  const { rows } = await db.query<{ allowed: boolean; ahead: number; stored_ahead: number }>({
    name: 'take_rate_limit',
    text: `with taken as (
             insert into rate_limits as r (key_id, name, tat)
             values ($1, $2, now() + make_interval(secs => 60.0 / $3))
             on conflict (key_id, name) do update
               set tat = greatest(r.tat, now()) + make_interval(secs => 60.0 / $3)
               where greatest(r.tat, now()) + make_interval(secs => 60.0 / $3) <= now() + interval '60 seconds'
             returning tat
           )
           select exists (select from taken) as allowed,
             extract(epoch from coalesce((select tat from taken), now()) - now())::float8 as ahead,
             extract(epoch from coalesce((select tat from rate_limits where key_id = $1 and name = $2), now()) - now())::float8 as stored_ahead`,
    values: [keyId, name, perMinute],
  });
  const row = rows[0]!;
  const interval = 60 / perMinute;
  if (row.allowed) {
    return {
      allowed: true,
      remaining: Math.max(0, Math.floor((60 - row.ahead) / interval)),
      resetSeconds: Math.max(1, Math.ceil(row.ahead)),
    };
  }
  return { allowed: false, remaining: 0, resetSeconds: Math.max(1, Math.ceil(row.stored_ahead + interval - 60)) };
}
