/** Digits of base62, in the order of their values. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Length of a key's secret: 43 characters of base62 hold 256 bits. */
export const API_KEY_SECRET_LENGTH = 43;

const CHECKSUM_LENGTH = 6;

/**
 * The form of a key, for secret scanners: a label of its cell, its secret, 6 characters of CRC32.
 * An access token of a connected app differs in its prefix only.
 */
export const API_KEY_PATTERN = /^fanfare_(?:sk|at)_(?:[a-z][a-z0-9]{0,11}_)?[0-9A-Za-z]{49}$/;

/** A key that somebody keeps, or an access token of a connected app. */
export type KeyPrefix = 'sk' | 'at';

/** The key with a secret of 43 characters: prefix, label of its cell if any, secret, checksum. */
export function apiKeyOf(secret: string, cell: string | null = null, prefix: KeyPrefix = 'sk'): string {
  const body = `fanfare_${prefix}_${cell === null ? '' : `${cell}_`}${secret}`;
  return body + checksum(body);
}

/** Whether a text can be a key: a wrong checksum saves a look in the database. */
export const looksLikeApiKey = (text: string): boolean =>
  API_KEY_PATTERN.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));

/** A number in base62, with leading zeros. */
export function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = BASE62[Number(rest % 62n)]! + text;
  return text;
}

const checksum = (body: string): string => toBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);

/** CRC-32 as zlib computes it (RFC 1952, 8), of ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
