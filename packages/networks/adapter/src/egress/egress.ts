import { isPrivateHost, isWebPort, portOf } from '@fanfare/rules';

/** Addresses that this installation may connect to, beside the public internet. */
export type Egress = {
  /** Exact `host` (any port) or `host:port`, named by the operator. Skips every check below. */
  readonly allowedHosts: readonly string[];
  /** Origins of the networks, e.g. `https://api.x.com` or a sandbox. Skip every check below. */
  readonly trustedOrigins: readonly string[];
  /** All addresses of a name. Default: the system for exempt hosts, else name servers. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  /** Default: those of the machine. */
  readonly nameServers?: readonly string[];
};

/** Parsing a dozen addresses takes longer than anything else of a call that is not its network. */
const parsedOrigins = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether this URL lies at a configured network. */
export function isTrusted({ trustedOrigins }: Egress, url: URL): boolean {
  let origins = parsedOrigins.get(trustedOrigins);
  if (origins === undefined) {
    origins = new Set(trustedOrigins.map((origin) => new URL(origin).origin));
    parsedOrigins.set(trustedOrigins, origins);
  }
  return origins.has(url.origin);
}

/** Whether the operator's configuration exempts this URL from every check. */
export function isExempt(egress: Egress, url: URL): boolean {
  if (isTrusted(egress, url)) return true;
  return egress.allowedHosts.some((entry) => {
    const allowed = entry.toLowerCase();
    return allowed === url.hostname || allowed === `${url.hostname}:${portOf(url)}`;
  });
}

/** The URL as an absolute address that may be contacted, or null. The connector resolves it. */
export function readAddress(egress: Egress, text: string | URL, schemes: readonly ('http:' | 'https:')[]): URL | null {
  const parsed = text instanceof URL ? text : URL.parse(text);
  return parsed !== null && mayContact(egress, parsed, schemes) ? parsed : null;
}

function mayContact(egress: Egress, url: URL, schemes: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (isExempt(egress, url)) return true;
  return schemes.includes(url.protocol) && isWebPort(url) && !isPrivateHost(url.hostname);
}
