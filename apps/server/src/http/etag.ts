import { hash } from 'node:crypto';

/** A strong ETag of what will be sent. */
export function etagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url')}"`;
}
