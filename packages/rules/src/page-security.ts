/** The longest form of a connect page; its token has 43 characters. */
export const CONNECT_FORM_BYTES = 1_024;

/** Text for an HTML page or attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Addresses to which a form leads when it is answered by redirects to these addresses; null for
 * none. Chrome checks every redirect after a form against the page's list (seen with Chromium 156,
 * 2026-11). A network that knows its user and this app asks nothing again, so a form runs through
 * to the caller's page; and networks move between hosts of their own. So any https address is
 * allowed.
 */
export function formTargets(...addresses: readonly (string | null)[]): readonly string[] {
  const origins = addresses.flatMap((address) => (address === null ? [] : [new URL(address).origin]));
  return [...new Set(origins.map((origin) => (origin.startsWith('https:') ? 'https:' : origin)))];
}

/**
 * The policy of a page: no script, no outside request, one style, not framed; forms lead to the
 * service and `formTargets`. `ownImages` allows images of the service.
 */
export const pagePolicy = (
  styleSha256: string,
  formTargets: readonly string[] = [],
  { ownImages = false }: { readonly ownImages?: boolean } = {},
): string =>
  `default-src 'none'; img-src ${ownImages ? "'self' " : ''}data:; style-src 'sha256-${styleSha256}'; form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'; base-uri 'none'`;

/** Headers in which a browser says where a request comes from. No page can set either. */
export type RequestSource = { readonly site: string | null; readonly origin: string | null };

/**
 * Whether a browser says that a request comes from a page of the service itself. It sends
 * `Sec-Fetch-Site` to https and to loopback addresses only (W3C, Fetch Metadata, checked 2026-11),
 * and `Origin` with every form, but as `null` from pages whose referrer policy is `no-referrer`
 * (Fetch, append a request `Origin` header, checked 2026-11).
 */
export const isSameOrigin = ({ site, origin }: RequestSource, ownOrigin: string): boolean =>
  site === null ? origin === ownOrigin : site === 'same-origin';
