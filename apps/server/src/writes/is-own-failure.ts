import { NetworkError } from '@fanfare/network';

/** Whether an error is a failure of this service, which is logged with its stack, and nothing that a network did. */
export const isOwnFailure = (error: unknown): boolean =>
  error instanceof NetworkError ? error.code === 'internal_error' && error.cause !== undefined : error !== null;
