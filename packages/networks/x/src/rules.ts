import type { ContentRule, ContentRules, Draft, PlatformLimits, Warning } from '@fanfare/rules';
import { hasLink } from './links.ts';
import { invalidCharacter, MAX_WEIGHTED_LENGTH, weightedLength } from './text-length.ts';

const MAX_IMAGES = 4;
const MAX_VIDEOS = 1;
/** X charges its developers some 13 times as much for a post with a URL (X API pricing, in force since 2026-04-20). */
const UNITS_WITH_LINK = 65;

const limits: PlatformLimits = {
  text: { max: MAX_WEIGHTED_LENGTH, countedAs: 'weighted', textOnly: true },
  media: { max: MAX_IMAGES, maxImages: MAX_IMAGES, maxVideos: MAX_VIDEOS, mixed: false, optional: true },
  supports: {
    firstComment: false,
    repost: true,
    aiGenerated: true,
    altText: true,
    coverUrl: false,
    thumbOffsetMs: false,
    spaces: false,
  },
  firstComment: null,
};

type MediaType = Draft['media'][number]['type'];

function tooMany(name: ContentRule['name'], type: MediaType, limit: number): ContentRule {
  const noun = limit === 1 ? type : `${type}s`;
  return {
    name,
    summary: `A post has at most ${limit} ${noun}.`,
    check: (draft) => {
      const actual = draft.media.filter((item) => item.type === type).length;
      if (actual <= limit) return [];
      const message = `X takes at most ${limit} ${noun} in one post; this one has ${actual}.`;
      return [{ rule: name, path: 'mediaItems', message, limit, actual }];
    },
  };
}

const maxWeightedLength: ContentRule = {
  name: 'x.text.max_weighted_length',
  summary: `The text weighs at most ${MAX_WEIGHTED_LENGTH}: a link weighs 23, an emoji 2, most letters 1, Chinese, Japanese and Korean letters 2.`,
  check: (draft) => {
    const actual = weightedLength(draft.content);
    if (actual <= MAX_WEIGHTED_LENGTH) return [];
    const message = `The text weighs ${actual} on X, where ${MAX_WEIGHTED_LENGTH} is the limit (a link weighs 23, an emoji 2).`;
    return [{ rule: maxWeightedLength.name, path: 'content', message, limit: MAX_WEIGHTED_LENGTH, actual }];
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

const empty: ContentRule = {
  name: 'x.content.empty',
  summary: 'A post has text or media.',
  check: (draft) => {
    if (draft.media.length > 0 || draft.content.trim() !== '') return [];
    return [{ rule: empty.name, path: 'content', message: 'A post on X needs text or media.' }];
  },
};

const mixed: ContentRule = {
  name: 'x.media.mixed',
  summary: 'A post has images or one video, never both.',
  check: (draft) => {
    if (draft.media.every((item) => item.type === draft.media[0]?.type)) return [];
    return [{ rule: mixed.name, path: 'mediaItems', message: 'X takes images or one video in a post, never both.' }];
  },
};

function warnings(draft: Draft): readonly Warning[] {
  const found: Warning[] = draft.media.flatMap((item, index) => {
    const path = `mediaItems[${index}]`;
    const ignored: Warning[] = [];
    if (item.coverUrl !== undefined)
      ignored.push({ path: `${path}.coverUrl`, message: 'X chooses the cover itself: coverUrl has no effect.' });
    if (item.thumbOffsetMs !== undefined) {
      ignored.push({
        path: `${path}.thumbOffsetMs`,
        message: 'X chooses the cover itself: thumbOffsetMs has no effect.',
      });
    }
    if (item.altText !== undefined && item.type === 'video') {
      ignored.push({
        path: `${path}.altText`,
        message: 'X has alternative text on images and GIFs only: altText on a video has no effect.',
      });
    }
    return ignored;
  });
  if (draft.firstComment !== null) {
    found.push({
      path: 'firstComment',
      message: 'First comments are not supported on x: commentStatus will be unsupported.',
    });
  }
  if (draft.spaceSlug !== null) found.push({ path: 'spaceSlug', message: 'X has no spaces: spaceSlug has no effect.' });
  return found;
}

/**
 * What X accepts, as data and pure functions: safe in a browser, shared by server and mock.
 *
 * @example
 * checkContent(draft, xRules); // [{ rule: 'x.text.max_weighted_length', path: 'content', limit: 280, actual: 301, … }]
 */
export const xRules: ContentRules = {
  platform: 'x',
  limits,
  rules: [
    empty,
    maxWeightedLength,
    invalidCharacters,
    tooMany('x.media.max_images', 'image', MAX_IMAGES),
    tooMany('x.media.max_videos', 'video', MAX_VIDEOS),
    mixed,
  ],
  warnings,
  units: (draft) => (hasLink(draft.content) ? UNITS_WITH_LINK : 1),
};

/** For whoever shows a counter while a text is being written. */
export { hasLink, weightedLength };
