import type { Refusal } from './refusal.ts';

/** Refuses an id that is unknown, malformed or of another project: all get the same bytes. */
export const noSuch = (resource: 'account' | 'draft' | 'file' | 'post' | 'webhook'): Refusal => ({
  code: 'not_found',
  message: `There is no such ${resource} in this project.`,
});
