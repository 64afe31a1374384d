/**
 * Whether a caller already has the version of an `ETag` (RFC 9110, 13.1.2: weak comparison).
 * Express's own `req.fresh` says no to any request with `Cache-Control: no-cache`, which `fetch`
 * adds to every request with `If-None-Match` (Fetch standard, HTTP-network-or-cache fetch, checked
 * 2026-11): no program that polls with it would ever get a 304.
 *
 * @example
 * hasVersion('W/"a", "b"', '"a"'); // true
 */
export function hasVersion(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
