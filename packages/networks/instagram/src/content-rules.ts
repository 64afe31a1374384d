import { TARGET_OPTIONS } from '@fanfare/contract';
import {
  atMost,
  type ContentRule,
  type ContentRules,
  type Draft,
  hasBlankComment,
  noDocuments,
  noEffect,
  type PlatformLimits,
  refuseWhen,
  type Warning,
} from '@fanfare/rules';
import { z } from 'zod';
import { formatOf, isReel, isStory, placeOf } from './format.ts';

/** Meta, Instagram content publishing guide and ig-user/media reference, checked 2026-10. */
const CAPTION_MAX = 2200;
const HASHTAGS_MAX = 30;
const MENTIONS_MAX = 20;
const CAROUSEL_MAX = 10;
/** Not documented by Meta; the ceiling other publishers keep, checked 2026-10. */
const COMMENT_MAX = 2200;

/**
 * Meta, IG User Media reference: `location_id` is the id of a Page with a location. Checked
 * 2026-11.
 */
const LocationIdSchema = z
  .string()
  .regex(/^\d{1,30}$/, 'Must be Meta’s id of a place, a number.')
  .describe('Meta’s id of a place that the post names, a number. Its API has no look-up of places for this sign-in.');

const limits: PlatformLimits = {
  text: { max: CAPTION_MAX, countedAs: 'utf16', textOnly: false },
  media: {
    max: CAROUSEL_MAX,
    maxImages: CAROUSEL_MAX,
    maxVideos: CAROUSEL_MAX,
    maxDocuments: 0,
    mixed: true,
    optional: false,
  },
  supports: {
    firstComment: true,
    repost: false,
    unpublish: false,
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
  noDocuments('instagram'),
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
    name: 'instagram.format.media',
    summary: 'A story has one picture or video; a reel and a trial reel have one video.',
    when: (draft) =>
      (isStory(draft) && draft.media.length > 1) ||
      (isReel(draft) && !(draft.media.length === 1 && draft.media[0]?.type === 'video')),
    path: 'instagram.format',
    message: 'A story has one picture or video, and a reel one video. Change the media, or leave format out.',
  }),
  {
    name: 'instagram.user_tags.place',
    summary:
      'A tag names an item of the post, but no video of a carousel; on a picture of the feed it has a place: x and y.',
    check: (draft) =>
      (draft.options?.instagram?.userTags ?? []).flatMap(({ mediaIndex = 0, x, y }, index) => {
        const item = draft.media[mediaIndex];
        const path = `instagram.userTags[${index}]`;
        const rule = 'instagram.user_tags.place';
        if (!item)
          return [{ rule, path, message: `There is no mediaItems[${mediaIndex}]. Name an item of this post.` }];
        if (item.type === 'video' && draft.media.length > 1)
          return [{ rule, path, message: 'A video of a carousel takes no tags. Tag a picture of it.' }];
        const needsPlace = item.type === 'image' && !isStory(draft);
        if (!needsPlace || (x !== undefined && y !== undefined)) return [];
        return [{ rule, path, message: 'A tag on a picture needs x and y, each 0 to 1.' }];
      }),
  },
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

const ignored = noEffect({
  media: [
    {
      field: 'altText',
      where: ({ type }, draft) => type === 'video' || isStory(draft),
      message: 'altText has no effect here: Instagram keeps descriptions of images in the feed only.',
    },
    {
      field: 'coverUrl',
      where: (_, draft) => !isReel(draft),
      message: 'coverUrl has no effect here: Instagram takes a cover for a reel only.',
    },
    {
      field: 'thumbOffsetMs',
      where: (_, draft) => !isReel(draft),
      message: 'thumbOffsetMs has no effect here: Instagram takes a cover for a reel only.',
    },
    {
      field: 'thumbOffsetMs',
      where: (item, draft) => isReel(draft) && item.coverUrl !== undefined,
      message: 'thumbOffsetMs has no effect beside coverUrl: the cover image wins.',
    },
  ],
  spaceSlug: 'spaceSlug has no effect on instagram: only hub accounts have spaces.',
});

type Ignored = { readonly path: string; readonly isAsked: boolean; readonly message: string };

/** Warnings of what a story, or anything but a reel, goes out without. */
function ignoredByFormat(draft: Draft): readonly Warning[] {
  const { locationId, instagram = {} } = draft.options ?? {};
  const { collaborators, userTags = [], shareToFeed, audioName, trialGraduation } = instagram;
  const reelOnly = (path: string, value: unknown): Ignored => ({
    path: `instagram.${path}`,
    isAsked: value !== undefined && !isReel(draft),
    message: `${path} has no effect here: it belongs to a reel.`,
  });
  const onStory = (path: string, isAsked: boolean, message: string): Ignored => ({
    path,
    isAsked: isAsked && isStory(draft),
    message,
  });
  const all: readonly Ignored[] = [
    onStory('content', draft.content !== '', 'A story has no text: it goes out without.'),
    onStory(
      'firstComment',
      draft.firstComment !== null,
      'A story takes no comments: commentStatus will be unsupported.',
    ),
    onStory('locationId', locationId !== undefined, 'A story names no place: it goes out without.'),
    onStory('instagram.collaborators', collaborators !== undefined, 'A story has no co-authors: it goes out without.'),
    ...userTags.map((tag, index) => ({
      path: `instagram.userTags[${index}]`,
      isAsked: (tag.x ?? tag.y) !== undefined && placeOf(draft, tag) === null && (isReel(draft) || isStory(draft)),
      message: isReel(draft)
        ? 'x and y have no effect here: a tag on a reel has no place.'
        : 'x and y have no effect without each other: the tag goes out without a place.',
    })),
    reelOnly('shareToFeed', shareToFeed),
    reelOnly('audioName', audioName),
    {
      path: 'instagram.trialGraduation',
      isAsked: trialGraduation !== undefined && formatOf(draft) !== 'trial_reel',
      message: 'trialGraduation has no effect here: it belongs to a trial reel.',
    },
  ];
  return all.flatMap(({ isAsked, path, message }) => (isAsked ? [{ path, message }] : []));
}

/**
 * Warns of a label that may be missing: Meta's blog (2026-04-22) has it for Facebook Login, while
 * its Python SDK (2026-06-24) lists `is_paid_partnership` for Instagram Login too.
 */
function uncertainLabel({ options }: Draft): readonly Warning[] {
  if (!options?.instagram?.paidPartnership) return [];
  return [
    {
      path: 'instagram.paidPartnership',
      message:
        'Meta documents the label of paid partnerships for apps with Facebook Login: look at the post to see that it shows the label.',
    },
  ];
}

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
  withoutOption: {
    link: 'link has no effect on instagram: it shows no links in captions.',
    thread: 'thread has no effect on instagram, which has no chains: the content of the target is published.',
  },
  options: {
    locationId: LocationIdSchema,
    firstComments: TARGET_OPTIONS.firstComments,
    instagram: TARGET_OPTIONS.instagram,
  },
  withoutUnpublish: 'Meta lets only apps with Facebook Login delete posts: delete it in the Instagram app.',
  takesComment: (draft) => !isStory(draft),
  warnings: (draft) => [...ignored(draft), ...ignoredByFormat(draft), ...uncertainLabel(draft)],
  units: () => 1,
};
