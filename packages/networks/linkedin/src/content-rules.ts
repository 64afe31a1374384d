import {
  type Author,
  atMost,
  type ContentRule,
  type ContentRules,
  countMedia,
  type Draft,
  firstLink,
  hasBlankComment,
  isEmpty,
  noEffect,
  type PlatformLimits,
  refuseWhen,
  type Warning,
} from '@fanfare/rules';
import { linkedinOptions } from './options.ts';
import { isPage } from './urn.ts';

// LinkedIn, Posts API, MultiImage API, Videos API and Documents API guides (learn.microsoft.com),
// checked 2026-11. LinkedIn takes 2 to 20 images in one post; the product allows 10 (spec section
// 8). Whether LinkedIn counts its 3,000 in UTF-16 code units or in characters is not published:
// code units never exceed it.
const MAX_TEXT = 3000;
const MAX_IMAGES = 10;
const MAX_VIDEOS = 1;
const MAX_DOCUMENTS = 1;
// Comments API: seen by one client only, LinkedIn publishes no figure.
const MAX_COMMENT = 1250;

const limits: PlatformLimits = {
  text: { max: MAX_TEXT, countedAs: 'utf16', textOnly: true },
  media: {
    max: MAX_IMAGES,
    maxImages: MAX_IMAGES,
    maxVideos: MAX_VIDEOS,
    maxDocuments: MAX_DOCUMENTS,
    mixed: false,
    optional: true,
  },
  supports: {
    firstComment: true,
    repost: false,
    unpublish: true,
    aiGenerated: false,
    altText: true,
    coverUrl: true,
    thumbOffsetMs: false,
    spaces: false,
  },
  firstComment: { max: MAX_COMMENT },
};

/** UTF-16 code units, as `MAX_TEXT` above. */
const tooLong =
  (what: string, limit: number) =>
  (actual: number): string =>
    `A LinkedIn ${what} is at most ${limit.toLocaleString('en')} characters; this one has ${actual.toLocaleString('en')}.`;

const rules: readonly ContentRule[] = [
  refuseWhen({
    name: 'linkedin.content.empty',
    summary: 'A post has a text, media, or both.',
    when: isEmpty,
    path: 'content',
    message: 'A LinkedIn post needs a text or media.',
  }),
  atMost({
    name: 'linkedin.text.max_length',
    summary: 'Text is at most 3,000 characters (UTF-16 code units).',
    path: 'content',
    limit: MAX_TEXT,
    count: ({ content }) => content.length,
    message: tooLong('text', MAX_TEXT),
  }),
  atMost({
    name: 'linkedin.images.max_count',
    summary: 'A post has at most 10 images.',
    path: 'mediaItems',
    limit: MAX_IMAGES,
    count: (draft) => countMedia(draft, 'image'),
    message: (actual) => `A LinkedIn post takes at most ${MAX_IMAGES} images; this one has ${actual}.`,
  }),
  atMost({
    name: 'linkedin.videos.max_count',
    summary: 'A post has at most one video.',
    path: 'mediaItems',
    limit: MAX_VIDEOS,
    count: (draft) => countMedia(draft, 'video'),
    message: (actual) => `A LinkedIn post takes a single video; this one has ${actual}.`,
  }),
  atMost({
    name: 'linkedin.documents.max_count',
    summary: 'A post has at most one document.',
    path: 'mediaItems',
    limit: MAX_DOCUMENTS,
    count: (draft) => countMedia(draft, 'document'),
    message: (actual) => `A LinkedIn post takes a single document; this one has ${actual}.`,
  }),
  refuseWhen({
    name: 'linkedin.media.mixed',
    summary: 'Images, a video and a document cannot stand in one post.',
    when: ({ media }) => new Set(media.map(({ type }) => type)).size > 1,
    path: 'mediaItems',
    message: 'A LinkedIn post holds images, a video or a document, not two of these.',
  }),
  refuseWhen({
    name: 'linkedin.poll.exclusive',
    summary: 'A post with a poll has no media.',
    when: ({ media, options }) => options?.poll !== undefined && media.length > 0,
    path: 'poll',
    message: 'LinkedIn takes a poll or media in a post, never both: leave one of them out.',
  }),
  refuseWhen({
    name: 'linkedin.quote_post_id.exclusive',
    summary: 'A post that reshares another has no media and no poll.',
    when: ({ media, options }) =>
      options?.quotePostId !== undefined && (media.length > 0 || options.poll !== undefined),
    path: 'quotePostId',
    message: 'On LinkedIn, a post that reshares another is a text: leave media and poll out, or quotePostId.',
  }),
  {
    name: 'linkedin.thumb_offset.unsupported',
    summary: 'A video cover is chosen with coverUrl; thumbOffsetMs is refused.',
    check: (draft) =>
      draft.media.flatMap((item, index) =>
        item.thumbOffsetMs === undefined
          ? []
          : [
              {
                rule: 'linkedin.thumb_offset.unsupported',
                path: `mediaItems[${index}].thumbOffsetMs`,
                message: 'LinkedIn cannot take a cover from a moment of the video. Use coverUrl with an image instead.',
              },
            ],
      ),
  },
  refuseWhen({
    name: 'linkedin.ai_generated.unsupported',
    summary: 'LinkedIn has no AI disclosure; aiGenerated is refused.',
    when: ({ aiGenerated }) => aiGenerated,
    path: 'aiGenerated',
    message: 'LinkedIn has no AI disclosure on posts. Leave aiGenerated out for this target.',
  }),
  refuseWhen({
    name: 'linkedin.first_comment.blank',
    summary: 'A first comment is more than white space.',
    when: hasBlankComment,
    path: 'firstComment',
    message: 'A first comment on LinkedIn needs a text: write one, or leave firstComment out.',
  }),
  atMost({
    name: 'linkedin.first_comment.max_length',
    summary: 'A first comment is at most 1,250 characters (UTF-16 code units).',
    path: 'firstComment',
    limit: MAX_COMMENT,
    count: ({ firstComment }) => firstComment?.length ?? 0,
    message: tooLong('first comment', MAX_COMMENT),
  }),
];

const ignored = noEffect({
  media: [
    {
      field: 'coverUrl',
      where: ({ type }) => type === 'image',
      message: 'A cover belongs to a video; it is ignored on an image.',
    },
    {
      field: 'coverUrl',
      where: ({ type }) => type === 'document',
      message: 'A cover belongs to a video; LinkedIn shows the first page of a document.',
    },
    {
      field: 'altText',
      where: ({ type }) => type !== 'image',
      message: 'LinkedIn takes alternative text on images only.',
    },
  ],
  spaceSlug: 'Spaces exist on hub accounts only; it is ignored on LinkedIn.',
});

/** Warns of a page's post for connections, as only members have some. */
function warnOfVisibility({ options }: Draft, author?: Author): readonly Warning[] {
  const isLost = options?.linkedin?.visibility === 'connections' && isPage(author?.platformUserId ?? '');
  return isLost ? [{ path: 'linkedin.visibility', message: 'A page has no connections: its post is public.' }] : [];
}

/** Warns of subtitles where no video has them. */
function warnOfCaptions({ media, options }: Draft): readonly Warning[] {
  const isLost = options?.captions !== undefined && !media.some(({ type }) => type === 'video');
  return isLost ? [{ path: 'captions', message: 'The post has no video: captions have no effect.' }] : [];
}

/**
 * LinkedIn's content rules.
 *
 * @example
 * checkContent(draft, linkedinContentRules); // [] or [{ rule: 'linkedin.text.max_length', path: 'content', limit: 3000, actual: 3001, … }]
 */
export const linkedinContentRules: ContentRules = {
  platform: 'linkedin',
  limits,
  rules,
  options: linkedinOptions,
  withoutOption: {
    thread: 'thread has no effect on linkedin, which has no chains: the content of the target is published.',
  },
  warnings: (draft, author) => [...ignored(draft), ...warnOfVisibility(draft, author), ...warnOfCaptions(draft)],
  // LinkedIn takes a card, media, a poll or a reshare, never two of them, and makes no card by
  // itself (LinkedIn, Posts API, article content, checked 2026-11).
  linkCard: ({ content, media, options }) =>
    options?.link === 'none' || options?.poll || options?.quotePostId || media.length > 0 ? null : firstLink(content),
  units: () => 1,
};
