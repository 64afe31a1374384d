import {
  AccountLimitReachedError,
  FanfareApiError,
  FanfareConnectionError,
  InvalidPostError,
  InvalidRequestError,
  QuotaExceededError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
} from '@fanfare/sdk';
import { shortDate } from './times.ts';

/** Returns what to show the user: the problem, and the remedy. */
export function explainError(error: unknown): string {
  if (error instanceof QuotaExceededError) {
    const [quota] = error.details;
    if (!quota) return 'Your plan has nothing left for this month. Nothing was published.';
    const left = Math.max(0, quota.limit - quota.used - quota.reserved);
    return `This post needs ${quota.requested} of your plan’s ${quota.limit} units and ${left} are left until ${shortDate(quota.resetsAt)}. Nothing was published, and your text is still here.`;
  }
  if (error instanceof RateLimitedError) {
    const seconds = Math.ceil((error.retryAfterMs ?? 10_000) / 1000);
    return `That was a lot at once. Please try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}; nothing is lost.`;
  }
  if (error instanceof AccountLimitReachedError) return 'Your plan has no room for another account.';
  if (error instanceof InvalidPostError) return error.details.map(({ message }) => message).join(' ');
  if (error instanceof InvalidRequestError) {
    if (error.details.some(({ path }) => path === 'publishAt')) return 'Choose a time in the future.';
    if (error.details.some(({ path }) => path.endsWith('.url'))) return 'The address of the image is not one.';
    return error.details.map(({ message }) => message).join(' ');
  }
  if (error instanceof UnauthorizedError) return 'You are not signed in any more. Sign in and try again.';
  if (error instanceof UnavailableError) return 'Publishing is down for a moment. Please try again soon.';
  if (error instanceof FanfareConnectionError) {
    return 'We did not hear back. Try again: the same post is never published twice.';
  }
  if (error instanceof FanfareApiError && error.requestId)
    return `Something went wrong (${error.requestId}). Please try again.`;
  return 'Something went wrong. Please try again.';
}
