/** Calls that a network got, by answer. Columns, so that a million take 24 MB. */
export type Arrivals = {
  readonly count: number;
  /** `Date.now()` when the call was complete. */
  readonly at: Float64Array<ArrayBuffer>;
  /** After the time that the text names with `due <ms>`, 0 without one; negative: early. */
  readonly lateMs: Float64Array<ArrayBuffer>;
  readonly answeredAt: Float64Array<ArrayBuffer>;
};

export type ArrivalLog = {
  add(at: number, lateMs: number, answeredAt: number): void;
  /** Those since the last call. */
  take(): Arrivals;
};

const FIRST_SIZE = 4_096;

export function openArrivalLog(): ArrivalLog {
  let count = 0;
  let [at, lateMs, answeredAt] = emptyColumns();
  return {
    add(callAt, callLateMs, callAnsweredAt) {
      if (count === at.length) [at, lateMs, answeredAt] = [grown(at), grown(lateMs), grown(answeredAt)];
      at[count] = callAt;
      lateMs[count] = callLateMs;
      answeredAt[count] = callAnsweredAt;
      count++;
    },
    take() {
      const taken = {
        count,
        at: at.slice(0, count),
        lateMs: lateMs.slice(0, count),
        answeredAt: answeredAt.slice(0, count),
      };
      count = 0;
      [at, lateMs, answeredAt] = emptyColumns();
      return taken;
    },
  };
}

type Column = Float64Array<ArrayBuffer>;

const emptyColumns = (): [Column, Column, Column] => [
  new Float64Array(FIRST_SIZE),
  new Float64Array(FIRST_SIZE),
  new Float64Array(FIRST_SIZE),
];

function grown(column: Column): Column {
  const larger = new Float64Array(column.length * 2);
  larger.set(column);
  return larger;
}

/** The lateness of this share of the calls, in milliseconds after they were due. */
export function lateness({ lateMs }: Pick<Arrivals, 'lateMs'>, share: number): number {
  const sorted = lateMs.toSorted();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Time at which the last one was answered. */
export const lastAnswer = ({ answeredAt }: Arrivals): number =>
  answeredAt.reduce((last, each) => Math.max(last, each), 0);
