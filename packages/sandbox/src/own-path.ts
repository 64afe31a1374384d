/**
 * The path of an address on this sandbox. Pages use it instead of the address, so that they work
 * under any name (`localhost`, `127.0.0.1`, the name of a container) and make no other requests.
 */
export function ownPath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
