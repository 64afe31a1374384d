import type { ContentRules } from '@fanfare/rules';
import { instagramContentRules } from './content-rules.ts';
import { instagramFiles, instagramImage } from './file-rules.ts';

export { formatOf, placeOf } from './format.ts';

/**
 * The rules of Instagram about posts and their files. Browser-safe.
 *
 * @example
 * checkContent(draft, instagramRules); // broken rules about the post; checkFiles has those about its files
 */
export const instagramRules: ContentRules = { ...instagramContentRules, files: instagramFiles, image: instagramImage };
