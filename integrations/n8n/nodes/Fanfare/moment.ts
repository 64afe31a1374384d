/**
 * A time of a form as ISO 8601 with an offset: one without an offset is of this time zone. Throws
 * an Error for text that is no time.
 */
export function momentOf(value: string, timeZone: string): string {
  const text = value.trim();
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) throw new Error(`“${value}” is no time: write it as 2026-12-24T18:00, for example.`);
  // The offset of the zone at a moment that is wrong by one offset, then at the right one.
  const guess = asUtc - offsetMs(asUtc, timeZone);
  return new Date(asUtc - offsetMs(guess, timeZone)).toISOString();
}

/** Milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetMs(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}
