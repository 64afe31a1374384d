import { createHash } from 'node:crypto';
import type { RemovalSource } from './removal-requests.table.ts';

/** What a person gets to look up their removal with, and its hash, which is all that is stored. */
export type ConfirmationCode = { readonly code: string; readonly sha256: Buffer };

/**
 * The code of a callback: 32 hexadecimal digits made from the signed request itself, so that one that is delivered twice has one code on every server. Only
 * its sender and we know the signature in it. Meta asks for an alphanumeric code (Meta, data deletion callback, checked 2026-11).
 */
export function codeOfCallback(source: RemovalSource, signedRequest: string): ConfirmationCode {
  const digest = createHash('sha256').update(`removal:${source}:${signedRequest}`).digest('hex');
  return withHash(digest.slice(0, 32));
}

/** A random code, for a removal without a signed request. */
export function freshCode(secret: (bytes: number) => Buffer): ConfirmationCode {
  return withHash(secret(16).toString('hex'));
}

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();

const withHash = (code: string): ConfirmationCode => ({ code, sha256: hashCode(code) });
