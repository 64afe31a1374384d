import { isObject, type JsonObject } from '../../read-json.ts';
import { type Answer, allowed, type Checked, forbidden, invalidRequest, plainProblem, refused } from '../answers.ts';
import type { XMedia, XPost } from '../content.ts';
import { type Call, charge } from '../endpoint.ts';
import { isReady } from '../media/processing.ts';
import { prices } from '../prices.ts';
import { readJsonBody } from '../read-body.ts';
import type { XPerson, XWorld } from '../world.ts';
import { shownText } from './long-text.ts';
import { checkContent, checkLength, postRule } from './post-rules.ts';
import { addPost } from './posts.ts';
import { findLinks } from './shorten-links.ts';

const MAX_FREE_VIDEO_MS = 140_000;

/** `POST /2/tweets`. */
export async function createPost(world: XWorld, { req, person }: Call): Promise<Answer> {
  const read = await readJsonBody(req, postRule);
  if (!read.ok) return read.answer;
  const body = read.value;
  const text = typeof body.text === 'string' ? body.text : '';
  const files = readMedia(world, person, body);
  const refusal =
    checkContent(body) ??
    (files.ok ? null : files.answer) ??
    checkReferences(world, person, body) ??
    checkCommunity(world, person, body) ??
    checkLength(text, person) ??
    checkDuplicate(world, person, text);
  if (refusal || !files.ok) return refusal ?? forbidden();

  const post = addPost(world, person, {
    text,
    media: files.value.attached,
    previewMedia: files.value.preview,
    poll: pollOf(world, body),
    replySettings: typeof body.reply_settings === 'string' ? body.reply_settings : 'everyone',
    madeWithAi: body.made_with_ai === true,
    paidPartnership: body.paid_partnership === true,
    taggedIds: taggedIn(world, body),
    community: typeof body.community_id === 'string' ? { id: body.community_id } : null,
    isForSubscribers: body.for_super_followers_only === true,
    isSharedWithFollowers: body.share_with_followers === true,
    replyToId: isObject(body.reply) ? String(body.reply.in_reply_to_tweet_id) : null,
    repostOfId: null,
  });
  charge(world, findLinks(text).length > 0 ? prices.postWithLink : prices.post);
  const history = world.state.settings.fieldNames === 'post' ? 'edit_history_post_ids' : 'edit_history_tweet_ids';
  return { status: 201, body: { data: { id: post.id, text: shownText(post).text, [history]: [post.id] } } };
}

function pollOf(world: XWorld, { poll }: JsonObject): XPost['poll'] {
  if (!isObject(poll) || !Array.isArray(poll.options)) return null;
  return { id: world.nextId(), options: poll.options.map(String), minutes: Number(poll.duration_minutes) };
}

/** X makes the post also when it cannot tag everybody (X, manage posts, checked 2026-11). */
function taggedIn(world: XWorld, { media }: JsonObject): readonly string[] {
  const ids = isObject(media) && Array.isArray(media.tagged_user_ids) ? media.tagged_user_ids : [];
  return ids.map(String).filter((id) => world.state.people.has(id));
}

/**
 * Members alone post to a community (tweepy/tweepy issue 2219); the words of the refusal are
 * assumed.
 */
function checkCommunity(world: XWorld, person: XPerson, { community_id: id }: JsonObject): Answer | null {
  if (typeof id !== 'string' || world.state.communities.get(id)?.memberIds.includes(person.id)) return null;
  return forbidden('You are not permitted to perform this action.');
}

type Files = { readonly attached: readonly XMedia[]; readonly preview: XMedia | null };

function readMedia(world: XWorld, person: XPerson, body: JsonObject): Checked<Files> {
  if (!isObject(body.media)) return allowed({ attached: [], preview: null });
  const ids: readonly unknown[] = Array.isArray(body.media.media_ids) ? body.media.media_ids : [];
  const attached = ids.map((id) => usable(world, person, String(id)));
  const preview =
    body.media.preview_media_id === undefined ? null : usable(world, person, String(body.media.preview_media_id));
  const found = attached.filter((media) => media !== null);
  const isPreviewGood = body.media.preview_media_id === undefined || preview?.content?.kind === 'photo';
  if (found.length < ids.length || new Set(ids).size < ids.length || !isPreviewGood) {
    return refused(
      invalidRequest({ message: 'Your media IDs are invalid.', parameters: { '$.media.media_ids': ids.map(String) } }),
    );
  }
  const isOnlyPhotos = found.every(({ content }) => content?.kind === 'photo');
  if (!isOnlyPhotos && found.length > 1) {
    return refused(invalidRequest({ message: 'A Tweet can have up to 4 photos, or 1 animated GIF, or 1 video.' }));
  }
  const isTooLong = found.some(({ content }) => (content?.video?.durationMs ?? 0) > MAX_FREE_VIDEO_MS);
  if (isTooLong && person.tier === 'None')
    return refused(forbidden('This user is not allowed to post a video longer than 2 minutes'));
  // Observed: a video whose subtitles X cannot read (myConsciousness/twitter-api-v2 issue 437).
  const isUnreadable = found.some(({ subtitles }) => [...subtitles.values()].some(({ isReadable }) => !isReadable));
  if (isUnreadable) return refused(plainProblem(503, 'Service Unavailable', 'Service Unavailable'));
  return allowed({ attached: found, preview });
}

/** Own, processed, within limits; X has one sentence for everything else. */
function usable(world: XWorld, person: XPerson, id: string): XMedia | null {
  const media = world.state.media.get(id);
  const isTheirs = media?.ownerId === person.id && media.expiresAtMs > world.clock.now();
  return isTheirs && media.content?.isPostable && isReady(world, media) ? media : null;
}

function checkReferences(world: XWorld, person: XPerson, body: JsonObject): Answer | null {
  // Quoting by API is for Enterprise customers since 2026-04.
  if (body.quote_tweet_id !== undefined) return forbidden('You are not permitted to perform this action.');
  if (!isObject(body.reply)) return null;
  const original = world.state.posts.find(String(body.reply.in_reply_to_tweet_id));
  if (!original) return forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.');
  const isSummoned = original.text.toLowerCase().includes(`@${person.username.toLowerCase()}`);
  if (original.authorId === person.id || isSummoned) return null;
  return forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  );
}

function checkDuplicate(world: XWorld, person: XPerson, text: string): Answer | null {
  const same = text === '' ? null : world.state.posts.latestWithText(person.id, text);
  const since = world.clock.now() - world.state.settings.duplicateWindowMs;
  return same && same.createdAtMs > since
    ? forbidden('You are not allowed to create a Tweet with duplicate content.')
    : null;
}
