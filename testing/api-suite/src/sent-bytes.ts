import type { WireRequest } from './implementation.ts';

/** The bytes of a request; undefined without a body. */
export function sentBytes({ body, base64 }: WireRequest): Uint8Array<ArrayBuffer> | undefined {
  if (base64 !== undefined) return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return body === undefined ? undefined : new TextEncoder().encode(body);
}
