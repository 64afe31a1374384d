import { createHash } from 'node:crypto';
import type { RemovalSource } from './removal-requests.table.ts';

/** Code with which a person looks up a removal, and its hash. Only the hash is stored. */
export type ConfirmationCode = { readonly code: string; readonly sha256: Buffer };

/**
 * Code of a callback: 32 hexadecimal digits of the signed request, so that a repeated callback has
 * one code on every server. Only its sender and we know the signature. Meta requires an
 * alphanumeric code (Meta, data deletion callback, checked 2026-11).
 */
export function codeOfCallback(source: RemovalSource, signedRequest: string): ConfirmationCode {
  const digest = createHash('sha256').update(`removal:${source}:${signedRequest}`).digest('hex');
  return withHash(digest.slice(0, 32));
}

/** Random code, for a removal without a signed request. */
export function freshCode(secret: (bytes: number) => Buffer): ConfirmationCode {
  return withHash(secret(16).toString('hex'));
}

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();

const withHash = (code: string): ConfirmationCode => ({ code, sha256: hashCode(code) });
