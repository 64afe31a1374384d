import twitterText from 'twitter-text';
import type { JsonObject } from '../../read-json.ts';
import type { LinkEntity, XPost } from '../content.ts';

const MAX_SHOWN = 280;

/**
 * A post above 280 as the API shows it: `text` is cut, and the whole is in `note_tweet`, which
 * OpenAPI 2.167 calls `note_post` (X, data dictionary, checked 2026-11).
 */
export function shownText({ text, storedText, links }: XPost): {
  readonly text: string;
  readonly links: readonly LinkEntity[];
  readonly isCut: boolean;
} {
  if (twitterText.parseTweet(text).weightedLength <= MAX_SHOWN) return { text: storedText, links, isCut: false };
  const points = Array.from(storedText).slice(0, MAX_SHOWN - 1);
  const within = links.filter(({ end }) => end <= points.length);
  return { text: `${points.join('')}…`, links: within, isCut: true };
}

/** The field with the whole text, by both of its names; nothing for a post of usual length. */
export function noteOf(post: XPost, toEntity: (link: LinkEntity) => JsonObject): JsonObject {
  if (!shownText(post).isCut) return {};
  const urls = post.links.map(toEntity);
  const note = { text: post.storedText, ...(urls.length > 0 && { entities: { urls } }) };
  return { note_tweet: note, note_post: note };
}
