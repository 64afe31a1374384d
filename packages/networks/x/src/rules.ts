import type { ContentRules } from '@fanfare/rules';
import { xContentRules } from './content-rules.ts';
import { xFiles, xImage } from './file-rules.ts';

export { hasLink, maxWeightedLength, weightedLength } from './content-rules.ts';
export { POLL_MINUTES } from './options.ts';
export { MAX_WEIGHTED_LENGTH } from './text-length.ts';

/**
 * The rules of X about posts and their files. Browser-safe.
 *
 * @example
 * checkContent(draft, xRules); // broken rules about the post; checkFiles has those about its files
 */
export const xRules: ContentRules = { ...xContentRules, files: xFiles, image: xImage };
