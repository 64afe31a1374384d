import type { ContentRules, Draft, PlatformLimits, Violation, Warning } from '@fanfare/rules';

// LinkedIn, Posts API, MultiImage API and Videos API guides (learn.microsoft.com), checked 2026-11.
// LinkedIn takes 2 to 20 images in one post; the product allows 10 (spec section 8). Whether LinkedIn counts its 3,000 in UTF-16 code
// units or in characters is not published: code units never exceed it.
const MAX_TEXT = 3000;
const MAX_IMAGES = 10;
const MAX_VIDEOS = 1;
// Comments API: seen by one client only, LinkedIn publishes no figure.
const MAX_COMMENT = 1250;

const limits: PlatformLimits = {
  text: { max: MAX_TEXT, countedAs: 'utf16', textOnly: true },
  media: { max: MAX_IMAGES, maxImages: MAX_IMAGES, maxVideos: MAX_VIDEOS, mixed: false, optional: true },
  supports: {
    firstComment: true,
    repost: false,
    aiGenerated: false,
    altText: true,
    coverUrl: true,
    thumbOffsetMs: false,
    spaces: false,
  },
  firstComment: { max: MAX_COMMENT },
};

/**
 * LinkedIn's content laws.
 *
 * @example
 * checkContent(draft, linkedinRules); // [] or [{ rule: 'linkedin.text.max_length', path: 'content', limit: 3000, actual: 3001, … }]
 */
export const linkedinRules: ContentRules = {
  platform: 'linkedin',
  limits,
  rules: [
    {
      name: 'linkedin.content.empty',
      summary: 'A post has a text, media, or both.',
      check: (draft) =>
        draft.content.trim() === '' && draft.media.length === 0
          ? [{ rule: 'linkedin.content.empty', path: 'content', message: 'A LinkedIn post needs a text or media.' }]
          : [],
    },
    {
      name: 'linkedin.text.max_length',
      summary: 'Text is at most 3,000 characters (UTF-16 code units).',
      check: (draft) => tooLong('linkedin.text.max_length', 'content', 'text', draft.content, MAX_TEXT),
    },
    {
      name: 'linkedin.images.max_count',
      summary: 'A post has at most 10 images.',
      check: (draft) => tooMany('linkedin.images.max_count', 'images', count(draft, 'image'), MAX_IMAGES),
    },
    {
      name: 'linkedin.videos.max_count',
      summary: 'A post has at most one video.',
      check: (draft) => tooMany('linkedin.videos.max_count', 'videos', count(draft, 'video'), MAX_VIDEOS),
    },
    {
      name: 'linkedin.media.mixed',
      summary: 'Images and a video cannot stand in one post.',
      check: (draft) =>
        count(draft, 'image') > 0 && count(draft, 'video') > 0
          ? [
              {
                rule: 'linkedin.media.mixed',
                path: 'mediaItems',
                message: 'A LinkedIn post holds either images or a video, not both.',
              },
            ]
          : [],
    },
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
                  message:
                    'LinkedIn cannot take a cover from a moment of the video. Use coverUrl with an image instead.',
                },
              ],
        ),
    },
    {
      name: 'linkedin.ai_generated.unsupported',
      summary: 'LinkedIn has no AI disclosure; aiGenerated is refused.',
      check: (draft) =>
        draft.aiGenerated
          ? [
              {
                rule: 'linkedin.ai_generated.unsupported',
                path: 'aiGenerated',
                message: 'LinkedIn has no AI disclosure on posts. Leave aiGenerated out for this target.',
              },
            ]
          : [],
    },
    {
      name: 'linkedin.first_comment.max_length',
      summary: 'A first comment is at most 1,250 characters (UTF-16 code units).',
      check: (draft) =>
        tooLong(
          'linkedin.first_comment.max_length',
          'firstComment',
          'first comment',
          draft.firstComment ?? '',
          MAX_COMMENT,
        ),
    },
  ],
  warnings,
  units: () => 1,
};

function warnings(draft: Draft): readonly Warning[] {
  const found: Warning[] = [];
  for (const [index, item] of draft.media.entries()) {
    if (item.type === 'image' && item.coverUrl !== undefined) {
      found.push({
        path: `mediaItems[${index}].coverUrl`,
        message: 'A cover belongs to a video; it is ignored on an image.',
      });
    }
    if (item.type === 'video' && item.altText !== undefined) {
      found.push({ path: `mediaItems[${index}].altText`, message: 'LinkedIn takes alternative text on images only.' });
    }
  }
  if (draft.spaceSlug !== null) {
    found.push({ path: 'spaceSlug', message: 'Spaces exist on hub accounts only; it is ignored on LinkedIn.' });
  }
  return found;
}

function count(draft: Draft, type: 'image' | 'video'): number {
  return draft.media.filter((item) => item.type === type).length;
}

function tooLong(rule: string, path: string, what: string, text: string, limit: number): readonly Violation[] {
  if (text.length <= limit) return [];
  return [
    {
      rule,
      path,
      message: `A LinkedIn ${what} is at most ${limit.toLocaleString('en')} characters; this one has ${text.length.toLocaleString('en')}.`,
      limit,
      actual: text.length,
    },
  ];
}

function tooMany(rule: string, what: string, actual: number, limit: number): readonly Violation[] {
  if (actual <= limit) return [];
  const allowed = limit === 1 ? 'a single video' : `at most ${limit} ${what}`;
  return [
    { rule, path: 'mediaItems', message: `A LinkedIn post takes ${allowed}; this one has ${actual}.`, limit, actual },
  ];
}
