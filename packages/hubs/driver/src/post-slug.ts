import { createHash } from 'node:crypto';

/** More of a text says nothing more in an address. */
const MOST_READ_CHARS = 200;
const MOST_READABLE_CHARS = 40;
const DIGEST_CHARS = 12;

/**
 * The slug of a post: the readable beginning of its text and a short form of the key of its write,
 * by which a post whose answer was lost is found. Only a-z, digits and `-`, which hubs keep as they
 * are.
 *
 * @example
 * postSlug('Rye bread is back!', call.key); // 'rye-bread-is-back-3f9ac21b04de'
 */
export function postSlug(text: string, key: string): string {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, DIGEST_CHARS);
  return `${readableStart(text) || 'post'}-${digest}`;
}

function readableStart(text: string): string {
  const [first = '', ...others] = text
    .slice(0, MOST_READ_CHARS)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let start = first.slice(0, MOST_READABLE_CHARS);
  for (const word of others) {
    if (start.length + 1 + word.length > MOST_READABLE_CHARS) break;
    start = `${start}-${word}`;
  }
  return start;
}
