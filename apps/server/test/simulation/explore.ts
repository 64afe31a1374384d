import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { Sabotage } from './sabotage.ts';
import type { Scenario } from './scenario.ts';
import { scenario } from './scenarios.ts';
import { type Simulated, simulate } from './simulate.ts';

export type Explored = {
  readonly runs: number;
  readonly turns: number;
  /** How often each kind of thing happened, over all runs. */
  readonly seen: Readonly<Record<Sight, number>>;
  /** The smallest run that was found in which a law was broken. */
  readonly broken: null | { readonly laws: readonly string[]; readonly report: string };
};

const RUNS_AT_A_STRETCH = 50;

/** What a run must meet now and then, or nothing is shown by its keeping the laws. */
const SIGHTS = {
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
type Sight = keyof typeof SIGHTS;

/** Plays many scenarios, each in an order of its own, until a law is broken. The same seed plays the same ones. */
export async function explore(options: {
  readonly runs: number;
  readonly seed: number;
  readonly sabotage: Sabotage;
  /** Any by default. */
  readonly scenarios?: fc.Arbitrary<Scenario>;
  /** Makes what was found as small as it can. */
  readonly shrink: boolean;
}): Promise<Explored> {
  let runs = 0;
  let turns = 0;
  const seen = Object.fromEntries(Object.keys(SIGHTS).map((sight) => [sight, 0])) as Record<Sight, number>;
  let last: Simulated | null = null;
  const property = fc.asyncProperty(fc.scheduler(), options.scenarios ?? scenario, async (scheduler, plan) => {
    // Nothing in a run leaves the microtasks, and until something does the signals of all runs stay in memory.
    if (runs % RUNS_AT_A_STRETCH === 0) await setImmediate();
    const simulated = await simulate(scheduler, plan, options.sabotage);
    runs++;
    turns += simulated.turns;
    const story = simulated.history.join('\n');
    for (const [sight, pattern] of Object.entries(SIGHTS)) {
      if (new RegExp(pattern, 'm').test(story)) seen[sight as Sight]++;
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
    broken: found && plan ? { laws: found.broken, report: tell(found, plan, details) } : null,
  };
}

function tell(
  { broken, history }: Simulated,
  plan: Scenario,
  { seed, counterexamplePath }: { seed: number; counterexamplePath: string | null },
): string {
  return [...broken, `seed ${seed}, path ${counterexamplePath}`, JSON.stringify(plan), ...history].join('\n');
}
