import type { ReplyControl } from '@fanfare/contract';
import { type ContainerParams, type ContainerPlan, type PlannedContainer, toPublicUrl } from '@fanfare/network-meta';
import type { Draft } from '@fanfare/rules';
import { textAttachment, textEntities } from './text-parts.ts';

type Item = Draft['media'][number];

const text = (draft: Draft): ContainerParams => (draft.content === '' ? {} : { text: draft.content });

function media(item: Item): ContainerParams {
  if (item.type === 'video') return { media_type: 'VIDEO', video_url: toPublicUrl(item.url) };
  const described = item.altText !== undefined && item.altText !== '';
  return {
    media_type: 'IMAGE',
    image_url: toPublicUrl(item.url),
    ...(described ? { alt_text: item.altText } : {}),
  };
}

/** Meta, Threads polls, checked 2026-11: each option by its letter. */
function poll({ options }: Draft): ContainerParams {
  const letters = ['a', 'b', 'c', 'd'];
  const choices = options?.poll?.options.map((choice, i) => [`option_${letters[i]}`, choice]);
  return choices === undefined ? {} : { poll_attachment: JSON.stringify(Object.fromEntries(choices)) };
}

/** Meta, Threads reply management, checked 2026-11. */
const REPLY_CONTROLS: Readonly<Partial<Record<ReplyControl, string>>> = {
  everyone: 'everyone',
  following: 'accounts_you_follow',
  mentioned: 'mentioned_only',
  followers: 'followers_only',
};

/** Parameters of the container that is published, whatever its kind. */
function ofPost(draft: Draft): ContainerParams {
  const { quotePostId, replyControl, threads = {} } = draft.options ?? {};
  const control = replyControl && REPLY_CONTROLS[replyControl];
  return {
    ...text(draft),
    ...(control === undefined ? {} : { reply_control: control }),
    // Meta, Threads quote posts, checked 2026-11.
    ...(quotePostId === undefined ? {} : { quote_post_id: quotePostId }),
    ...(threads.topicTag === undefined ? {} : { topic_tag: threads.topicTag }),
    ...(threads.spoilers === undefined ? {} : { text_entities: textEntities(draft) }),
    // Meta, Threads geo-gated content, checked 2026-11.
    ...(threads.allowedCountries === undefined
      ? {}
      : { allowlisted_country_codes: threads.allowedCountries.join(',') }),
    ...(threads.spoilerMedia && draft.media.length > 0 ? { is_spoiler_media: 'true' } : {}),
    ...(threads.replyApprovals ? { enable_reply_approvals: 'true' } : {}),
    ...(draft.replyTo === undefined ? {} : { reply_to_id: draft.replyTo }),
  };
}

/** Parameters that only a text post has (Meta, Threads posts and ghost posts, checked 2026-11). */
function ofText({ options }: Draft): ContainerParams {
  const { ghost, gifId, linkAttachment, textAttachment: attached } = options?.threads ?? {};
  return {
    ...(linkAttachment === undefined ? {} : { link_attachment: linkAttachment }),
    ...(attached === undefined ? {} : { text_attachment: textAttachment(attached) }),
    ...(gifId === undefined ? {} : { gif_attachment: JSON.stringify({ gif_id: gifId, provider: 'GIPHY' }) }),
    ...(ghost ? { is_ghost_post: 'true' } : {}),
  };
}

/**
 * Splits a draft into its containers on Threads: a text, an image, a video, or a carousel in array
 * order whose text stands on the parent. There is no AI disclosure and no cover in this API (Meta,
 * Threads publishing reference, checked 2026-10). The draft has passed `threadsRules`.
 *
 * @example
 * toContainers({ content: 'Hello', media: [], … }); // { items: [{ params: { media_type: 'TEXT', text: 'Hello' }, video: false }], parent: null }
 */
export function toContainers(draft: Draft): ContainerPlan {
  const isCarousel = draft.media.length > 1;
  const [first, ...rest] = draft.media.map(
    (item, mediaIndex): PlannedContainer => ({
      params: { ...media(item), ...(isCarousel ? { is_carousel_item: 'true' } : ofPost(draft)) },
      video: item.type === 'video',
      mediaIndex,
    }),
  );
  if (first === undefined) {
    return {
      items: [{ params: { media_type: 'TEXT', ...ofPost(draft), ...poll(draft), ...ofText(draft) }, video: false }],
      parent: null,
    };
  }
  return { items: [first, ...rest], parent: isCarousel ? { media_type: 'CAROUSEL', ...ofPost(draft) } : null };
}

/** The kind of this post when it is read back. */
export function mediaTypeOf(draft: Draft): 'TEXT_POST' | 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' {
  if (draft.media.length > 1) return 'CAROUSEL_ALBUM';
  if (draft.media.length === 0) return 'TEXT_POST';
  return draft.media[0]?.type === 'video' ? 'VIDEO' : 'IMAGE';
}
