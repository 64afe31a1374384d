import type { ReplyControl } from '@fanfare/contract';
import type { Json } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { POLL_MINUTES } from './options.ts';

/** X has no word for `everyone`: it is what a body without the field means. */
const REPLY_SETTINGS: Readonly<Partial<Record<ReplyControl, string>>> = {
  following: 'following',
  mentioned: 'mentionedUsers',
  subscribers: 'subscribers',
  verified: 'verified',
};

/**
 * The body of `POST /2/tweets`. X refuses keys it does not know, so it holds only what the draft
 * uses (X API, create post, and its OpenAPI description 2.167: `additionalProperties: false`,
 * checked 2026-08).
 *
 * @example
 * toPostBody(draft, ['1880028106020515840']); // { text: 'Release day', media: { media_ids: ['1880028106020515840'] } }
 */
export function toPostBody(
  draft: Pick<Draft, 'content' | 'aiGenerated' | 'options' | 'replyTo'>,
  mediaIds: readonly string[],
): Json {
  const { poll, replyControl, x = {} } = draft.options ?? {};
  const { communityId, shareWithFollowers, paidPartnership, taggedUserIds } = x;
  const replySettings = replyControl && REPLY_SETTINGS[replyControl];
  return {
    // A blank text beside media would be refused; without the key the post shows the media alone.
    ...(draft.content.trim() === '' ? {} : { text: draft.content }),
    ...(mediaIds.length === 0
      ? {}
      : { media: { media_ids: mediaIds, ...(taggedUserIds && { tagged_user_ids: taggedUserIds }) } }),
    ...(draft.aiGenerated ? { made_with_ai: true } : {}),
    ...(poll ? { poll: { options: poll.options, duration_minutes: poll.durationMinutes ?? POLL_MINUTES } } : {}),
    ...(replySettings ? { reply_settings: replySettings } : {}),
    ...(communityId ? { community_id: communityId } : {}),
    ...(communityId && shareWithFollowers ? { share_with_followers: true } : {}),
    ...(paidPartnership ? { paid_partnership: true } : {}),
    ...(draft.replyTo === undefined ? {} : { reply: { in_reply_to_tweet_id: draft.replyTo } }),
  };
}
