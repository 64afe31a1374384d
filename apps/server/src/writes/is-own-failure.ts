import { NetworkError } from '@fanfare/network';

/** Whether an error is a failure of this service, logged with its stack, and not of a network. */
export const isOwnFailure = (error: unknown): boolean =>
  error instanceof NetworkError ? error.code === 'internal_error' && error.cause !== undefined : error !== null;
