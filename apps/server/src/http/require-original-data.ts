import { RequestError } from './request-error.ts';

/**
 * Refuses with `unavailable` on a restored database: idempotency keys may be missing, and their
 * posts may have been published.
 */
export function requireOriginalData({ isRestored }: { readonly isRestored: () => boolean }): void {
  if (!isRestored()) return;
  throw new RequestError({
    code: 'unavailable',
    message:
      'The database was restored. Nothing is published until the operator has reported what was lost. Send the request again later.',
    headers: { 'Retry-After': '60' },
  });
}
