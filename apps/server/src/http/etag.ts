import { createHash } from 'node:crypto';

/** A strong ETag of what will be sent as JSON. */
export function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;
}
