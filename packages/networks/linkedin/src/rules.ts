import type { ContentRules } from '@fanfare/rules';
import { linkedinContentRules } from './content-rules.ts';
import { linkedinFiles, linkedinImage } from './file-rules.ts';

export { MENTION } from './little-text.ts';
export { POLL_MINUTES } from './options.ts';

/**
 * The rules of LinkedIn about posts and their files. Browser-safe.
 *
 * @example
 * checkContent(draft, linkedinRules); // broken rules about the post; checkFiles has those about its files
 */
export const linkedinRules: ContentRules = { ...linkedinContentRules, files: linkedinFiles, image: linkedinImage };
