import { emit } from '../events/emit.ts';

/**
 * Writes `quota.warning` and `quota.exceeded`, once a period each, for counters in `from`: rows of `quota_periods` as the statement leaves them. A plan that
 * stops is exceeded by the request that it refuses, which changes no counter: `isRefused`.
 */
export const emitQuota = (from: string, { isRefused = false } = {}): string =>
  emit(
    `(select q.project_id, q.period_start, q.used, q.reserved, w.type
                from ${from} q, lateral (values ('quota.warning', (q.used + q.reserved) * 5 >= q.allowance * 4),
                  ('quota.exceeded', ${isRefused ? 'true' : 'q.used + q.reserved > q.allowance'})) w(type, is_reached)
                where w.is_reached)`,
    {
      type: 'e.type',
      facts: `jsonb_build_object('periodStart', e.period_start, 'used', e.used, 'reserved', e.reserved)`,
      once: `e.type || ':' || e.period_start`,
    },
    'quota_event',
  );
