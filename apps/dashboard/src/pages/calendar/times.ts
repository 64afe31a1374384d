const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const long = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The time of the day in the zone of the person: `09:30`. */
export const clockTime = (at: Date): string => clock.format(at);

/** A moment within a sentence: `Sunday, November 22, 2026 at 09:30`. */
export const longTime = (at: Date): string => long.format(at);
