import { NetworkError } from '@fanfare/network';
import { NO_POST_ID, postIdProblem } from './post-id-problem.ts';

/** Throws NetworkError `content_rejected`, `not_sent`, for a text that cannot be a post's id. */
export function requirePostId(text: string): string {
  if (postIdProblem(text) === null) return text;
  throw new NetworkError({ code: 'content_rejected', outcome: 'not_sent', ...NO_POST_ID });
}
