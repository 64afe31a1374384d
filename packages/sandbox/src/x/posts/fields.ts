import type { Request } from 'express';
import { allowed, type Checked, invalidRequest, refused } from '../answers.ts';

export const userFields = [
  'created_at',
  'description',
  'id',
  'name',
  'profile_image_url',
  'protected',
  'public_metrics',
  'subscription_type',
  'url',
  'username',
  'verified',
  'verified_type',
] as const;

/** Both generations of names: tweet in OpenAPI 2.166, post in 2.167 (2026-08-07). */
export const postFields = [
  'attachments',
  'author_id',
  'community_id',
  'conversation_id',
  'created_at',
  'edit_history_post_ids',
  'edit_history_tweet_ids',
  'entities',
  'id',
  'in_reply_to_user_id',
  'lang',
  'made_with_ai',
  'non_public_metrics',
  'note_post',
  'note_tweet',
  'paid_partnership',
  'possibly_sensitive',
  'public_metrics',
  'referenced_posts',
  'referenced_tweets',
  'reply_settings',
  'source',
  'text',
] as const;

export const mediaFields = [
  'alt_text',
  'duration_ms',
  'height',
  'media_key',
  'preview_image_url',
  'type',
  'url',
  'width',
] as const;

export const pollFields = ['duration_minutes', 'end_datetime', 'id', 'options', 'voting_status'] as const;

export const expansions = [
  'attachments.media_keys',
  'attachments.poll_ids',
  'author_id',
  'referenced_tweets.id',
  'referenced_posts.id',
] as const;

/** Reads names between commas of the given parameter; 400 for an unknown one. */
export function readFields(
  req: Request,
  parameters: readonly string[],
  known: readonly string[],
): Checked<ReadonlySet<string>> {
  for (const parameter of parameters) {
    const value = req.query[parameter];
    if (typeof value !== 'string' || value === '') continue;
    const names = value.split(',');
    const unknown = names.find((name) => !known.includes(name));
    if (unknown === undefined) return allowed(new Set(names));
    const message = `The \`${parameter}\` query parameter value [${unknown}] is not one of [${known.join(',')}]`;
    return refused(invalidRequest({ message, parameters: { [parameter]: [value] } }));
  }
  return allowed(new Set());
}

/** Refuses a query parameter that the endpoint does not have, as X does. */
export function refuseUnknownParameters(req: Request, known: readonly string[]): Checked<null> {
  const unknown = Object.keys(req.query).find((name) => !known.includes(name));
  if (unknown === undefined) return allowed(null);
  const message = `The query parameter [${unknown}] is not one of [${known.join(',')}]`;
  return refused(invalidRequest({ message, parameters: { [unknown]: [String(req.query[unknown])] } }));
}
