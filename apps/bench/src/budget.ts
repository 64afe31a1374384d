import type { Measure } from './measure.ts';
import type { Results } from './report/results.ts';

export type Budget = {
  /** When a measure that begins now should end, in `performance.now()`. */
  endOf(measure: Measure): number;
  /** `about 12 min left`. */
  remaining(measure: Measure): string;
};

const SECOND_MS = 1_000;

/** Shares the time among measures by how long each takes: as it did in the last run, or about so long as it says. */
export function openBudget(measures: readonly Measure[], results: Results, minutes: number): Budget {
  const endMs = performance.now() + minutes * 60 * SECOND_MS;
  const costOf = ({ name, seconds }: Measure): number =>
    results.measures.find((each) => each.name === name)?.tookSeconds ?? seconds;
  const costFrom = (measure: Measure): number =>
    measures.slice(measures.indexOf(measure)).reduce((sum, each) => sum + costOf(each), 0);
  const leftMs = (): number => Math.max(0, endMs - performance.now());
  return {
    endOf: (measure) => performance.now() + (leftMs() * costOf(measure)) / costFrom(measure),
    remaining(measure) {
      const expectedMs = Math.min(leftMs(), costFrom(measure) * SECOND_MS);
      return `about ${Math.ceil(expectedMs / 60 / SECOND_MS)} min left`;
    },
  };
}
