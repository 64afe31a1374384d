import { tryFrozenComments } from './frozen-comments.ts';

// A network that is asked in steps, and one that is asked once. `pnpm nightly` tries the third.
tryFrozenComments(['threads', 'linkedin']);
