import { RequestError } from './request-error.ts';

/** Refuses what would be published from a database that was restored below the server: keys may be missing, and what they stand for may be live. */
export function refuseRestored(guard: { readonly isRestored: () => boolean }): void {
  if (!guard.isRestored()) return;
  throw new RequestError({
    code: 'unavailable',
    message:
      'The database was restored, and nothing is published before the operator has said what was lost. Send the request again later.',
    headers: { 'Retry-After': '60' },
  });
}
