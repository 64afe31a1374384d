import { tryFrozenRuns } from './frozen-runs.ts';

tryFrozenRuns(['threads', 'linkedin']);
