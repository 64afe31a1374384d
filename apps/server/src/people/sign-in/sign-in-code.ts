import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../http/sha256.ts';
import type { Ids } from '../../process/ids.ts';

const DIGITS = 8;

/** Makes eight digits, each code equally likely. */
export function makeCode({ secret }: Pick<Ids, 'secret'>): string {
  // 48 random bits: the remainder's bias is below one in two million.
  return String(secret(6).readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Formats a code: `1234 5678`. */
export const showCode = (code: string): string => `${code.slice(0, DIGITS / 2)} ${code.slice(DIGITS / 2)}`;

/** Reads typed digits with blanks and dashes between them; null for anything else. */
export function readCode(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 40) return null;
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{8}$/.test(digits) ? digits : null;
}

/** Salted with the mail id, so that equal codes have different hashes. */
export const hashCode = (mailId: string, code: string): Buffer => sha256(`${mailId}:${code}`);

export const isCode = (mailId: string, code: string, stored: Buffer): boolean =>
  timingSafeEqual(hashCode(mailId, code), stored);
