import { tryFrozenRuns } from './frozen-runs.ts';

// A network that is asked in steps, and one that is asked once. `pnpm nightly` tries the others.
tryFrozenRuns(['instagram', 'x']);
