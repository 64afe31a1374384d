import type { HubType } from '@fanfare/contract';
import {
  type Author,
  atMost,
  type ContentRule,
  type ContentRules,
  countMedia,
  isEmpty,
  noDocuments,
  noEffect,
  type OptionSchemas,
  type PlatformLimits,
  refuseWhen,
} from '@fanfare/rules';

/** WordPress and Micropub have no limit of their own; this is the one of the API. */
const MAX_TEXT = 10_000;
const MAX_IMAGES = 10;

const limits: PlatformLimits = {
  text: { max: MAX_TEXT, countedAs: 'utf16', textOnly: true },
  media: { max: MAX_IMAGES, maxImages: MAX_IMAGES, maxVideos: 0, maxDocuments: 0, mixed: false, optional: true },
  supports: {
    firstComment: false,
    repost: false,
    unpublish: true,
    aiGenerated: false,
    altText: true,
    coverUrl: false,
    thumbOffsetMs: false,
    spaces: true,
  },
  firstComment: null,
};

const empty = refuseWhen({
  name: 'hub.content.empty',
  summary: 'A post has text or images.',
  when: isEmpty,
  path: 'content',
  message: 'A post on a hub needs text or images.',
});

const maxLength = atMost({
  name: 'hub.text.max_length',
  summary: 'Text is at most 10,000 UTF-16 code units.',
  path: 'content',
  limit: MAX_TEXT,
  count: ({ content }) => content.length,
  message: (actual) =>
    `A post on a hub is at most ${MAX_TEXT} UTF-16 code units, this one has ${actual}: shorten it by ${actual - MAX_TEXT}.`,
});

const maxImages = atMost({
  name: 'hub.media.max_images',
  summary: 'A post has one image or a carousel of 2 to 10 images.',
  path: 'mediaItems',
  limit: MAX_IMAGES,
  count: (draft) => countMedia(draft, 'image'),
  message: (actual) =>
    `A carousel on a hub has at most ${MAX_IMAGES} images, this one has ${actual}: remove ${actual - MAX_IMAGES}.`,
});

const noVideo = refuseWhen({
  name: 'hub.media.no_video',
  summary: 'Videos are refused: hubs take images only.',
  when: (draft) => countMedia(draft, 'video') > 0,
  path: 'mediaItems',
  message: 'Hubs take images only: leave the video out for this target.',
});

const noAiLabel = refuseWhen({
  name: 'hub.ai_generated.unsupported',
  summary: 'aiGenerated is refused: hubs cannot mark a post as AI-generated.',
  when: ({ aiGenerated }) => aiGenerated,
  path: 'aiGenerated',
  message: 'Hubs cannot mark a post as AI-generated: leave aiGenerated out for this target.',
});

const warnings = noEffect({
  media: [
    { field: 'coverUrl', message: 'coverUrl has no effect on a hub: it takes no videos.' },
    { field: 'thumbOffsetMs', message: 'thumbOffsetMs has no effect on a hub: it takes no videos.' },
  ],
  firstComment: 'First comments are not supported on hubs: commentStatus will be unsupported.',
});

/** The options of one kind of hub, and rules about them. Browser-safe. */
export type HubContent = {
  readonly type: HubType;
  /** Schema of the block of options that is named by the type; absent without options. */
  readonly options?: NonNullable<OptionSchemas[keyof OptionSchemas]>;
  /** Further rules for posts on hubs of this kind. */
  readonly rules?: readonly ContentRule[];
};

/** A rule that holds on one kind of hub. Where the account is not known, it may be any. */
const onHub = (type: HubType, rule: ContentRule): ContentRule => ({
  ...rule,
  check: (draft, author?: Author) => ((author?.hub?.type ?? type) === type ? rule.check(draft, author) : []),
});

/**
 * Creates the content rules of hubs: the same for every kind of hub, with the options of each kind.
 *
 * @example
 * checkContent(draft, createHubRules([wordpressContent])); // [{ rule: 'hub.media.no_video', path: 'mediaItems', … }]
 */
export function createHubRules(kinds: readonly HubContent[]): ContentRules {
  const blocks = kinds.flatMap(({ type, options }) => (options ? [[type, options] as const] : []));
  return {
    platform: 'hub',
    limits,
    rules: [empty, maxLength, maxImages, noVideo, noDocuments('hub'), noAiLabel].concat(
      kinds.flatMap(({ type, rules = [] }) => rules.map((rule) => onHub(type, rule))),
    ),
    options: Object.fromEntries(blocks),
    hubOptions: blocks.map(([type]) => type),
    withoutOption: {
      link: 'link has no effect on a hub: the hub decides how it shows links.',
      thread: 'thread has no effect on hub, which has no chains: the content of the target is published.',
    },
    warnings,
    units: () => 1,
  };
}
