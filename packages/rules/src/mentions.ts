import type { Platform } from '@fanfare/contract';

/** Says why a platform finds nobody to mention, for callers. */
export const noMentionLookUp = (platform: Platform): string =>
  `The platform ${platform} has no look-up for mentions. Write what it takes, such as @name, into content.`;
