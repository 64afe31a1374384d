const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * A length of time in words.
 *
 * @example
 * durationWords(5_400); // '1 hour 30 minutes'
 */
export function durationWords(seconds: number): string {
  let rest = seconds;
  const words = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  });
  return words.join(' ') || '0 seconds';
}
