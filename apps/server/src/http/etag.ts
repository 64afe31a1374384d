import { createHash } from 'node:crypto';

/** A strong ETag of what will be sent. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}
