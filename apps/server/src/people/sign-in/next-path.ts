const MAX_LENGTH = 500;

/** Where to go after a sign-in: a path of this service, as browsers read it; null for anything that could lead elsewhere. */
export function readNextPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !/^\/(?![/\\])/.test(value)) return null;
  const origin = 'https://own.invalid';
  if (!URL.canParse(value, origin)) return null;
  const url = new URL(value, origin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dot segments and removed characters may leave two slashes at the start: another host.
  return url.origin === origin && /^\/(?![/\\])/.test(path) ? path : null;
}
