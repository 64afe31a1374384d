import { CliError } from '../cli-error.ts';
import { instantOf, isZone, type WallTime, wallTimeOf } from './zoned-time.ts';

/** A moment that somebody wrote. */
export type When = {
  readonly at: Date;
  /** The words, where they mean another moment later; null for a date with its time. */
  readonly words: string | null;
};

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const INSTANT = /^\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:z|[+-]\d\d:\d\d)$/;
const LOCAL = /^(\d{4})-(\d\d)-(\d\d)[t ](\d\d?):(\d\d)(?::00)?$/;
const DURATION = /^in (\d{1,4}) ?(?:(m)(?:in(?:ute)?s?)?|(h)(?:ours?)?|(d)(?:ays?)?|(w)(?:eeks?)?)$/;
const DAY_TIME = /^(?:(today|tomorrow|(?:sun|mon|tues|wednes|thurs|fri|satur)day) (?:at )?)?(\S+(?: [ap]m)?)$/;
const TIME = /^(\d\d?)(?::(\d\d))? ?([ap]m)?$/;

const FORMS =
  '2026-12-01T09:00:00Z, "2026-12-01 09:00", "tomorrow 9:00", "monday 08:30", "today 6pm", "18:30" and "in 2 hours"';

/**
 * Reads a moment in a zone: ISO 8601, or a small set of plain English. Every word counts: a text
 * with one that is not understood is refused. Throws CliError, also for a moment in the past.
 */
export function readWhen(given: string, { zone, now }: { readonly zone: string; readonly now: Date }): When {
  if (!isZone(zone)) throw new CliError(`There is no time zone "${zone}". A zone has a name such as Europe/Berlin.`);
  const text = given.trim().replace(/\s+/g, ' ').toLowerCase();
  const when = ofInstant(text) ?? ofDuration(text, now) ?? ofLocal(text, zone) ?? ofDay(text, zone, now);
  if (when === null) throw new CliError(`"${given}" is no time that is understood. Forms: ${FORMS}.`);
  // As much as the service tolerates.
  if (when.at.getTime() < now.getTime() - 60_000)
    throw new CliError(
      `"${given}" is in the past: ${when.at.toISOString()}. Without a time a post is published at once.`,
    );
  return when;
}

function ofInstant(text: string): When | null {
  const at = new Date(INSTANT.test(text) ? text.toUpperCase() : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : { at, words: null };
}

function ofDuration(text: string, now: Date): When | null {
  const [, count, ...units] = DURATION.exec(text) ?? [];
  const unitMs = UNITS_MS[units.find(Boolean) ?? ''];
  return count === undefined || unitMs === undefined
    ? null
    : { at: new Date(now.getTime() + Number(count) * unitMs), words: text };
}

function ofLocal(text: string, zone: string): When | null {
  const [year, month, day, hour, minute] = (LOCAL.exec(text) ?? []).slice(1).map(Number);
  if (minute === undefined || year === undefined || month === undefined || day === undefined || hour === undefined)
    return null;
  const wall = { year, month, day, hour, minute };
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute));
  // 30 February and 25:00 would become other days.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCMinutes() === minute;
  return isReal ? { at: requireInstant(wall, zone, text), words: null } : null;
}

function ofDay(text: string, zone: string, now: Date): When | null {
  const [, day, clock = ''] = DAY_TIME.exec(text) ?? [];
  const time = readTime(clock);
  if (time === null) return null;
  const today = { ...wallTimeOf(now, zone), ...time };
  const inDays = (days: number): Date => requireInstant({ ...today, day: today.day + days }, zone, text);
  const words = `${text} ${zone}`;
  if (day === 'today') return { at: inDays(0), words };
  if (day === 'tomorrow') return { at: inDays(1), words };
  const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay();
  const ahead = day === undefined ? 0 : (WEEKDAYS.indexOf(day) - weekday + 7) % 7;
  const next = inDays(ahead);
  return { at: next > now ? next : inDays(ahead + (day === undefined ? 1 : 7)), words };
}

function readTime(text: string): Pick<WallTime, 'hour' | 'minute'> | null {
  if (text === 'noon') return { hour: 12, minute: 0 };
  const [, hours, minutes, half] = TIME.exec(text) ?? [];
  // "tomorrow 9" could be a date.
  if (hours === undefined || (minutes === undefined && half === undefined)) return null;
  const minute = Number(minutes ?? 0);
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
  const isReal = minute < 60 && (half === undefined ? hour < 24 : Number(hours) >= 1 && Number(hours) <= 12);
  return isReal ? { hour, minute } : null;
}

function requireInstant(wall: WallTime, zone: string, text: string): Date {
  const at = instantOf(wall, zone);
  if (at === null)
    throw new CliError(`"${text}" does not exist in ${zone}: clocks are put forward over it. Take another time.`);
  return at;
}
