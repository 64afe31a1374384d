import { emit } from '../events/emit.ts';

/**
 * SQL: writes `quota.warning` and `quota.exceeded` once per period for the rows of `quota_periods`
 * in `from`. A plan without overage is exceeded by a refused request (`isRefused`), which changes
 * no counter.
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
