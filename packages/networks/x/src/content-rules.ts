import type { MediaType } from '@fanfare/contract';
import {
  atMost,
  type ContentRule,
  type ContentRules,
  countMedia,
  type Draft,
  isEmpty,
  isMixed,
  noDocuments,
  noEffect,
  type PlatformLimits,
  refuseWhen,
  type Warning,
} from '@fanfare/rules';
import { countCashtags } from './count-cashtags.ts';
import { hasLink } from './links.ts';
import { xOptions } from './options.ts';
import { invalidCharacter, MAX_PREMIUM_LENGTH, MAX_WEIGHTED_LENGTH, weightedLength } from './text-length.ts';

export const MAX_IMAGES = 4;
const MAX_VIDEOS = 1;
/** Apps of the self-serve plans may use one cashtag in a post (X, manage posts, 2026-02). */
const MAX_CASHTAGS = 1;
/** X charges 13 times as much for a post with a URL (X API pricing, since 2026-04-20). */
const UNITS_WITH_LINK = 65;

const limits: PlatformLimits = {
  text: { max: MAX_WEIGHTED_LENGTH, countedAs: 'weighted', textOnly: true },
  media: {
    max: MAX_IMAGES,
    maxImages: MAX_IMAGES,
    maxVideos: MAX_VIDEOS,
    maxDocuments: 0,
    mixed: false,
    optional: true,
  },
  supports: {
    firstComment: false,
    repost: true,
    unpublish: true,
    aiGenerated: true,
    altText: true,
    coverUrl: false,
    thumbOffsetMs: false,
    spaces: false,
  },
  firstComment: null,
};

/** Limits images or videos. */
function maxOfType(name: ContentRule['name'], type: MediaType, limit: number): ContentRule {
  const noun = limit === 1 ? type : `${type}s`;
  return atMost({
    name,
    summary: `A post has at most ${limit} ${noun}.`,
    path: 'mediaItems',
    limit,
    count: (draft) => countMedia(draft, type),
    message: (actual) => `X takes at most ${limit} ${noun} in one post; this one has ${actual}.`,
  });
}

/** Plans of X Premium (X API, user object, `subscription_type`, checked 2026-11). */
const PREMIUM: readonly string[] = ['Basic', 'Premium', 'PremiumPlus'];

const isPremium = (subscription: string | null): boolean => subscription !== null && PREMIUM.includes(subscription);

/** The weight of a text that an account with this plan may publish. */
export const maxWeightedLength = (subscription: string | null): number =>
  isPremium(subscription) ? MAX_PREMIUM_LENGTH : MAX_WEIGHTED_LENGTH;

const notTooHeavy: ContentRule = {
  name: 'x.text.max_weighted_length',
  summary: `The text weighs at most ${MAX_WEIGHTED_LENGTH}, ${MAX_PREMIUM_LENGTH.toLocaleString('en-US')} for an account with X Premium: a link weighs 23, an emoji 2, most letters 1, Chinese, Japanese and Korean letters 2.`,
  check({ content }, author) {
    const subscription = author?.subscription ?? null;
    const limit = maxWeightedLength(subscription);
    const actual = weightedLength(content);
    if (actual <= limit) return [];
    const which = isPremium(subscription) ? 'with' : 'without';
    const message = `The text weighs ${actual} on X, where ${limit} is the limit of an account ${which} X Premium (a link weighs 23, an emoji 2).`;
    return [{ rule: notTooHeavy.name, path: 'content', message, limit, actual }];
  },
};

const invalidCharacters: ContentRule = {
  name: 'x.text.invalid_characters',
  summary: 'The text holds none of U+FFFE, U+FEFF and U+FFFF.',
  check: (draft) => {
    const found = invalidCharacter(draft.content);
    if (found === null) return [];
    return [
      {
        rule: invalidCharacters.name,
        path: 'content',
        message: `X does not accept the character ${found}. Remove it.`,
      },
    ];
  },
};

const maxCashtags = atMost({
  name: 'x.text.max_cashtags',
  summary: `The text has at most ${MAX_CASHTAGS} cashtag, such as $TWTR.`,
  path: 'content',
  limit: MAX_CASHTAGS,
  count: (draft) => countCashtags(draft.content),
  message: (actual) =>
    `X takes at most ${MAX_CASHTAGS} cashtag in a post; this one has ${actual}. Write the others without the dollar sign.`,
});

const empty = refuseWhen({
  name: 'x.content.empty',
  summary: 'A post has text or media.',
  when: isEmpty,
  path: 'content',
  message: 'A post on X needs text or media.',
});

const mixed = refuseWhen({
  name: 'x.media.mixed',
  summary: 'A post has images or one video, never both.',
  when: isMixed,
  path: 'mediaItems',
  message: 'X takes images or one video in a post, never both.',
});

const exclusivePoll = refuseWhen({
  name: 'x.poll.exclusive',
  summary: 'A post with a poll has no media.',
  when: ({ media, options }) => options?.poll !== undefined && media.length > 0,
  path: 'poll',
  message: 'X takes a poll or media in a post, never both: leave one of them out.',
});

const taggedWithoutMedia = refuseWhen({
  name: 'x.tagged_user_ids.media',
  summary: 'A post that tags accounts has media.',
  when: ({ media, options }) => options?.x?.taggedUserIds !== undefined && media.length === 0,
  path: 'x.taggedUserIds',
  message: 'X tags accounts in media, and this post has none: add media, or mention them in the text.',
});

const ignoredFields = noEffect({
  media: [
    { field: 'coverUrl', message: 'X chooses the cover itself: coverUrl has no effect.' },
    { field: 'thumbOffsetMs', message: 'X chooses the cover itself: thumbOffsetMs has no effect.' },
    {
      field: 'altText',
      where: ({ type }) => type === 'video',
      message: 'X has alternative text on images and GIFs only: altText on a video has no effect.',
    },
  ],
  firstComment: 'First comments are not supported on x: commentStatus will be unsupported.',
  spaceSlug: 'X has no spaces: spaceSlug has no effect.',
});

const warnings = (draft: Draft): readonly Warning[] => [
  ...ignoredFields(draft),
  ...ignoredOptions(draft),
  ...costOfLink(draft),
];

/** A post with a link costs so much more that its author is to know before it is sent. */
const costOfLink = ({ content }: Draft): readonly Warning[] =>
  hasLink(content) ? [{ path: 'content', message: LINK_COSTS }] : [];

const LINK_COSTS = `The text contains a link: this post costs ${UNITS_WITH_LINK} units on X, which has no first comment that could hold the link. Leave the link out to pay 1 unit.`;

/** Options that mean nothing for this draft. */
function ignoredOptions({ media, options = {} }: Draft): readonly Warning[] {
  const { captions, x = {} } = options;
  const warn = (isIgnored: boolean, path: string, message: string) => (isIgnored ? [{ path, message }] : []);
  return [
    ...warn(
      captions !== undefined && !media.some(({ type }) => type === 'video'),
      'captions',
      'captions has no effect without a video.',
    ),
    ...warn(
      x.shareWithFollowers === true && x.communityId === undefined,
      'x.shareWithFollowers',
      'shareWithFollowers has no effect without communityId.',
    ),
    ...warn(
      x.sensitiveMedia !== undefined && media.length === 0,
      'x.sensitiveMedia',
      'sensitiveMedia has no effect without media.',
    ),
  ];
}

/**
 * The rules of X, as data and pure functions: safe in a browser, shared by server and mock.
 *
 * @example
 * checkContent(draft, xContentRules); // [{ rule: 'x.text.max_weighted_length', path: 'content', limit: 280, actual: 301, … }]
 */
export const xContentRules: ContentRules = {
  platform: 'x',
  limits,
  rules: [
    empty,
    notTooHeavy,
    invalidCharacters,
    maxCashtags,
    maxOfType('x.media.max_images', 'image', MAX_IMAGES),
    maxOfType('x.media.max_videos', 'video', MAX_VIDEOS),
    mixed,
    exclusivePoll,
    taggedWithoutMedia,
    noDocuments('x'),
  ],
  options: xOptions,
  withoutOption: {
    link: 'X makes cards of links by itself: link has no effect.',
    firstComments: 'Comments are not supported on x: firstComments has no effect. A thread says more.',
  },
  warnings,
  units: (draft) => (hasLink(draft.content) ? UNITS_WITH_LINK : 1),
};

/** For counters that run while a text is typed. */
export { hasLink, weightedLength };
