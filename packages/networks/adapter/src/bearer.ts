import type { Secret } from './secret.ts';

/** The `authorization` header of a call with an access token (RFC 6750, section 2.1). */
export function bearer(token: Secret): { readonly authorization: string } {
  return { authorization: `Bearer ${token.reveal()}` };
}
