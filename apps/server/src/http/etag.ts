import { createHash } from 'node:crypto';

/** A strong ETag of what will be sent as JSON. */
export function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;
}

/**
 * Whether a caller already has this version (RFC 9110, 13.1.2: weak comparison). Express's own `req.fresh` says no to any request with
 * `Cache-Control: no-cache`, which `fetch` adds to every request that carries `If-None-Match` (Fetch standard, HTTP-network-or-cache fetch, checked
 * 2026-11): no program that polls with it would ever see a 304.
 */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
