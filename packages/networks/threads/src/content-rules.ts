import {
  atMost,
  type ContentRule,
  type ContentRules,
  type Draft,
  hasBlankComment,
  isEmpty,
  noDocuments,
  noEffect,
  type PlatformLimits,
  refuseWhen,
  type Warning,
} from '@fanfare/rules';
import { countBytes, countText } from './count-text.ts';
import { exclusiveOptions } from './exclusive-options.ts';
import { threadsOptions } from './options.ts';
import { textParts } from './text-part-rules.ts';
import { uniqueLinks } from './unique-links.ts';

/** Meta, Threads posts guide and changelog (links: 2025-12-22), 2026-10. Replies have the same. */
const TEXT_MAX = 500;
const LINKS_MAX = 5;
/** Threads takes 20; a post of this service holds 10. */
const ITEMS_MAX = 10;

const limits: PlatformLimits = {
  text: { max: TEXT_MAX, countedAs: 'threads', textOnly: true },
  media: { max: ITEMS_MAX, maxImages: ITEMS_MAX, maxVideos: ITEMS_MAX, maxDocuments: 0, mixed: true, optional: true },
  supports: {
    firstComment: true,
    repost: false,
    unpublish: true,
    aiGenerated: false,
    altText: true,
    coverUrl: false,
    thumbOffsetMs: false,
    spaces: false,
  },
  firstComment: { max: TEXT_MAX },
};

const attachedLinks = (options: Draft['options']): readonly string[] =>
  [options?.threads?.linkAttachment, options?.threads?.textAttachment?.link].filter((link) => link !== undefined);

const rules: readonly ContentRule[] = [
  noDocuments('threads'),
  refuseWhen({
    name: 'threads.text.required',
    summary: 'A post without media needs text.',
    when: isEmpty,
    path: 'content',
    message: 'A Threads post without media needs text: write some, or add an image or a video.',
    limit: 1,
    actual: 0,
  }),
  atMost({
    name: 'threads.text.max_length',
    summary:
      'Text is at most 500 characters (code points), where an emoji counts as its UTF-8 bytes (often 4 or more).',
    path: 'content',
    limit: TEXT_MAX,
    count: ({ content }) => countText(content),
    message: (actual) =>
      `A Threads post is at most ${TEXT_MAX} characters (an emoji counts as its bytes), this one counts ${actual}: shorten it by ${actual - TEXT_MAX}.`,
  }),
  atMost({
    name: 'threads.text.max_links',
    summary: 'The text and the links that are attached hold at most 5 different links.',
    path: 'content',
    limit: LINKS_MAX,
    count: ({ content, options }) => new Set([...uniqueLinks(content), ...attachedLinks(options)]).size,
    message: (actual) =>
      `A Threads post holds at most ${LINKS_MAX} different links, this one has ${actual}: remove ${actual - LINKS_MAX}.`,
  }),
  atMost({
    name: 'threads.carousel.max_items',
    summary: 'A post holds up to 10 images and videos; two or more are a carousel.',
    path: 'mediaItems',
    limit: ITEMS_MAX,
    count: ({ media }) => media.length,
    message: (actual) =>
      `A Threads carousel holds at most ${ITEMS_MAX} items here, this one has ${actual}: remove ${actual - ITEMS_MAX}.`,
  }),
  refuseWhen({
    name: 'threads.ai_generated.unsupported',
    summary: 'aiGenerated is refused: the Threads API has no AI disclosure.',
    when: ({ aiGenerated }) => aiGenerated,
    path: 'aiGenerated',
    message: 'The Threads API cannot mark a post as AI-generated: leave aiGenerated out for this target.',
  }),
  refuseWhen({
    name: 'threads.first_comment.blank',
    summary: 'A first comment is more than white space.',
    when: hasBlankComment,
    path: 'firstComment',
    message: 'A first comment on Threads needs a text: write one, or leave firstComment out.',
  }),
  atMost({
    name: 'threads.first_comment.max_length',
    summary: 'The first comment is at most 500 characters, counted like the text.',
    path: 'firstComment',
    limit: TEXT_MAX,
    count: ({ firstComment }) => countText(firstComment ?? ''),
    message: (actual) =>
      `A reply on Threads is at most ${TEXT_MAX} characters (an emoji counts as its bytes), this one counts ${actual}: shorten it by ${actual - TEXT_MAX}.`,
  }),
  ...textParts,
  ...exclusiveOptions,
];

const ignored = noEffect({
  media: [
    {
      field: 'altText',
      where: ({ type }) => type === 'video',
      message: 'altText has no effect on a video: only images are described.',
    },
    { field: 'coverUrl', message: 'coverUrl has no effect on threads: its API takes no cover.' },
    { field: 'thumbOffsetMs', message: 'thumbOffsetMs has no effect on threads: its API takes no cover.' },
  ],
  spaceSlug: 'spaceSlug has no effect on threads: only hub accounts have spaces.',
});

/** Warns of blurred media where there is none. */
function warnOfSpoiler({ media, options }: Draft): readonly Warning[] {
  const isLost = options?.threads?.spoilerMedia === true && media.length === 0;
  return isLost ? [{ path: 'threads.spoilerMedia', message: 'spoilerMedia has no effect without media.' }] : [];
}

/**
 * Warns of texts whose characters fit and whose bytes do not. Meta counts characters in its guide;
 * publishers saw texts of 498 characters and 504 bytes refused (reported 2026-08).
 */
function mayBeRefused({ content, firstComment }: Draft): readonly Warning[] {
  const texts = [
    { path: 'content', text: content },
    { path: 'firstComment', text: firstComment ?? '' },
  ];
  return texts.flatMap(({ path, text }) => {
    const bytes = countBytes(text);
    if (bytes <= TEXT_MAX || countText(text) > TEXT_MAX) return [];
    return [
      {
        path,
        message: `The text has ${bytes} bytes; Threads may refuse it above ${TEXT_MAX} bytes. Shorten it to be sure.`,
      },
    ];
  });
}

/**
 * The content rules of Threads. Browser-safe.
 *
 * @example
 * checkContent(draft, threadsContentRules); // [{ rule: 'threads.text.max_length', path: 'content', limit: 500, actual: 512, … }]
 */
export const threadsContentRules: ContentRules = {
  platform: 'threads',
  limits,
  rules,
  options: threadsOptions,
  withoutOption: {
    link: 'link has no effect on threads: it makes cards of links by itself.',
    locationId:
      'locationId has no effect on threads: tagging a place needs a permission that accounts are not asked for.',
  },
  warnings: (draft) => [...ignored(draft), ...warnOfSpoiler(draft), ...mayBeRefused(draft)],
  units: () => 1,
};

/** For counters that run while a text is typed. */
export { countText };
