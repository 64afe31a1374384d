import { type Html, html } from '../html.ts';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Times are those of a reader in UTC. */
export const shownTime = (at: string): Html =>
  html`<time datetime="${at}" title="UTC">${format.format(new Date(at))}</time>`;

const MINUTE_MS = 60_000;

/** `3 days`, `21 h`, `5 min`: whole units, rounded up; null when the time is over. */
export function timeLeft(until: string, nowMs: number): string | null {
  const minutes = Math.ceil((Date.parse(until) - nowMs) / MINUTE_MS);
  if (minutes <= 0) return null;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`;
}
