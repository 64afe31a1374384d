import type { Spread } from '../run-measure.ts';

/** Three digits that count. */
export function figureOf(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `12.0 (9.00 to 31.0)`: the median and the range. */
export const spreadText = ({ median, min, max }: Spread): string =>
  `${figureOf(median)} (${figureOf(min)} to ${figureOf(max)})`;

export const shareOf = (share: number): string => `${Math.round(share * 100)} %`;
