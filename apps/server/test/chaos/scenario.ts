import type { Mutant } from './mutants.ts';
import type { RunResult } from './run-result.ts';

export type ScenarioOptions = {
  readonly seed: number;
  /**
   * The volume of each kind; a scenario uses the ones it knows and has its own default for the
   * rest.
   */
  readonly kills?: number;
  readonly targets?: number;
  readonly servers?: number;
  readonly rounds?: number;
  /** Mutants to run; the run must then fail. */
  readonly mutants?: readonly Mutant[];
  /** Only these parts of the scenario, by label. */
  readonly only?: RegExp;
  readonly progress: (line: string) => void;
};

/**
 * One kind of failure. It runs in parts, so that a long scenario can be resumed; each part has its
 * own world.
 */
export type Scenario = {
  readonly name: string;
  /** One line for the command's help. */
  readonly about: string;
  readonly parts: readonly string[];
  run(part: string, options: ScenarioOptions): Promise<RunResult>;
};
