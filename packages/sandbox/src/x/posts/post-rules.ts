import twitterText from 'twitter-text';
import { type Answer, forbidden, invalidRequest } from '../answers.ts';
import { flag, list, numericId, oneOf, record, text, whole } from '../schema.ts';
import type { XPerson } from '../world.ts';

const MAX_WEIGHTED_LENGTH = 280;
const MAX_WEIGHTED_LENGTH_PAYING = 25_000;

/** The body of `POST /2/tweets` (OpenAPI 2.167, checked 2026-11): anything else is refused. */
export const postRule = record({
  text: text(),
  media: record(
    {
      media_ids: list(numericId, 1, 4),
      tagged_user_ids: list(numericId, 0, 10),
      preview_media_id: numericId,
      title: text(),
      description: text(),
      embeddable: flag,
      call_to_actions: record({
        app_install: record({ app_store_id: text(), ipad_app_store_id: text(), play_store_id: text() }),
        visit_site: record({ url: text() }, ['url']),
        watch_now: record({ url: text() }, ['url']),
      }),
    },
    ['media_ids'],
  ),
  made_with_ai: flag,
  paid_partnership: flag,
  reply: record(
    {
      in_reply_to_tweet_id: numericId,
      exclude_reply_user_ids: list(text(), 0, Number.POSITIVE_INFINITY),
      auto_populate_reply_metadata: flag,
    },
    ['in_reply_to_tweet_id'],
  ),
  quote_tweet_id: numericId,
  reply_settings: oneOf(['following', 'mentionedUsers', 'subscribers', 'verified']),
  poll: record(
    {
      options: list(text({ min: 1, max: 25 }), 2, 4),
      duration_minutes: whole(5, 10_080),
      reply_settings: oneOf(['following', 'mentionedUsers', 'subscribers', 'verified']),
    },
    ['options', 'duration_minutes'],
  ),
  card_uri: text(),
  direct_message_deep_link: text(),
  community_id: numericId,
  share_with_followers: flag,
  for_super_followers_only: flag,
  geo: record({ place_id: text() }, ['place_id']),
  nullcast: flag,
  edit_options: record({ previous_post_id: numericId }, ['previous_post_id']),
});

const exclusive = ['poll', 'quote_tweet_id', 'direct_message_deep_link', 'media', 'card_uri'];

/** 400 for a body that fits the schema and is not a valid post; null otherwise. */
export function checkContent(body: Readonly<Record<string, unknown>>): Answer | null {
  const given = exclusive.filter((name) => body[name] !== undefined);
  if (given.length > 1) return invalidRequest({ message: `You can only provide one of ${exclusive.join(', ')}.` });
  const words = typeof body.text === 'string' ? body.text : '';
  if (words.trim() === '' && given.length === 0) {
    return invalidRequest({
      message: 'The `text` field is required if none of media, poll, quote_tweet_id is provided.',
    });
  }
  if (twitterText.hasInvalidCharacters(words))
    return invalidRequest({ message: 'The Tweet contains invalid characters.' });
  // Since 2026-02 apps of the self-serve plans may use one cashtag in a post.
  if (twitterText.extractCashtags(words).length > 1)
    return invalidRequest({ message: 'A Tweet can have at most one cashtag.' });
  return null;
}

/** Weighted by twitter-text 3.1.0 (v3): links 23, emoji 2, Latin 1, most others 2. */
export function checkLength(words: string, person: XPerson): Answer | null {
  const max = person.tier === 'None' ? MAX_WEIGHTED_LENGTH : MAX_WEIGHTED_LENGTH_PAYING;
  // X does not say what is wrong: the same sentence covers missing rights.
  return twitterText.parseTweet(words).weightedLength > max
    ? forbidden('You are not permitted to perform this action.')
    : null;
}
