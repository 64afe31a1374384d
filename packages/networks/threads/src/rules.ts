import type { ContentRule, ContentRules, Draft, PlatformLimits, Warning } from '@fanfare/rules';
import { countText } from './count-text.ts';
import { uniqueLinks } from './unique-links.ts';

/** Meta, Threads posts guide and changelog (links: 2025-12-22), checked 2026-10. A reply has the same limit as a post. */
const TEXT_MAX = 500;
const LINKS_MAX = 5;
/** Threads takes 20; a post of this service holds 10. */
const ITEMS_MAX = 10;

const limits: PlatformLimits = {
  text: { max: TEXT_MAX, countedAs: 'threads', textOnly: true },
  media: { max: ITEMS_MAX, maxImages: ITEMS_MAX, maxVideos: ITEMS_MAX, mixed: true, optional: true },
  supports: {
    firstComment: true,
    repost: false,
    aiGenerated: false,
    altText: true,
    coverUrl: false,
    thumbOffsetMs: false,
    spaces: false,
  },
  firstComment: { max: TEXT_MAX },
};

const rules: readonly ContentRule[] = [
  {
    name: 'threads.text.required',
    summary: 'A post without media needs text.',
    check: ({ content, media }) =>
      media.length > 0 || content.trim() !== ''
        ? []
        : [
            {
              rule: 'threads.text.required',
              path: 'content',
              message: 'A Threads post without media needs text: write some, or add an image or a video.',
              limit: 1,
              actual: 0,
            },
          ],
  },
  {
    name: 'threads.text.max_length',
    summary: 'Text is at most 500 characters, where an emoji counts as its UTF-8 bytes (often 4 or more).',
    check: ({ content }) => {
      const actual = countText(content);
      if (actual <= TEXT_MAX) return [];
      const message = `A Threads post is at most ${TEXT_MAX} characters (an emoji counts as its bytes), this one counts ${actual}: shorten it by ${actual - TEXT_MAX}.`;
      return [{ rule: 'threads.text.max_length', path: 'content', message, limit: TEXT_MAX, actual }];
    },
  },
  {
    name: 'threads.text.max_links',
    summary: 'Text holds at most 5 different links.',
    check: ({ content }) => {
      const actual = uniqueLinks(content).length;
      if (actual <= LINKS_MAX) return [];
      const message = `A Threads post holds at most ${LINKS_MAX} different links, this one has ${actual}: remove ${actual - LINKS_MAX}.`;
      return [{ rule: 'threads.text.max_links', path: 'content', message, limit: LINKS_MAX, actual }];
    },
  },
  {
    name: 'threads.carousel.max_items',
    summary: 'A post holds up to 10 images and videos; two or more are a carousel.',
    check: ({ media }) =>
      media.length <= ITEMS_MAX
        ? []
        : [
            {
              rule: 'threads.carousel.max_items',
              path: 'mediaItems',
              message: `A Threads carousel holds at most ${ITEMS_MAX} items here, this one has ${media.length}: remove ${media.length - ITEMS_MAX}.`,
              limit: ITEMS_MAX,
              actual: media.length,
            },
          ],
  },
  {
    name: 'threads.ai_generated.unsupported',
    summary: 'aiGenerated is refused: the Threads API has no AI disclosure.',
    check: ({ aiGenerated }) =>
      aiGenerated
        ? [
            {
              rule: 'threads.ai_generated.unsupported',
              path: 'aiGenerated',
              message: 'The Threads API cannot mark a post as AI-generated: leave aiGenerated out for this target.',
            },
          ]
        : [],
  },
  {
    name: 'threads.first_comment.max_length',
    summary: 'The first comment is at most 500 characters, counted like the text.',
    check: ({ firstComment }) => {
      const actual = countText(firstComment ?? '');
      if (actual <= TEXT_MAX) return [];
      const message = `A reply on Threads is at most ${TEXT_MAX} characters (an emoji counts as its bytes), this one counts ${actual}: shorten it by ${actual - TEXT_MAX}.`;
      return [{ rule: 'threads.first_comment.max_length', path: 'firstComment', message, limit: TEXT_MAX, actual }];
    },
  },
];

function itemWarnings(draft: Draft): readonly Warning[] {
  return draft.media.flatMap((item, index) => {
    const warn = (field: string, message: string): Warning => ({ path: `mediaItems[${index}].${field}`, message });
    const found: Warning[] = [];
    if (item.altText !== undefined && item.type === 'video') {
      found.push(warn('altText', 'altText has no effect on a video: only images are described.'));
    }
    if (item.coverUrl !== undefined) {
      found.push(warn('coverUrl', 'coverUrl has no effect on threads: its API takes no cover.'));
    }
    if (item.thumbOffsetMs !== undefined) {
      found.push(warn('thumbOffsetMs', 'thumbOffsetMs has no effect on threads: its API takes no cover.'));
    }
    return found;
  });
}

/**
 * The content laws of Threads. Browser-safe.
 *
 * @example
 * checkContent(draft, threadsRules); // [{ rule: 'threads.text.max_length', path: 'content', limit: 500, actual: 512, … }]
 */
export const threadsRules: ContentRules = {
  platform: 'threads',
  limits,
  rules,
  warnings: (draft) => [
    ...itemWarnings(draft),
    ...(draft.spaceSlug === null
      ? []
      : [{ path: 'spaceSlug', message: 'spaceSlug has no effect on threads: only hub accounts have spaces.' }]),
  ],
  units: () => 1,
};
