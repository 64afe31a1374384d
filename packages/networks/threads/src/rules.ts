import type { ContentRules } from '@fanfare/rules';
import { threadsContentRules } from './content-rules.ts';
import { threadsFiles, threadsImage } from './file-rules.ts';

export { countText } from './content-rules.ts';
export { placesOf } from './places.ts';
export { hiddenPlaces } from './text-parts.ts';

/**
 * The rules of Threads about posts and their files. Browser-safe.
 *
 * @example
 * checkContent(draft, threadsRules); // broken rules about the post; checkFiles has those about its files
 */
export const threadsRules: ContentRules = { ...threadsContentRules, files: threadsFiles, image: threadsImage };
