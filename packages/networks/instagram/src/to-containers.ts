import { type ContainerParams, type ContainerPlan, type PlannedContainer, toPublicUrl } from '@fanfare/network-meta';
import type { Draft } from '@fanfare/rules';

type Item = Draft['media'][number];

const caption = (draft: Draft): ContainerParams => (draft.content === '' ? {} : { caption: draft.content });
/** On a container or carousel parent; on a child it is an error. Meta, changelog 2026-06-22. */
const disclosure = (draft: Draft): ContainerParams => (draft.aiGenerated ? { is_ai_generated: 'true' } : {});
/** Images only: Instagram refuses it on reels. Meta, changelog 2025-03-24. */
const altText = (item: Item): ContainerParams =>
  item.altText === undefined || item.altText === '' ? {} : { alt_text: item.altText };

/** `cover_url` wins over `thumb_offset`, so only one is sent. */
function cover(item: Item): ContainerParams {
  if (item.coverUrl !== undefined) return { cover_url: toPublicUrl(item.coverUrl) };
  return item.thumbOffsetMs === undefined ? {} : { thumb_offset: String(item.thumbOffsetMs) };
}

/** A single video is a reel, shown in the feed: VIDEO posts ended on 2023-11-09. */
const single = (item: Item, draft: Draft): ContainerParams =>
  item.type === 'image'
    ? { image_url: toPublicUrl(item.url), ...caption(draft), ...altText(item), ...disclosure(draft) }
    : {
        media_type: 'REELS',
        video_url: toPublicUrl(item.url),
        share_to_feed: 'true',
        ...caption(draft),
        ...cover(item),
        ...disclosure(draft),
      };

/** Caption and disclosure belong to the parent; children take neither. */
const child = (item: Item): ContainerParams =>
  item.type === 'image'
    ? { image_url: toPublicUrl(item.url), is_carousel_item: 'true', ...altText(item) }
    : { media_type: 'VIDEO', video_url: toPublicUrl(item.url), is_carousel_item: 'true' };

/**
 * Splits a draft into its containers on Instagram: an image, a reel, or a carousel in array order.
 * The draft has passed `instagramRules`.
 *
 * @example
 * toContainers({ content: 'Hello', media: [{ type: 'image', url: 'https://cdn.example/a.jpg' }], … });
 * // { items: [{ params: { image_url: 'https://cdn.example/a.jpg', caption: 'Hello' }, video: false, mediaIndex: 0 }], parent: null }
 */
export function toContainers(draft: Draft): ContainerPlan {
  const isCarousel = draft.media.length > 1;
  const [first, ...rest] = draft.media.map(
    (item, mediaIndex): PlannedContainer => ({
      params: isCarousel ? child(item) : single(item, draft),
      video: item.type === 'video',
      mediaIndex,
    }),
  );
  if (first === undefined) throw new TypeError('An Instagram draft has media; its rules refuse any other.');
  const parent = isCarousel ? { media_type: 'CAROUSEL', ...caption(draft), ...disclosure(draft) } : null;
  return { items: [first, ...rest], parent };
}

/** The kind of this post when it is read back. */
export function mediaTypeOf(draft: Draft): 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' {
  if (draft.media.length > 1) return 'CAROUSEL_ALBUM';
  return draft.media[0]?.type === 'video' ? 'VIDEO' : 'IMAGE';
}
