import { tryFrozenComments } from './frozen-comments.ts';

tryFrozenComments(['instagram']);
