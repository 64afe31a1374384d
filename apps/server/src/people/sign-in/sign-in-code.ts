import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../http/sha256.ts';
import type { Ids } from '../../process/ids.ts';

const DIGITS = 8;

/** Eight digits, each code as likely as any other. */
export function makeCode({ secret }: Pick<Ids, 'secret'>): string {
  // 48 random bits: what the remainder prefers is below one in two million.
  return String(secret(6).readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** As people read it: `1234 5678`. */
export const showCode = (code: string): string => `${code.slice(0, DIGITS / 2)} ${code.slice(DIGITS / 2)}`;

/** The digits that a person typed, with any blanks and dashes between them; null for anything else. */
export function readCode(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 40) return null;
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{8}$/.test(digits) ? digits : null;
}

/** Salted with its mail, so that equal codes do not look equal. */
export const hashCode = (mailId: string, code: string): Buffer => sha256(`${mailId}:${code}`);

export const isCode = (mailId: string, code: string, stored: Buffer): boolean =>
  timingSafeEqual(hashCode(mailId, code), stored);
