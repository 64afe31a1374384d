/**
 * The path of an address on this sandbox. Pages use it instead of the address, so that they work under whatever name they were opened
 * (`localhost`, `127.0.0.1`, the name of a container) and ask nobody else for anything.
 */
export function ownPath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
