import type { PlanName } from '@fanfare/rules';
import fc from 'fast-check';
import { step } from './arbitrary-step.ts';
import type { Step } from './call.ts';
import { type Answered, type Disagreement, play } from './play.ts';
import { reduce } from './reduce.ts';
import { type Sides, setStage } from './stage.ts';

export type Search = {
  readonly plan: PlanName;
  /** Requests in one sequence; each sequence has its own project. */
  readonly length: number;
  readonly sequences: number;
  readonly seed: number;
  /** Only the sequence that fast-check calls so is played. */
  readonly path?: string;
  /** The time limit of the search for a smaller sequence that disagrees as well. */
  readonly reducingMs: number;
};

export type Found = {
  /** The last one is answered differently. */
  readonly steps: readonly Step[];
  readonly disagreement: Disagreement;
  readonly search: Pick<Search, 'seed' | 'plan'> & { readonly path: string };
};

/**
 * Plays random sequences on both sides until they disagree; returns the smallest sequence found
 * that makes them, or null.
 */
export async function agree(
  sides: Sides,
  search: Search,
  onAnswer: (answered: Answered) => void,
): Promise<Found | null> {
  const { plan, seed, path, sequences: numRuns, length } = search;
  let first: Disagreement | null = null;
  const sequence = fc.array(step, { minLength: length, maxLength: length, size: 'max' });
  const property = fc.asyncProperty(sequence, async (steps) => {
    first = await play(await setStage(sides, plan), steps, onAnswer);
    return first === null;
  });
  // Lists shrink from their beginning, here all that matters is at one place: `reduce` is faster by
  // far.
  const details = await fc.check(property, { seed, numRuns, endOnFailure: true, ...(path !== undefined && { path }) });
  if (!details.failed) return null;
  // What is thrown is no disagreement: a side that does not answer, for one.
  if (first === null) throw details.errorInstance ?? new Error('The search was cut short.');

  let disagreement: Disagreement = first;
  const steps = await reduce(
    details.counterexample![0].slice(0, disagreement.at),
    async (candidate) => {
      const again = await play(await setStage(sides, plan), candidate, () => undefined);
      if (again?.at !== candidate.length || !isLike(again, disagreement)) return false;
      disagreement = again;
      return true;
    },
    search.reducingMs,
  );
  return { steps, disagreement, search: { seed, plan, path: details.counterexamplePath ?? '' } };
}

/** Another disagreement that happens to be found on the way is another story. */
const isLike = (one: Disagreement, other: Disagreement): boolean =>
  one.server.status === other.server.status && one.mock.status === other.mock.status;
