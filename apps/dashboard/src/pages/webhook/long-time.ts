const format = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A moment within a sentence, in the zone of the person: `November 23 at 21:04`. */
export const longTime = (at: string): string => format.format(new Date(at));
