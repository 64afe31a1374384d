import { LIMITS, TARGET_ERRORS, type TargetErrorCode, type TargetErrorDetail } from '@fanfare/contract';

/** What the catalogue says of posts, said of a comment. */
const OF_A_COMMENT: Partial<Record<TargetErrorCode, string>> = {
  outcome_unknown:
    'The network was asked to post the comment and its answer is not known: the comment may be live. Look below the post before commenting again.',
  worker_lost: 'The server that was to post the comment stopped before it was sent.',
  account_not_active: 'The account was expired or revoked before the comment was posted.',
};

/**
 * How a failed first comment is told, as `code: message`, at most 500 characters. There is no field beside it, so what to do about it is said as well where the
 * network has a word of its own on that; the catalogue's remedies are about sending posts again.
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
  const told = message === meaning ? (OF_A_COMMENT[code] ?? message) : message;
  const whole = remedy === null || remedy === usual ? told : `${told} ${remedy}`;
  // Never through the middle of a character.
  return `${code}: ${whole}`.slice(0, LIMITS.errorDetailChars.value).replace(/[\uD800-\uDBFF]$/, '');
}
