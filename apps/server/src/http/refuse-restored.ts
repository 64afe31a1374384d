import { RequestError } from './request-error.ts';

type Features = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/**
 * Makes features refuse with `unavailable` while the server works on a restored database: idempotency keys may be missing there, and their posts may have
 * been published.
 */
export function refuseRestored<F extends Features>(guard: { readonly isRestored: () => boolean }, features: F): F {
  const guarded = Object.entries(features).map(([name, feature]) => [
    name,
    async (...args: never[]) => {
      if (guard.isRestored()) throw restored();
      return feature(...args);
    },
  ]);
  return Object.fromEntries(guarded) as F;
}

const restored = (): RequestError =>
  new RequestError({
    code: 'unavailable',
    message:
      'The database was restored. Nothing is published until the operator has reported what was lost. Send the request again later.',
    headers: { 'Retry-After': '60' },
  });
