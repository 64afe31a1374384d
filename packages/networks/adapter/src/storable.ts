import { createHash } from 'node:crypto';

/** The `u` flag matches lone halves of pairs only. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;
/** Above any known id, and within an index of PostgreSQL (2,704 bytes a row) in UTF-8. */
const MOST_ID_CHARS = 255;
const MOST_HANDLE_CHARS = 8_192;
const MOST_URL_CHARS = 2_048;
/** A longer life is a mistake of the network; the credential is renewed long before. */
const MOST_LIFE_MS = 3_650 * 86_400_000;

/**
 * Text from outside in a form that can be stored: U+0000, which PostgreSQL refuses in every text,
 * and halves of surrogate pairs, which it refuses in JSON (PostgreSQL 18, character types and JSON
 * types, checked 2026-11), become U+FFFD. Cut to `maxChars` UTF-16 code units, never through a
 * character.
 *
 * @example
 * storableText('a\u0000b', 100); // 'a\uFFFDb'
 */
export function storableText(text: string, maxChars = Number.POSITIVE_INFINITY): string {
  const whole = text.replace(UNSTORABLE, '\uFFFD');
  if (whole.length <= maxChars) return whole;
  const endsInHalf = /[\uD800-\uDBFF]$/.test(whole.slice(0, maxChars));
  return whole.slice(0, endsInHalf ? maxChars - 1 : maxChars);
}

/**
 * An id of a network. One that cannot be stored as it is gets a digest of what was lost, so that
 * two different ids never become one, and the same id is the same again. Null for what is no id at
 * all.
 */
export function storableId(id: unknown, maxChars = MOST_ID_CHARS): string | null {
  const text = typeof id === 'number' || typeof id === 'bigint' ? String(id) : id;
  if (typeof text !== 'string' || text === '') return null;
  if (text.length <= maxChars && storableText(text) === text) return text;
  const digest = createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex').slice(0, 32);
  return `${storableText(text, maxChars - digest.length - 1)}~${digest}`;
}

/** Makes the handle of a hidden step or a prepared write. */
export const storableHandle = (handle: unknown): string | null => storableId(handle, MOST_HANDLE_CHARS);

/** A public address; null for one that no browser could open: it is better to give none. */
export function storableUrl(url: unknown): string | null {
  if (typeof url !== 'string' || url.length > MOST_URL_CHARS || storableText(url) !== url) return null;
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}

/** A count of something, from 0 to 2^53 − 1; null for what is no count. */
export function storableCount(count: unknown): number | null {
  const value = typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : count;
  if (typeof value !== 'number' || Number.isNaN(value) || value < 0) return null;
  return Math.floor(Math.min(value, Number.MAX_SAFE_INTEGER));
}

/** The end of a credential, Unix milliseconds, at most in ten years; null when unknown. */
export function storableEnd(end: unknown, nowMs: number): number | null {
  if (typeof end !== 'number' || Number.isNaN(end)) return null;
  return Math.floor(Math.min(Math.max(end, 0), nowMs + MOST_LIFE_MS));
}
