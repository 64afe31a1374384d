import type { Request } from 'express';

/**
 * Whether a browser says that this request comes from a page of the service itself. No page can set either header. `Sec-Fetch-Site` is sent to https and to
 * loopback addresses only (W3C, Fetch Metadata, checked 2026-11), `Origin` with every form, but as `null` from pages whose referrer policy is `no-referrer`
 * (Fetch, append a request `Origin` header, checked 2026-11).
 */
export function isSameOrigin(req: Request, ownOrigin: string): boolean {
  const site = req.get('sec-fetch-site');
  return site === undefined ? req.get('origin') === ownOrigin : site === 'same-origin';
}
