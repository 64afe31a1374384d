import type { FleetCounts } from './fleet.ts';
import { type Judgement, VIOLATIONS, violationsOf } from './oracle.ts';

/** One run of one scenario, as stored in the results file. */
export type RunResult = {
  readonly scenario: string;
  readonly label: string;
  readonly seed: number;
  readonly seconds: number;
  readonly kills: number;
  readonly stops: number;
  readonly hangs: number;
  readonly restarts: number;
  readonly cuts: number;
  readonly faults: number;
  readonly targets: number;
  readonly published: number;
  readonly unknownLive: number;
  readonly unknownAbsent: number;
  readonly doubles: number;
  readonly unsettled: number;
  readonly falseReports: number;
  readonly ledger: number;
  readonly lost: number;
  /** Other measurements of the run, in words. */
  readonly notes: string;
  /** The last log lines of level error, for debugging. */
  readonly errors: readonly string[];
  /** Stored rows of the first targets with a finding. */
  readonly journals: readonly string[];
  /** All violations; a run without any has passed. */
  readonly violations: readonly string[];
};

type Happened = {
  readonly scenario: string;
  readonly label: string;
  readonly seed: number;
  readonly startedAt: number;
  readonly fleet: FleetCounts;
  readonly judgement: Judgement;
  readonly restarts?: number;
  readonly cuts?: number;
  readonly faults?: number;
  readonly notes?: string;
  /** In addition to the oracle's findings. */
  readonly violations?: readonly string[];
};

function commentNotes({ comments }: Judgement): string[] {
  const { published, failed, unknown } = comments;
  if (published + failed === 0) return [];
  const codes = Object.entries(comments.codes).map(([code, n]) => `${code} ${n}`);
  return [`comments: ${[`${published} published`, `${unknown} unknown`, ...codes].join(', ')}`];
}

export function toRunResult(happened: Happened): RunResult {
  const { judgement, fleet } = happened;
  const size = Object.fromEntries(VIOLATIONS.map((kind) => [kind, judgement[kind].length]));
  const codes = Object.entries(judgement.codes).map(([code, n]) => `${code} ${n}`);
  const notes = [
    `settled after ${(judgement.settledAfterMs / 1000).toFixed(1)} s`,
    ...(codes.length > 0 ? [codes.join(', ')] : []),
    ...commentNotes(judgement),
    ...(fleet.crashes > 0 ? [`${fleet.crashes} crashes`] : []),
    ...(happened.notes ? [happened.notes] : []),
  ];
  const crashes =
    fleet.crashes > 0 ? [`crashes: ${fleet.crashes} processes ended by themselves: ${fleet.errors.join(' ; ')}`] : [];
  return {
    scenario: happened.scenario,
    label: happened.label,
    seed: happened.seed,
    seconds: Math.round((Date.now() - happened.startedAt) / 1000),
    kills: fleet.kills,
    stops: fleet.stops,
    hangs: fleet.hangs,
    restarts: happened.restarts ?? 0,
    cuts: happened.cuts ?? 0,
    faults: happened.faults ?? 0,
    targets: judgement.targets,
    published: judgement.published,
    unknownLive: judgement.unknownLive,
    unknownAbsent: judgement.unknownAbsent,
    doubles: size.doubles ?? 0,
    unsettled: size.unsettled ?? 0,
    falseReports: size.falseReports ?? 0,
    ledger: size.ledger ?? 0,
    lost: size.lost ?? 0,
    notes: notes.join('; '),
    errors: fleet.errors.slice(-5),
    journals: judgement.journals,
    violations: [...violationsOf(judgement), ...crashes, ...(happened.violations ?? [])],
  };
}
