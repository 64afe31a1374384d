/** A time on a wall clock, without a zone. */
export type WallTime = {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** May be beyond the month: day 32 of January is 1 February. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
};

const PARTS = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;

/** Whether the machine knows a zone, such as `Europe/Berlin`. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The zone of the machine; `TZ` sets it. */
export const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Reads the clock of a zone. */
export function wallTimeOf(at: Date, zone: string): WallTime {
  const format = new Intl.DateTimeFormat('en', { ...PARTS, timeZone: zone, hourCycle: 'h23' });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

const asUtc = ({ year, month, day, hour, minute }: WallTime): number => Date.UTC(year, month - 1, day, hour, minute);

/**
 * The moment at which a clock in the zone shows this; the earlier one where it shows it twice.
 * Null where clocks are put forward over it.
 */
export function instantOf(wall: WallTime, zone: string): Date | null {
  const wanted = asUtc(wall);
  // Offsets reach from -12 to +14 hours; those in force around the time are the candidates.
  const offsets = [-86_400_000, 86_400_000].map((ms) => offsetAt(wanted + ms, zone));
  const found = offsets
    .map((offset) => wanted - offset)
    .filter((ms) => asUtc(wallTimeOf(new Date(ms), zone)) === wanted);
  return found.length === 0 ? null : new Date(Math.min(...found));
}

function offsetAt(ms: number, zone: string): number {
  const minute = Math.floor(ms / 60_000) * 60_000;
  return asUtc(wallTimeOf(new Date(minute), zone)) - minute;
}
