import type { Platform } from '@fanfare/contract';
import type { ContentRules, PlatformLimits } from '../src/content-rules.ts';

type Differences = Partial<Pick<ContentRules, 'rules' | 'files' | 'warnings' | 'units'>> & {
  readonly supports?: Partial<PlatformLimits['supports']>;
};

/** Content rules of a platform that allows everything, except for what a test names. */
export function aRulebook(platform: Platform, { supports, ...differences }: Differences = {}): ContentRules {
  return {
    platform,
    limits: {
      text: { max: 500, countedAs: 'utf16', textOnly: true },
      media: { max: 10, maxImages: 10, maxVideos: 1, maxDocuments: 0, mixed: false, optional: true },
      supports: {
        firstComment: true,
        unpublish: false,
        repost: false,
        aiGenerated: false,
        altText: true,
        coverUrl: true,
        thumbOffsetMs: true,
        spaces: false,
        ...supports,
      },
      firstComment: { max: 500 },
    },
    rules: [],
    warnings: () => [],
    units: () => 1,
    ...differences,
  };
}
