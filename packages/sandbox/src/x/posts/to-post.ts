import type { JsonObject } from '../../read-json.ts';
import { fieldNotAuthorized } from '../answers.ts';
import type { XMedia, XPost } from '../content.ts';
import { mediaKey } from '../media/media.ts';
import type { XPerson, XWorld } from '../world.ts';
import { countsOf } from './counts.ts';
import { noteOf, shownText } from './long-text.ts';

export type Asked = {
  readonly fields: ReadonlySet<string>;
  readonly mediaFields: ReadonlySet<string>;
  readonly userFields: ReadonlySet<string>;
  readonly pollFields: ReadonlySet<string>;
  readonly expansions: ReadonlySet<string>;
  /** The generation of names in the answer. */
  readonly generation: 'tweet' | 'post';
};

export type Shown = { readonly data: JsonObject; readonly errors: readonly JsonObject[] };

const THIRTY_DAYS_MS = 30 * 86_400_000;

/** A post as the API shows it: `id`, `text` and the edit history always, the rest on request. */
export function toPost(world: XWorld, post: XPost, viewer: XPerson, asked: Asked): Shown {
  const names = namesOf(asked.generation);
  const isInsider = post.authorId === viewer.id && post.createdAtMs > world.clock.now() - THIRTY_DAYS_MS;
  const wantsInside = asked.fields.has('non_public_metrics');
  const shown = shownText(post);
  const all: JsonObject = {
    author_id: post.authorId,
    created_at: new Date(post.createdAtMs).toISOString(),
    conversation_id: post.replyToId ?? post.id,
    lang: 'en',
    possibly_sensitive: post.media.some(({ sensitive }) => sensitive.length > 0),
    made_with_ai: post.madeWithAi,
    paid_partnership: post.paidPartnership,
    reply_settings: post.replySettings,
    ...(post.community && { community_id: post.community.id }),
    public_metrics: publicMetrics(world, post, asked.generation),
    ...(post.media.length > 0 && { attachments: { media_keys: post.media.map(mediaKey) } }),
    ...(post.poll && { attachments: { poll_ids: [post.poll.id] } }),
    ...(shown.links.length > 0 && { entities: { urls: shown.links.map(toUrlEntity) } }),
    ...noteOf(post, toUrlEntity),
    ...(post.replyToId && { in_reply_to_user_id: world.state.posts.find(post.replyToId)?.authorId }),
    ...references(post, names.references),
    ...(isInsider && wantsInside && { non_public_metrics: insideMetrics(world, post) }),
  };
  const wanted = [...asked.fields, ...impliedFields(asked)];
  return {
    data: {
      id: post.id,
      text: shown.text,
      [names.history]: [post.id],
      ...Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name))),
    },
    errors: wantsInside && !isInsider ? [fieldNotAuthorized(post.id, 'non_public_metrics')] : [],
  };
}

export function toMedia(media: XMedia, asked: Asked): JsonObject {
  const { content } = media;
  const facts = content?.image ?? content?.video;
  const all: JsonObject = {
    ...(content?.kind === 'photo' && { url: content.url }),
    ...(facts && { width: facts.width, height: facts.height }),
    ...(content?.video && { duration_ms: content.video.durationMs }),
    ...(media.altText !== null && { alt_text: media.altText }),
  };
  const wanted = Object.entries(all).filter(([name]) => asked.mediaFields.has(name));
  return { media_key: mediaKey(media), type: content?.kind ?? 'photo', ...Object.fromEntries(wanted) };
}

/** Nobody votes here (X, data dictionary, poll, checked 2026-11). */
export function toPoll({ createdAtMs, poll }: XPost, asked: Asked, nowMs: number): readonly JsonObject[] {
  if (!poll) return [];
  const endsAtMs = createdAtMs + poll.minutes * 60_000;
  const all: JsonObject = {
    duration_minutes: poll.minutes,
    end_datetime: new Date(endsAtMs).toISOString(),
    voting_status: nowMs < endsAtMs ? 'open' : 'closed',
  };
  const wanted = Object.entries(all).filter(([name]) => asked.pollFields.has(name));
  const options = poll.options.map((label, index) => ({ position: index + 1, label, votes: 0 }));
  return [{ id: poll.id, options, ...Object.fromEntries(wanted) }];
}

function namesOf(generation: Asked['generation']): { readonly history: string; readonly references: string } {
  return generation === 'post'
    ? { history: 'edit_history_post_ids', references: 'referenced_posts' }
    : { history: 'edit_history_tweet_ids', references: 'referenced_tweets' };
}

/** An expansion brings the field it starts from. */
function impliedFields(asked: Asked): readonly string[] {
  return [
    ...(asked.expansions.has('attachments.media_keys') ? ['attachments'] : []),
    ...(asked.expansions.has('attachments.poll_ids') ? ['attachments'] : []),
    ...(asked.expansions.has('author_id') ? ['author_id'] : []),
    ...(asked.expansions.has('referenced_tweets.id') ? ['referenced_tweets'] : []),
    ...(asked.expansions.has('referenced_posts.id') ? ['referenced_posts'] : []),
  ];
}

function references(post: XPost, name: string): JsonObject {
  const list = [
    ...(post.repostOfId ? [{ type: 'retweeted', id: post.repostOfId }] : []),
    ...(post.replyToId ? [{ type: 'replied_to', id: post.replyToId }] : []),
  ];
  return list.length > 0 ? { [name]: list } : {};
}

function publicMetrics(world: XWorld, post: XPost, generation: Asked['generation']): JsonObject {
  const counts = countsOf(world, post);
  return {
    [generation === 'post' ? 'repost_count' : 'retweet_count']: counts.reposts,
    reply_count: counts.replies,
    like_count: counts.likes,
    quote_count: counts.quotes,
    bookmark_count: counts.bookmarks,
    impression_count: counts.impressions,
  };
}

function insideMetrics(world: XWorld, post: XPost): JsonObject {
  const counts = countsOf(world, post);
  return {
    impression_count: counts.impressions,
    url_link_clicks: counts.linkClicks,
    user_profile_clicks: counts.profileClicks,
    engagements: counts.likes + counts.bookmarks + counts.linkClicks + counts.profileClicks,
  };
}

function toUrlEntity({ start, end, url, expandedUrl, displayUrl, mediaKey: key }: XPost['links'][number]): JsonObject {
  const entity = { start, end, url, expanded_url: expandedUrl, display_url: displayUrl };
  return key === null ? entity : { ...entity, media_key: key };
}
