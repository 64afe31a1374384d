import { toLocalText } from '../../frame/local-time.ts';

/** A day in the zone of the person: `2026-11-22`. Days compare as text. */
export type Day = string;
export type View = 'month' | 'week';

const HOUR_MS = 3_600_000;
const DAYS_A_WEEK = 7;
const MONDAY = 1;
/** As many as the longest month needs, so that every month is as high. */
const WEEKS_A_MONTH = 6;

export const dayOf = (at: Date): Day => toLocalText(at).slice(0, 10);

/** The first moment of a day, or of the one `later` days after it. */
export function startOf(day: Day, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

export const addDays = (day: Day, days: number): Day => dayOf(startOf(day, days));

/** The same date of another month, or its last one. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(year, month + months, 0).getDate();
  return dayOf(new Date(year, month - 1 + months, Math.min(date, last)));
}

/** The days that a view shows around a day, week by week. `firstWeekday` is 0 for Sunday. */
export function weeksOf(view: View, day: Day, firstWeekday: number): readonly (readonly Day[])[] {
  const first = view === 'month' ? `${day.slice(0, 8)}01` : day;
  const back = (startOf(first).getDay() - firstWeekday + DAYS_A_WEEK) % DAYS_A_WEEK;
  return Array.from({ length: view === 'month' ? WEEKS_A_MONTH : 1 }, (_, week) =>
    Array.from({ length: DAYS_A_WEEK }, (_, at) => addDays(first, week * DAYS_A_WEEK + at - back)),
  );
}

/** A change of the clocks on a day, in words; null on most days. */
export function clockChange(day: Day): string | null {
  const hours = (startOf(day, 1).getTime() - startOf(day).getTime()) / HOUR_MS;
  if (hours === 24) return null;
  return hours < 24 ? 'Clocks go forward' : 'Clocks go back';
}

/** The first day of the week by the browser's locale, 0 for Sunday; default Monday. */
export function firstWeekday(): number {
  try {
    const locale = new Intl.Locale(navigator.language) as Intl.Locale & { getWeekInfo?(): { firstDay: number } };
    return (locale.getWeekInfo?.().firstDay ?? MONDAY) % DAYS_A_WEEK;
  } catch {
    // A language such as `en-US@posix`, which some systems have, is none of the web.
    return MONDAY;
  }
}

/** Time suggested for a new post of this day: nine, or the next full hour of today. */
export function suggestedAt(day: Day, now: Date): Date {
  const nine = startOf(day);
  nine.setHours(9);
  if (nine > now) return nine;
  const next = new Date(now.getTime() + HOUR_MS);
  next.setMinutes(0, 0, 0);
  return next;
}

const long = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' });
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const range = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric' });

/** `Sunday, November 22`. */
export const longDay = (day: Day): string => long.format(startOf(day));

/** The name of a view: `November 2026`, or `November 22 – 28, 2026`. */
export function nameOf(view: View, day: Day, weeks: readonly (readonly Day[])[]): string {
  if (view === 'month') return month.format(startOf(day));
  return range.formatRange(startOf(weeks[0]?.[0] ?? day), startOf(weeks[0]?.at(-1) ?? day));
}
