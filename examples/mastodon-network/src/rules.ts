import type { MediaType } from '@fanfare/contract';
import {
  atMost,
  type ContentRule,
  type ContentRules,
  countMedia,
  isEmpty,
  isMixed,
  noDocuments,
  noEffect,
  refuseWhen,
} from '@fanfare/rules';
import type { MastodonLimits } from './config.ts';
import { PLATFORM } from './platform.ts';
import { textLength } from './text-length.ts';

/** Video, audio: one attachment, alone (Mastodon, Posting, Files, checked 2026-11). */
const MAX_VIDEOS = 1;

const warnings = noEffect({
  media: [
    { field: 'coverUrl', message: 'Mastodon chooses the cover itself: coverUrl has no effect.' },
    { field: 'thumbOffsetMs', message: 'Mastodon chooses the cover itself: thumbOffsetMs has no effect.' },
  ],
  spaceSlug: 'Mastodon has no spaces: spaceSlug has no effect.',
});

/**
 * Makes the rules of one Mastodon server, as data and pure functions: safe in a browser.
 *
 * @example
 * checkContent(draft, createMastodonRules(MASTODON_LIMITS)); // [{ rule: 'mastodon.text.max_length', path: 'content', limit: 500, actual: 501, … }]
 */
export function createMastodonRules(limits: Pick<MastodonLimits, 'characters' | 'media'>): ContentRules {
  const { characters: max, media: maxImages } = limits;
  return {
    platform: PLATFORM,
    limits: {
      text: { max, countedAs: 'mastodon', textOnly: true },
      media: { max: maxImages, maxImages, maxVideos: MAX_VIDEOS, maxDocuments: 0, mixed: false, optional: true },
      supports: {
        firstComment: true,
        repost: true,
        unpublish: false,
        aiGenerated: false,
        altText: true,
        coverUrl: false,
        thumbOffsetMs: false,
        spaces: false,
      },
      firstComment: { max },
    },
    rules: [
      refuseWhen({
        name: 'mastodon.content.empty',
        summary: 'A post has text or media.',
        when: isEmpty,
        path: 'content',
        message: 'A post on Mastodon needs text or media.',
      }),
      maxLength('mastodon.text.max_length', 'content', max, ({ content }) => content),
      noDocuments('mastodon'),
      maxOfType('mastodon.media.max_images', 'image', maxImages),
      maxOfType('mastodon.media.max_videos', 'video', MAX_VIDEOS),
      refuseWhen({
        name: 'mastodon.media.mixed',
        summary: 'A post has images or one video, never both.',
        when: isMixed,
        path: 'mediaItems',
        message: 'Mastodon takes images or one video in a post, never both.',
      }),
      refuseWhen({
        name: 'mastodon.ai_generated.unsupported',
        summary: 'Mastodon has no label for AI-generated posts; aiGenerated is refused.',
        when: ({ aiGenerated }) => aiGenerated,
        path: 'aiGenerated',
        message: 'Mastodon has no label for AI-generated posts. Leave aiGenerated out for this target.',
      }),
      maxLength('mastodon.first_comment.max_length', 'firstComment', max, ({ firstComment }) => firstComment ?? ''),
    ],
    withoutOption: { link: 'Mastodon makes cards of links by itself: link has no effect.' },
    warnings,
    units: () => 1,
  };
}

function maxLength(
  name: ContentRule['name'],
  path: 'content' | 'firstComment',
  limit: number,
  textOf: (draft: Parameters<ContentRule['check']>[0]) => string,
): ContentRule {
  const noun = path === 'content' ? 'text' : 'first comment';
  const how = 'a link counts as 23, an emoji as 1, and the server of a mention is free';
  return atMost({
    name,
    summary: `A ${noun} has at most ${limit} characters: ${how}.`,
    path,
    limit,
    count: (draft) => textLength(textOf(draft)),
    message: (actual) => `The ${noun} has ${actual} characters on Mastodon, where ${limit} is the limit (${how}).`,
  });
}

/** Images and videos are counted apart. */
function maxOfType(name: ContentRule['name'], type: MediaType, limit: number): ContentRule {
  const noun = limit === 1 ? type : `${type}s`;
  return atMost({
    name,
    summary: `A post has at most ${limit} ${noun}.`,
    path: 'mediaItems',
    limit,
    count: (draft) => countMedia(draft, type),
    message: (actual) => `Mastodon takes at most ${limit} ${noun} in one post; this one has ${actual}.`,
  });
}
