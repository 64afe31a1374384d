import { type ContainerParams, type ContainerPlan, type PlannedContainer, toPublicUrl } from '@fanfare/network-meta';
import type { Draft } from '@fanfare/rules';
import { formatOf, isReel, isStory, placeOf } from './format.ts';

type Item = Draft['media'][number];

/** Posts of the feed and reels have a caption, stories none. */
const caption = (draft: Draft): ContainerParams =>
  draft.content === '' || isStory(draft) ? {} : { caption: draft.content };
/** On a container or carousel parent; on a child it is an error. Meta, changelog 2026-06-22. */
const disclosure = (draft: Draft): ContainerParams => (draft.aiGenerated ? { is_ai_generated: 'true' } : {});
/** Images of the feed only: Instagram refuses it on reels. Meta, changelog 2025-03-24. */
const altText = (item: Item, draft: Draft): ContainerParams =>
  item.altText === undefined || item.altText === '' || isStory(draft) ? {} : { alt_text: item.altText };

/** `cover_url` wins over `thumb_offset`, so only one is sent. */
function cover(item: Item): ContainerParams {
  if (item.coverUrl !== undefined) return { cover_url: toPublicUrl(item.coverUrl) };
  return item.thumbOffsetMs === undefined ? {} : { thumb_offset: String(item.thumbOffsetMs) };
}

/**
 * Options of the whole post: on a single item, or the parent of a carousel. On a child they are an
 * error (gitroomhq/postiz-app#1405). Meta, IG User Media reference, checked 2026-11. The label of
 * paid partnerships is for all kinds of media (Meta, developers' blog, 2026-04-22).
 */
function ofPost(draft: Draft): ContainerParams {
  const { locationId, instagram } = draft.options ?? {};
  const { collaborators, paidPartnership } = instagram ?? {};
  return {
    ...(collaborators && !isStory(draft) && { collaborators: JSON.stringify(collaborators) }),
    ...(locationId !== undefined && !isStory(draft) && { location_id: locationId }),
    ...(paidPartnership && { is_paid_partnership: 'true' }),
  };
}

/**
 * Tags of one item. A reel takes names alone. Stories take tags since 2025-07-09 (Meta, IG User
 * Media).
 */
function tagsOf(draft: Draft, mediaIndex: number): ContainerParams {
  const tags = (draft.options?.instagram?.userTags ?? []).filter((tag) => (tag.mediaIndex ?? 0) === mediaIndex);
  if (tags.length === 0) return {};
  return { user_tags: JSON.stringify(tags.map((tag) => ({ username: tag.username, ...placeOf(draft, tag) }))) };
}

/**
 * Meta, IG User Media reference (`share_to_feed`, `audio_name`, `trial_params` since 2025-12-03),
 * checked 2026-11.
 */
function ofReel(item: Item, draft: Draft): ContainerParams {
  const { shareToFeed = true, audioName, trialGraduation } = draft.options?.instagram ?? {};
  const strategy = trialGraduation === 'performance' ? 'SS_PERFORMANCE' : 'MANUAL';
  return {
    share_to_feed: String(shareToFeed),
    ...cover(item),
    ...(audioName !== undefined && { audio_name: audioName }),
    ...(formatOf(draft) === 'trial_reel' && { trial_params: JSON.stringify({ graduation_strategy: strategy }) }),
  };
}

const address = (item: Item): ContainerParams =>
  item.type === 'image' ? { image_url: toPublicUrl(item.url) } : { video_url: toPublicUrl(item.url) };

function single(item: Item, draft: Draft): ContainerParams {
  return {
    ...(isStory(draft) && { media_type: 'STORIES' }),
    ...(isReel(draft) && { media_type: 'REELS' }),
    ...address(item),
    ...caption(draft),
    ...(item.type === 'image' && altText(item, draft)),
    ...(isReel(draft) && ofReel(item, draft)),
    ...tagsOf(draft, 0),
    ...ofPost(draft),
    ...disclosure(draft),
  };
}

/** Caption, disclosure and options of the post belong to the parent; children take none of them. */
const child = (item: Item, draft: Draft, mediaIndex: number): ContainerParams => ({
  ...(item.type === 'video' && { media_type: 'VIDEO' }),
  ...address(item),
  is_carousel_item: 'true',
  ...(item.type === 'image' && { ...altText(item, draft), ...tagsOf(draft, mediaIndex) }),
});

/**
 * Splits a draft into its containers on Instagram: an image, a reel, a story, or a carousel in
 * array order. The draft has passed `instagramRules`.
 *
 * @example
 * toContainers({ content: 'Hello', media: [{ type: 'image', url: 'https://cdn.example/a.jpg' }], … });
 * // { items: [{ params: { image_url: 'https://cdn.example/a.jpg', caption: 'Hello' }, video: false, mediaIndex: 0 }], parent: null }
 */
export function toContainers(draft: Draft): ContainerPlan {
  const isCarousel = draft.media.length > 1;
  const [first, ...rest] = draft.media.map(
    (item, mediaIndex): PlannedContainer => ({
      params: isCarousel ? child(item, draft, mediaIndex) : single(item, draft),
      video: item.type === 'video',
      mediaIndex,
    }),
  );
  if (first === undefined) throw new TypeError('An Instagram draft has media; its rules refuse any other.');
  const parent = isCarousel
    ? { media_type: 'CAROUSEL', ...caption(draft), ...ofPost(draft), ...disclosure(draft) }
    : null;
  return { items: [first, ...rest], parent };
}

/** The kind of this post when it is read back. */
export function mediaTypeOf(draft: Draft): 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' {
  if (draft.media.length > 1) return 'CAROUSEL_ALBUM';
  return draft.media[0]?.type === 'video' ? 'VIDEO' : 'IMAGE';
}

/** The text of this post when it is read back: a story has none. */
export const textOf = (draft: Draft): string => (isStory(draft) ? '' : draft.content);
