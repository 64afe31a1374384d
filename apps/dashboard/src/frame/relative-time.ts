const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const sameYear = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const otherYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/**
 * A moment as people say it: relative up to a week before or after `now`, then its date in the
 * person's own zone.
 *
 * @example
 * relativeTime(new Date('2026-11-22T10:00Z'), new Date('2026-11-22T10:05Z')); // '5 minutes ago'
 */
export function relativeTime(at: Date, now: Date): string {
  const differenceMs = at.getTime() - now.getTime();
  const distanceMs = Math.abs(differenceMs);
  if (distanceMs < MINUTE_MS) return differenceMs > 0 ? 'in a moment' : 'just now';
  if (distanceMs < HOUR_MS) return relative.format(Math.trunc(differenceMs / MINUTE_MS), 'minute');
  if (distanceMs < DAY_MS) return relative.format(Math.round(differenceMs / HOUR_MS), 'hour');
  if (distanceMs < 7 * DAY_MS) return relative.format(Math.round(differenceMs / DAY_MS), 'day');
  return (at.getFullYear() === now.getFullYear() ? sameYear : otherYear).format(at);
}
