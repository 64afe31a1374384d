import { hash } from 'node:crypto';

/** Strong ETag of a text. */
export function etagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url')}"`;
}
