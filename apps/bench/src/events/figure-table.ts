/** One line of the table. */
export function print(what: string, figure: string): void {
  console.log(`  ${what.padEnd(24)}  ${figure}`);
}

/** A line with its goal; returns whether it is reached. */
export function judge(
  what: string,
  figure: string,
  goal: { readonly text: string; readonly isReached: boolean },
): boolean {
  print(what, `${figure.padEnd(32)}  goal: ${goal.text}  ${goal.isReached ? 'reached' : 'MISSED'}`);
  return goal.isReached;
}

/** The value that this share of them does not exceed. `sorted` is ascending. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
