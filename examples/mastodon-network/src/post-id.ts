import { NetworkError } from '@fanfare/network';

/** A number by usage, but not by promise (Mastodon, Status entity, `id`, checked 2026-11). */
export const POST_ID = '[\\w-]{1,64}';

const WHOLE_ID = new RegExp(`^${POST_ID}$`);

/** Throws NetworkError `content_rejected`, `not_sent`, for a text that cannot be a post's id. */
export function requirePostId(text: string): string {
  if (WHOLE_ID.test(text)) return text;
  throw new NetworkError({
    code: 'content_rejected',
    outcome: 'not_sent',
    message: 'This is not the id of a post on Mastodon.',
    remedy: 'Send the number at the end of the link to the post, as this account’s own server shows it.',
  });
}
