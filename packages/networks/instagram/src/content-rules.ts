import {
  atMost,
  type ContentRule,
  type ContentRules,
  type Draft,
  hasBlankComment,
  noEffect,
  type PlatformLimits,
  refuseWhen,
} from '@fanfare/rules';

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
  refuseWhen({
    name: 'instagram.media.required',
    summary: 'A post needs at least one image or video.',
    when: ({ media }) => media.length === 0,
    path: 'mediaItems',
    message: 'Instagram has no posts without media: add an image or a video.',
    limit: 1,
    actual: 0,
  }),
  atMost({
    name: 'instagram.carousel.max_items',
    summary: 'A carousel holds 2 to 10 images and videos; a single item is an image post or a reel.',
    path: 'mediaItems',
    limit: CAROUSEL_MAX,
    count: ({ media }) => media.length,
    message: (actual) =>
      `An Instagram carousel holds at most ${CAROUSEL_MAX} items, this one has ${actual}: remove ${actual - CAROUSEL_MAX}.`,
  }),
  atMost({
    name: 'instagram.caption.max_length',
    summary: 'The caption is at most 2,200 characters.',
    path: 'content',
    limit: CAPTION_MAX,
    count: ({ content }) => content.length,
    message: (actual) =>
      `An Instagram caption is at most ${CAPTION_MAX} characters, this one has ${actual}: shorten it by ${actual - CAPTION_MAX}.`,
  }),
  atMost({
    name: 'instagram.caption.max_hashtags',
    summary: 'The caption holds at most 30 hashtags; Instagram itself may accept fewer.',
    path: 'content',
    limit: HASHTAGS_MAX,
    count: ({ content }) => countHashtags(content),
    message: (actual) =>
      `An Instagram caption holds at most ${HASHTAGS_MAX} hashtags, this one has ${actual}: remove ${actual - HASHTAGS_MAX}.`,
  }),
  atMost({
    name: 'instagram.caption.max_mentions',
    summary: 'The caption mentions at most 20 accounts.',
    path: 'content',
    limit: MENTIONS_MAX,
    count: ({ content }) => countMentions(content),
    message: (actual) =>
      `An Instagram caption mentions at most ${MENTIONS_MAX} accounts, this one mentions ${actual}: remove ${actual - MENTIONS_MAX}.`,
  }),
  refuseWhen({
    name: 'instagram.first_comment.blank',
    summary: 'A first comment is more than white space.',
    when: hasBlankComment,
    path: 'firstComment',
    message: 'A first comment on Instagram needs a text: write one, or leave firstComment out.',
  }),
  atMost({
    name: 'instagram.first_comment.max_length',
    summary: 'The first comment is at most 2,200 characters.',
    path: 'firstComment',
    limit: COMMENT_MAX,
    count: ({ firstComment }) => firstComment?.length ?? 0,
    message: (actual) =>
      `A comment on Instagram is at most ${COMMENT_MAX} characters, this one has ${actual}: shorten it by ${actual - COMMENT_MAX}.`,
  }),
];

/** A single video; only it has a cover. */
const isReel = (item: Draft['media'][number], { media }: Draft): boolean => item.type === 'video' && media.length === 1;

const warnings = noEffect({
  media: [
    {
      field: 'altText',
      where: ({ type }) => type === 'video',
      message: 'altText has no effect on a video: Instagram keeps descriptions of images only.',
    },
    {
      field: 'coverUrl',
      where: (item, draft) => !isReel(item, draft),
      message: 'coverUrl has no effect here: Instagram takes a cover for a single video only.',
    },
    {
      field: 'thumbOffsetMs',
      where: (item, draft) => !isReel(item, draft),
      message: 'thumbOffsetMs has no effect here: Instagram takes a cover for a single video only.',
    },
    {
      field: 'thumbOffsetMs',
      where: (item, draft) => isReel(item, draft) && item.coverUrl !== undefined,
      message: 'thumbOffsetMs has no effect beside coverUrl: the cover image wins.',
    },
  ],
  spaceSlug: 'spaceSlug has no effect on instagram: only hub accounts have spaces.',
});

/**
 * The content rules of Instagram. Browser-safe.
 *
 * @example
 * checkContent(draft, instagramContentRules); // [{ rule: 'instagram.media.required', path: 'mediaItems', … }]
 */
export const instagramContentRules: ContentRules = {
  platform: 'instagram',
  limits,
  rules,
  withoutOption: { link: 'link has no effect on instagram: it shows no links in captions.' },
  warnings,
  units: () => 1,
};
