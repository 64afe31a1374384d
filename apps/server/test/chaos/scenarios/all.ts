import type { Scenario } from '../scenario.ts';
import { killAtCheckpoints } from './kill-at-checkpoints.ts';

/** In the order the command runs them. */
export const SCENARIOS: readonly Scenario[] = [killAtCheckpoints];
