import { z } from 'zod';

// Only the fields we use are checked; every version of Mastodon, and every fork, adds others.

/** Cast from a number, but not guaranteed to be one (Mastodon, Status entity, checked 2026-11). */
const Id = z.string().regex(/^[\w-]{1,64}$/);

export const AccountAnswer = z.object({ id: Id, username: z.string().min(1) });

export const MediaAnswer = z.object({ id: Id });

/** `url` is null where a server shows no page of it. */
export const StatusAnswer = z.object({ id: Id, url: z.string().nullish() });

/** The fields by which the account's own timeline is compared. */
const SeenStatus = z.object({
  id: Id,
  url: z.string().nullish(),
  created_at: z.string(),
  content: z.string(),
  in_reply_to_id: Id.nullish(),
  media_attachments: z.array(z.unknown()).default([]),
});
export type SeenStatus = z.output<typeof SeenStatus>;
export const TimelineAnswer = z.array(SeenStatus);

/** A number that a server may leave out. Another form counts as not reported. */
const Count = z.number().int().nonnegative().nullish().catch(null);

export const CountsAnswer = z.object({
  replies_count: Count,
  reblogs_count: Count,
  favourites_count: Count,
  // Since Mastodon 4.5.
  quotes_count: Count,
});

/** `error` is a sentence at the API and a code at the token endpoint (Mastodon, Error, 2026-11). */
export const ErrorBody = z
  .object({ error: z.string().catch(''), error_description: z.string().optional().catch(undefined) })
  .catch({ error: '' });
