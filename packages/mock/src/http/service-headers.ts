/**
 * What the service sends with every answer: the defaults of Helmet 8, checked 2026-11. Without `Strict-Transport-Security`, by which a browser would remember
 * the host of a mock for a year.
 */
const SERVICE_HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/** Adds the service's headers, except those that a page has set itself, and the id of the request. */
export function addServiceHeaders({ headers }: Response, requestId: string): void {
  headers.set('X-Request-Id', requestId);
  for (const [name, value] of Object.entries(SERVICE_HEADERS)) if (!headers.has(name)) headers.set(name, value);
}
