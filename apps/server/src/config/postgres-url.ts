/** `sslmode` for the driver, which verifies certificates in all TLS modes but warns of three. */
const SSL_MODES: Readonly<Record<string, string>> = {
  disable: 'disable',
  'no-verify': 'no-verify',
  prefer: 'verify-full',
  require: 'verify-full',
  'verify-ca': 'verify-full',
  'verify-full': 'verify-full',
};

/**
 * Values of `target_session_attrs` (https://www.postgresql.org/docs/18/libpq-connect.html, checked
 * 2026-11). The others lead to a standby.
 */
const SESSION_ATTRS = ['primary', 'read-write', 'any'] as const;
type SessionAttrs = (typeof SESSION_ATTRS)[number];

export const NO_POSTGRES_URL =
  'Must be the address of a PostgreSQL: postgres://user:password@host:5432/fanfare, of several hosts: postgres://user:password@one:5432,two:5432/fanfare, or postgres://user:password@/fanfare?host=/folder/of/the/socket';

/** Address for the driver, or what is wrong with it, without secret parts. */
export type PostgresUrl = { readonly url: string } | { readonly problem: string };

/**
 * Reads a database address as people have it: an empty host with a socket folder in `host`, and
 * special characters of the password without `%XX`. The one check of server, commands and doctor.
 */
export function readPostgresUrl(text: string): PostgresUrl {
  if (!/^postgres(?:ql)?:\/\//i.test(text)) return { problem: NO_POSTGRES_URL };
  const url = withEncodedCredentials(text);
  if (url === null) return { problem: NO_POSTGRES_URL };
  const hosts = hostUrls(url).map(parsePostgresUrl);
  const [parsed] = hosts;
  if (!parsed || hosts.includes(null)) return { problem: NO_POSTGRES_URL };
  const { searchParams } = parsed;
  const attrs = searchParams.get('target_session_attrs');
  if (attrs !== null && !isSessionAttrs(attrs))
    return { problem: `target_session_attrs=${attrs} cannot be used: servers write. Use ${SESSION_ATTRS.join(', ')}.` };
  const isList = hosts.length > 1 && (searchParams.has('host') || searchParams.has('port'));
  if (isList || searchParams.get('host')?.includes(',')) return { problem: NO_LIST };
  const mode = parsed.searchParams.get('sslmode');
  if (mode === null) return { url };
  const known = SSL_MODES[mode];
  if (known === undefined)
    return { problem: `sslmode=${mode} does not exist. Use one of ${Object.keys(SSL_MODES).join(', ')}.` };
  // With it, the modes mean what they mean to libpq.
  if (parsed.searchParams.has('uselibpqcompat')) return { url };
  return { url: url.replace(/([?&]sslmode=)[^&]*/, `$1${known}`) };
}

const NO_LIST =
  'Several hosts must stand before the name of the database, and not in the parameters host and port: postgres://user:password@one:5432,two:5432/fanfare';

/** Parses an address that `readPostgresUrl` took. A parameter `host` overrides the host. */
export function parsePostgresUrl(url: string): URL | null {
  const [first] = hostUrls(url);
  // A URL has no list of hosts, and no user without a host.
  return URL.parse(first!) ?? URL.parse(first!.replace('@/', '@localhost/'));
}

/** Start with the credentials, hosts, and the rest of an address. */
const HOSTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** The addresses of each host. An empty one in a list is refused by `URL`. */
export function hostUrls(url: string): readonly string[] {
  const [, start, hosts, rest] = HOSTS.exec(url) ?? [];
  if (hosts === undefined || !hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${start}${host || ':'}${rest}`);
}

/**
 * Requirement for a host to be used: with several hosts the primary, unless the address says more.
 */
export function sessionAttrsOf(url: string): SessionAttrs {
  const attrs = parsePostgresUrl(url)?.searchParams.get('target_session_attrs') ?? '';
  if (isSessionAttrs(attrs)) return attrs;
  return hostUrls(url).length > 1 ? 'primary' : 'any';
}

const isSessionAttrs = (text: string): text is SessionAttrs => (SESSION_ATTRS as readonly string[]).includes(text);

/** Host and port, or the folder of the socket, for messages. */
export const placeOf = ({ host, searchParams }: URL): string => searchParams.get('host') || host || 'the local socket';

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
