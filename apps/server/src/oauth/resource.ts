/**
 * Whether tokens may be made for a resource (RFC 8707): one of this service, or none in particular.
 */
export function isOwnResource(baseUrl: string, resource: string | null): boolean {
  if (resource === null) return true;
  const own = ['', '/', '/mcp', '/api/v1'].map((path) => new URL(`${baseUrl}${path}`).href);
  const url = URL.parse(resource);
  return url !== null && own.includes(url.href);
}
