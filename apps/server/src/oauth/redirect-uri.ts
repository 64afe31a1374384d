import { isLoopback } from '../http/loopback.ts';

const MOST_CHARS = 2_000;

/** Schemes of well-known editors; others need a full stop (RFC 8252, 7.1), as `com.example.app`. */
const EDITORS: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']);

/**
 * Reads an address to which the answer of a consent may be sent: https, plain http on the person's
 * own computer, or a scheme of an app. Null for any other.
 */
export function readRedirectUri(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > MOST_CHARS || text.includes('#') || /[\s\\]/.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isAllowed =
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && isLoopback(url.hostname)) ||
    EDITORS.has(url.protocol) ||
    /^[a-z][a-z0-9+-]*\.[a-z0-9+.-]*:$/.test(url.protocol);
  return isAllowed ? url : null;
}

/** Whether a client has named this address. On loopback every port is the same (RFC 8252, 7.3). */
export function isNamedRedirect(named: readonly string[], asked: string): boolean {
  if (named.includes(asked)) return true;
  const url = readRedirectUri(asked);
  if (url === null || url.protocol !== 'http:') return false;
  return named.some((text) => {
    const known = readRedirectUri(text);
    return known?.protocol === 'http:' && withoutPort(known) === withoutPort(url);
  });
}

/** Says where the answer goes, in words for the person. */
export function describeRedirect(text: string): string {
  const url = new URL(text);
  if (url.protocol === 'https:') return url.host;
  if (url.protocol === 'http:') return `this computer (${url.hostname})`;
  return `an app that opens ${url.protocol} links`;
}

/** Whether the answer goes to a program on the computer of the person, which proves no domain. */
export const isLocalRedirect = (text: string): boolean => new URL(text).protocol !== 'https:';

/** Source for `form-action`, so that the form may lead to this address. */
export function formTargetOf(text: string): string {
  const url = new URL(text);
  return url.protocol === 'http:' ? url.origin : url.protocol;
}

const withoutPort = ({ hostname, pathname, search }: URL): string => `${hostname}${pathname}${search}`;
