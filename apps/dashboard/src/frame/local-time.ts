/** A moment chosen as date and time in the zone of the person, or why there is none. */
export type ChosenTime = { readonly at: Date; readonly note: string | null } | { readonly problem: string };

/** The least time from now to a post, so that it is still in the future when it arrives. */
const AHEAD_MS = 30_000;

/**
 * Reads what a `datetime-local` field holds, in the zone of the browser.
 *
 * @example
 * readLocalTime('2027-03-28T02:30'); // in Berlin: { problem: 'At 02:30 on that day there is no such time …' }
 */
export function readLocalTime(text: string): ChosenTime {
  const at = new Date(text);
  if (text === '' || Number.isNaN(at.getTime())) return { problem: 'Choose a date and a time.' };
  const shown = toLocalText(at);
  if (shown !== text.slice(0, 16))
    return {
      problem: `At ${text.slice(11, 16)} on that day there is no such time in ${ZONE()}: the clocks go forward. Choose ${shown.slice(11)}, or another time.`,
    };
  const later = new Date(at.getTime() + hoursBack(at));
  const isTwice = later.getTime() !== at.getTime() && toLocalText(later) === shown;
  return {
    at,
    note: isTwice ? 'The clocks go back, so this time occurs twice. The earlier one is used.' : null,
  };
}

/** The same for a time at which something shall happen. */
export function readFutureTime(text: string, now: Date): ChosenTime {
  const chosen = readLocalTime(text);
  if ('at' in chosen && chosen.at.getTime() < now.getTime() + AHEAD_MS)
    return { problem: 'That time is in the past. Choose a later one, or publish now.' };
  return chosen;
}

/** By how much the clocks go back within the next hours. */
const hoursBack = (at: Date): number =>
  (new Date(at.getTime() + 7_200_000).getTimezoneOffset() - at.getTimezoneOffset()) * 60_000;

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as a `datetime-local` field holds it. */
export const toLocalText = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;

/** Name of the zone of the browser: `Europe/Berlin`. */
export const ZONE = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in UTC: `2026-12-24 17:00 UTC`. */
export const utcText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The next full hour, as the first suggestion. */
export function nextHour(now: Date): string {
  const at = new Date(now.getTime() + 3_600_000);
  at.setMinutes(0, 0, 0);
  return toLocalText(at);
}
