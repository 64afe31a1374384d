import { LIMITS, TARGET_ERRORS, type TargetErrorCode, type TargetErrorDetail } from '@fanfare/contract';

/** Meanings for comments, where the catalogue speaks of posts. */
const OF_A_COMMENT: Partial<Record<TargetErrorCode, string>> = {
  outcome_unknown:
    'The network was asked to post the comment, but no answer came back: the comment may be live. Look below the post before commenting again.',
  worker_lost: 'The server that was to post the comment stopped before it was sent.',
  account_not_active: 'The account was expired or revoked before the comment was posted.',
};

/**
 * `commentError` of a failed first comment: `code: message`, at most 500 characters. It ends with
 * the network's own remedy, if there is one, because the answer has no other field for it. The
 * catalogue's remedies are left out: they are about posts.
 *
 * @example
 * toCommentError(detail); // 'worker_lost: The server that was to post the comment stopped before it was sent.'
 */
export function toCommentError({
  code,
  message,
  remedy,
}: Pick<TargetErrorDetail, 'code' | 'message' | 'remedy'>): string {
  const { meaning, remedy: usual } = TARGET_ERRORS[code];
  const text = message === meaning ? (OF_A_COMMENT[code] ?? message) : message;
  const whole = remedy === null || remedy === usual ? text : `${text} ${remedy}`;
  // Never cuts a surrogate pair.
  return `${code}: ${whole}`.slice(0, LIMITS.errorDetailChars.value).replace(/[\uD800-\uDBFF]$/, '');
}
