/** `sslmode` for the driver, which verifies certificates in all TLS modes but warns of three. */
const SSL_MODES: Readonly<Record<string, string>> = {
  disable: 'disable',
  'no-verify': 'no-verify',
  prefer: 'verify-full',
  require: 'verify-full',
  'verify-ca': 'verify-full',
  'verify-full': 'verify-full',
};

export const NO_POSTGRES_URL =
  'Must be the address of a PostgreSQL: postgres://user:password@host:5432/fanfare, or postgres://user:password@/fanfare?host=/folder/of/the/socket';

/** Address for the driver, or what is wrong with it, without secret parts. */
export type PostgresUrl = { readonly url: string } | { readonly problem: string };

/**
 * Reads a database address as people have it: an empty host with a socket folder in `host`, and
 * special characters of the password without `%XX`. The one check of server, commands and doctor.
 */
export function readPostgresUrl(text: string): PostgresUrl {
  if (!/^postgres(?:ql)?:\/\//i.test(text)) return { problem: NO_POSTGRES_URL };
  const url = withEncodedCredentials(text);
  const parsed = url === null ? null : parsePostgresUrl(url);
  if (url === null || parsed === null) return { problem: NO_POSTGRES_URL };
  const mode = parsed.searchParams.get('sslmode');
  if (mode === null) return { url };
  const known = SSL_MODES[mode];
  if (known === undefined)
    return { problem: `sslmode=${mode} does not exist. Use one of ${Object.keys(SSL_MODES).join(', ')}.` };
  // With it, the modes mean what they mean to libpq.
  if (parsed.searchParams.has('uselibpqcompat')) return { url };
  return { url: url.replace(/([?&]sslmode=)[^&]*/, `$1${known}`) };
}

/** Parses an address that `readPostgresUrl` took. A parameter `host` overrides the host. */
export function parsePostgresUrl(url: string): URL | null {
  // URLs have no user without a host.
  return URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'));
}

/** Scheme, credentials, and the rest after the last `@` that can be a host and database. */
const PARTS = /^(\w+:\/\/)(.*)@([^@/?#]*(?:\/[^@?#]*)?(?:\?[^#]*)?)$/s;

/** Returns null when it cannot be read. */
function withEncodedCredentials(text: string): string | null {
  const asWritten = parsePostgresUrl(text);
  // A `/`, `?` or `#` in the password would end the host, and what follows has the `@`.
  const isWhole = asWritten?.hash === '' && (asWritten.username !== '' || !/^[^?]*@/.test(text));
  if (isWhole) return encodePercents(text);
  const [, scheme, credentials, rest] = PARTS.exec(text) ?? [];
  if (scheme === undefined || credentials === undefined) return null;
  const colon = credentials.indexOf(':');
  const parts = colon < 0 ? [credentials] : [credentials.slice(0, colon), credentials.slice(colon + 1)];
  return `${scheme}${parts.map(encodeSigns).join(':')}@${rest}`;
}

/** Encodes special characters and keeps `%XX`. */
const encodeSigns = (part: string): string =>
  encodePercents(part).replace(/[^\w%.~!$&'()*+,;=-]/g, (sign) => encodeURIComponent(sign));

const encodePercents = (text: string): string => text.replace(/%(?![\da-f]{2})/gi, '%25');
