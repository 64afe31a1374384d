import type { ContentRule, ContentRules, Draft, PlatformLimits, Warning } from '@fanfare/rules';

/** Meta, Instagram content publishing guide and ig-user/media reference, checked 2026-10. */
const CAPTION_MAX = 2200;
const HASHTAGS_MAX = 30;
const MENTIONS_MAX = 20;
const CAROUSEL_MAX = 10;
/** Not documented by Meta; the ceiling other publishers keep, checked 2026-10. */
const COMMENT_MAX = 2200;

const limits: PlatformLimits = {
  text: { max: CAPTION_MAX, countedAs: 'utf16', textOnly: false },
  media: { max: CAROUSEL_MAX, maxImages: CAROUSEL_MAX, maxVideos: CAROUSEL_MAX, mixed: true, optional: false },
  supports: {
    firstComment: true,
    repost: false,
    aiGenerated: true,
    altText: true,
    coverUrl: true,
    thumbOffsetMs: true,
    spaces: false,
  },
  firstComment: { max: COMMENT_MAX },
};

/** `#one#two` are two hashtags, `a#b` and the fragment of a link are none. */
function countHashtags(text: string): number {
  const runs = text.match(/(?<![\p{L}\p{M}\p{N}_&/])(?:#[\p{L}\p{M}\p{N}_]+)+/gu) ?? [];
  return runs.join('').split('#').length - 1;
}

/** An e-mail address mentions nobody. */
const countMentions = (text: string): number =>
  text.match(/(?<![\p{L}\p{N}_.@/])@[a-z0-9_.]*[a-z0-9_]/giu)?.length ?? 0;

const rules: readonly ContentRule[] = [
  {
    name: 'instagram.media.required',
    summary: 'A post needs at least one image or video.',
    check: ({ media }) =>
      media.length > 0
        ? []
        : [
            {
              rule: 'instagram.media.required',
              path: 'mediaItems',
              message: 'Instagram has no posts without media: add an image or a video.',
              limit: 1,
              actual: 0,
            },
          ],
  },
  {
    name: 'instagram.carousel.max_items',
    summary: 'A carousel holds 2 to 10 images and videos; a single item is an image post or a reel.',
    check: ({ media }) =>
      media.length <= CAROUSEL_MAX
        ? []
        : [
            {
              rule: 'instagram.carousel.max_items',
              path: 'mediaItems',
              message: `An Instagram carousel holds at most ${CAROUSEL_MAX} items, this one has ${media.length}: remove ${media.length - CAROUSEL_MAX}.`,
              limit: CAROUSEL_MAX,
              actual: media.length,
            },
          ],
  },
  {
    name: 'instagram.caption.max_length',
    summary: 'The caption is at most 2,200 characters.',
    check: ({ content }) =>
      content.length <= CAPTION_MAX
        ? []
        : [
            {
              rule: 'instagram.caption.max_length',
              path: 'content',
              message: `An Instagram caption is at most ${CAPTION_MAX} characters, this one has ${content.length}: shorten it by ${content.length - CAPTION_MAX}.`,
              limit: CAPTION_MAX,
              actual: content.length,
            },
          ],
  },
  {
    name: 'instagram.caption.max_hashtags',
    summary: 'The caption holds at most 30 hashtags; Instagram itself may accept fewer.',
    check: ({ content }) => {
      const actual = countHashtags(content);
      if (actual <= HASHTAGS_MAX) return [];
      const message = `An Instagram caption holds at most ${HASHTAGS_MAX} hashtags, this one has ${actual}: remove ${actual - HASHTAGS_MAX}.`;
      return [{ rule: 'instagram.caption.max_hashtags', path: 'content', message, limit: HASHTAGS_MAX, actual }];
    },
  },
  {
    name: 'instagram.caption.max_mentions',
    summary: 'The caption mentions at most 20 accounts.',
    check: ({ content }) => {
      const actual = countMentions(content);
      if (actual <= MENTIONS_MAX) return [];
      const message = `An Instagram caption mentions at most ${MENTIONS_MAX} accounts, this one mentions ${actual}: remove ${actual - MENTIONS_MAX}.`;
      return [{ rule: 'instagram.caption.max_mentions', path: 'content', message, limit: MENTIONS_MAX, actual }];
    },
  },
  {
    name: 'instagram.first_comment.max_length',
    summary: 'The first comment is at most 2,200 characters.',
    check: ({ firstComment }) => {
      const actual = firstComment?.length ?? 0;
      if (actual <= COMMENT_MAX) return [];
      const message = `A comment on Instagram is at most ${COMMENT_MAX} characters, this one has ${actual}: shorten it by ${actual - COMMENT_MAX}.`;
      return [
        { rule: 'instagram.first_comment.max_length', path: 'firstComment', message, limit: COMMENT_MAX, actual },
      ];
    },
  },
];

function itemWarnings(draft: Draft): readonly Warning[] {
  const single = draft.media.length === 1;
  return draft.media.flatMap((item, index) => {
    const warn = (field: string, message: string): Warning => ({ path: `mediaItems[${index}].${field}`, message });
    const reel = single && item.type === 'video';
    const found: Warning[] = [];
    if (item.altText !== undefined && item.type === 'video') {
      found.push(warn('altText', 'altText has no effect on a video: Instagram keeps descriptions of images only.'));
    }
    if (item.coverUrl !== undefined && !reel) {
      found.push(warn('coverUrl', 'coverUrl has no effect here: Instagram takes a cover for a single video only.'));
    }
    if (item.thumbOffsetMs !== undefined && !reel) {
      found.push(
        warn('thumbOffsetMs', 'thumbOffsetMs has no effect here: Instagram takes a cover for a single video only.'),
      );
    } else if (item.thumbOffsetMs !== undefined && item.coverUrl !== undefined) {
      found.push(warn('thumbOffsetMs', 'thumbOffsetMs has no effect beside coverUrl: the cover image wins.'));
    }
    return found;
  });
}

/**
 * The content laws of Instagram. Browser-safe.
 *
 * @example
 * checkContent(draft, instagramRules); // [{ rule: 'instagram.media.required', path: 'mediaItems', … }]
 */
export const instagramRules: ContentRules = {
  platform: 'instagram',
  limits,
  rules,
  warnings: (draft) => [
    ...itemWarnings(draft),
    ...(draft.spaceSlug === null
      ? []
      : [{ path: 'spaceSlug', message: 'spaceSlug has no effect on instagram: only hub accounts have spaces.' }]),
  ],
  units: () => 1,
};
