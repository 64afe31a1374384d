import { NetworkError } from '@fanfare/network';
import { POST_ID } from './post-id-pattern.ts';

const WHOLE_ID = new RegExp(`^${POST_ID}$`);

/** Throws NetworkError `content_rejected`, `not_sent`, for a text that cannot be the id of a post on X. */
export function requirePostId(text: string): string {
  if (WHOLE_ID.test(text)) return text;
  throw new NetworkError({
    code: 'content_rejected',
    outcome: 'not_sent',
    message: 'This is not the id of a post on X: those are numbers of at most 19 digits.',
    remedy: 'Send the number at the end of the link to the post.',
  });
}
