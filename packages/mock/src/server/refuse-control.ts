import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Checks who sends a control; null for a permitted one. A page of another origin could steer the
 * mock of the person who opens it, and with a name that it points here it would have the same
 * origin (DNS rebinding). So the host is an IP address, `localhost`, a name without dots, or one
 * that was allowed, and a page has that host too, or was allowed.
 */
export function refuseControl(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { host, allowedHosts }: { readonly host: string; readonly allowedHosts: readonly string[] },
): string | null {
  const { origin } = headers;
  const named = hostOf(`http://${headers.host ?? ''}`);
  const isAllowed = (url: URL): boolean => allowedHosts.some((name) => name === url.host || name === url.hostname);
  if (named === null || !(isLocalName(named.hostname) || named.hostname === host || isAllowed(named)))
    return `The controls answer to no host ${headers.host ?? ''}. Start the mock with --allowed-host for that host.`;
  if (origin === undefined || origin === named.origin) return null;
  const from = hostOf(origin);
  if (from !== null && isAllowed(from)) return null;
  return `The controls answer no page of ${origin}. Start the mock with --allowed-host for the host of that page.`;
}

const hostOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** A name that nobody outside can point somewhere. */
const isLocalName = (hostname: string): boolean =>
  hostname.endsWith('.localhost') || !hostname.includes('.') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
