import type { Mutant } from './mutants.ts';
import type { RunResult } from './run-result.ts';

export type ScenarioOptions = {
  readonly seed: number;
  /** How much of each kind; a scenario takes what it knows and has its own measure for the rest. */
  readonly kills?: number;
  readonly targets?: number;
  readonly servers?: number;
  readonly rounds?: number;
  /** Services broken on purpose: the run must then fail. */
  readonly mutants?: readonly Mutant[];
  /** Only these parts of the scenario, by label. */
  readonly only?: RegExp;
  readonly progress: (line: string) => void;
};

/** One kind of misfortune. Runs in parts, so that a long one can be resumed; each part has a world of its own. */
export type Scenario = {
  readonly name: string;
  /** One line for the command's help. */
  readonly about: string;
  readonly parts: readonly string[];
  run(part: string, options: ScenarioOptions): Promise<RunResult>;
};
