import { TARGET_OPTIONS } from '@fanfare/contract';
import type { HubContent } from '@fanfare/hub/rules';
import { refuseWhen } from '@fanfare/rules';

export { splitTitle } from './split-title.ts';

/** The options of WordPress and the rules about them. Browser-safe. */
export const wordpressContent = {
  type: 'wordpress',
  options: TARGET_OPTIONS.wordpress,
  rules: [
    refuseWhen({
      name: 'hub.wordpress_featured_image.missing',
      summary: '`wordpress.featuredImage` is the position of an image in `mediaItems`.',
      when: ({ media, options }) => (options?.wordpress?.featuredImage ?? -1) >= media.length,
      path: 'wordpress.featuredImage',
      message: 'There is no image at this position of mediaItems.',
    }),
  ],
} as const satisfies HubContent;
