import {
  AccountLimitReachedError,
  FanfareConnectionError,
  InvalidPostError,
  InvalidRequestError,
  QuotaExceededError,
  RateLimitedError,
  UnavailableError,
} from '@fanfare/sdk';

/** Returns what to show a user when Fanfare refuses a request; null for a bug of this app. */
export function explainError(error: unknown): string | null {
  if (error instanceof InvalidPostError) return error.details.map(({ message }) => message).join(' ');
  if (error instanceof InvalidRequestError) return error.details.map(({ message }) => message).join(' ');
  if (error instanceof AccountLimitReachedError) {
    return 'There is no room for another account. Disconnect one you no longer need.';
  }
  if (error instanceof QuotaExceededError) {
    const resetsAt = error.details[0]?.resetsAt.slice(0, 10);
    return `This month’s posts are used up${resetsAt ? `; there are new ones on ${resetsAt}` : ''}. Nothing was published.`;
  }
  if (error instanceof RateLimitedError) return 'That was a little fast. Please try again in a minute.';
  if (error instanceof UnavailableError || error instanceof FanfareConnectionError) {
    return 'Publishing is not available at the moment. Please try again in a few minutes.';
  }
  return null;
}
