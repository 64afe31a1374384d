/** Most characters of a path; the requests of OAuth clients are the longest. */
export const NEXT_CHARS = 4_000;

/** Reads a path of this service, as browsers resolve it; null for anything else. */
export function readNextPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > NEXT_CHARS || !/^\/(?![/\\])/.test(value)) return null;
  const origin = 'https://own.invalid';
  if (!URL.canParse(value, origin)) return null;
  const url = new URL(value, origin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dot segments and removed characters may leave two leading slashes: another host.
  return url.origin === origin && /^\/(?![/\\])/.test(path) ? path : null;
}
