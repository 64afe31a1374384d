import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'fanfare_sk_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** What a key looks like, for secret scanners: 43 random base62 characters (256 bits) and 6 of CRC32. */
export const API_KEY_PATTERN = /^fanfare_sk_[0-9A-Za-z]{49}$/;

export type NewApiKey = {
  /** The full key: shown once, never stored. */
  readonly key: string;
  readonly sha256: Buffer;
  /** Start and end, for people to tell keys apart. */
  readonly display: string;
};

/** Makes a key from 32 random bytes. */
export function mintApiKey(randomBytes: (bytes: number) => Buffer): NewApiKey {
  const body = PREFIX + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  const key = body + checksum(body);
  return { key, sha256: hashApiKey(key), display: `${key.slice(0, 15)}…${key.slice(-4)}` };
}

/** Whether a text can be a key at all; refuses garbage before the database is asked. */
export function looksLikeApiKey(text: string): boolean {
  if (!API_KEY_PATTERN.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return timingSafeEqual(Buffer.from(checksum(body)), Buffer.from(text.slice(-CHECKSUM_LENGTH)));
}

/** Plain SHA-256 is enough for 256 random bits: there is nothing to guess. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)]! + text;
  return text;
}
