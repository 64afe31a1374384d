import { LIMITS } from '@fanfare/contract';

/** Whether a caller's `X-Request-Id` is kept; any other is replaced. */
export const isRequestId = (text: string | null | undefined): text is string =>
  typeof text === 'string' && /^[\w-]+$/.test(text) && text.length <= LIMITS.requestIdChars.value;
