import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { Sabotage } from './sabotage.ts';
import type { Scenario } from './scenario.ts';
import { scenario } from './scenarios.ts';
import { type Simulated, simulate } from './simulate.ts';

export type Explored = {
  readonly runs: number;
  readonly turns: number;
  /** Counts of each kind of event, over all runs. */
  readonly seen: Readonly<Record<EventKind, number>>;
  /** The smallest run that broke an invariant. */
  readonly broken: null | { readonly invariants: readonly string[]; readonly report: string };
};

const RUNS_AT_A_STRETCH = 50;

/** Events that must happen now and then; otherwise kept invariants prove nothing. */
const EVENTS = {
  published: / settle published$/,
  'published after a doubt': / belongs to another$/,
  'failed for good': / settle failed (?!outcome_unknown)/,
  'ended in doubt': / settle failed outcome_unknown$/,
  'taken up again': /#[2-9] opens|#[2-9] journal/,
  'taken up three times or more': /#[4-9] journal/,
  'sent the same container again': / resend$/,
  'read that it never happened': / resolve absent$/,
  'sent nothing after all': / resolve not_sent$/,
  commented: / settle comment$/,
  'a comment failed for good': / fail comment (?!outcome_unknown)/,
  'a comment ended in doubt': / fail comment outcome_unknown$/,
  'a comment taken up again': /#[2-9] intend comment$/,
  'put off': / defer$/,
  'handed over': / hand over$/,
  'swept as never sent': / swept a target: worker_lost$/,
  'swept in doubt': / swept a target: outcome_unknown$/,
  'published twice, had the container let it': /: was live already$/,
  'live behind an error': /: on its way \(lie\)$/,
  'lost its database': / threw DatabaseUnavailable/,
  died: / dies$/,
  froze: / sleeps$/,
  stopped: / stops$/,
  'lost its heartbeat': / loses its heartbeat$/,
  cancelled: / asks to cancel$/,
  disconnected: / asks to disconnect$/,
} as const;
type EventKind = keyof typeof EVENTS;

/**
 * Plays many scenarios, each in its own order, until an invariant is broken. The same seed plays
 * the same ones.
 */
export async function explore(options: {
  readonly runs: number;
  readonly seed: number;
  readonly sabotage: Sabotage;
  /** Any by default. */
  readonly scenarios?: fc.Arbitrary<Scenario>;
  /** Shrinks a counterexample as far as it can. */
  readonly shrink: boolean;
}): Promise<Explored> {
  let runs = 0;
  let turns = 0;
  const seen = Object.fromEntries(Object.keys(EVENTS).map((kind) => [kind, 0])) as Record<EventKind, number>;
  let last: Simulated | null = null;
  const property = fc.asyncProperty(fc.scheduler(), options.scenarios ?? scenario, async (scheduler, plan) => {
    // A run never leaves the microtasks, so the signals of all runs would stay in memory.
    if (runs % RUNS_AT_A_STRETCH === 0) await setImmediate();
    const simulated = await simulate(scheduler, plan, options.sabotage);
    runs++;
    turns += simulated.turns;
    const history = simulated.history.join('\n');
    for (const [kind, pattern] of Object.entries(EVENTS)) {
      if (new RegExp(pattern, 'm').test(history)) seen[kind as EventKind]++;
    }
    if (simulated.broken.length > 0) last = simulated;
    return simulated.broken.length === 0;
  });
  const details = await fc.check(property, {
    seed: options.seed,
    numRuns: options.runs,
    endOnFailure: !options.shrink,
  });
  const found = last as Simulated | null;
  const plan = details.counterexample?.[1];
  return {
    runs,
    turns,
    seen,
    broken: found && plan ? { invariants: found.broken, report: describeCounterexample(found, plan, details) } : null,
  };
}

function describeCounterexample(
  { broken, history }: Simulated,
  plan: Scenario,
  { seed, counterexamplePath }: { seed: number; counterexamplePath: string | null },
): string {
  return [...broken, `seed ${seed}, path ${counterexamplePath}`, JSON.stringify(plan), ...history].join('\n');
}
