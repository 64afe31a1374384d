import { isPrivateHost } from '@fanfare/rules';

/** Where this installation may connect to beside the public internet. */
export type Egress = {
  /** Exact `host` (any port) or `host:port`, named by the operator. Skips every check below. */
  readonly allowedHosts: readonly string[];
  /** Origins of the configured networks, e.g. `https://api.x.com` or a sandbox on loopback. Skip every check below. */
  readonly trustedOrigins: readonly string[];
  /** All addresses of a name. Default: the operating system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
};

/**
 * Ports of services that speak to whoever connects: mail, databases, caches, container and cluster control. Ports below 1024 are refused
 * except those of the web; these are the ones above it.
 */
const DENIED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5601, 5672, 5900, 5984, 6000, 6379,
  6380, 6443, 7000, 7001, 8086, 8500, 9042, 9092, 9160, 9200, 9300, 10250, 10255, 11211, 15672, 27017, 27018, 28017,
  50070,
]);

/** Whether this URL lies at a configured network. */
export function isTrusted(egress: Egress, url: URL): boolean {
  return egress.trustedOrigins.some((origin) => new URL(origin).origin === url.origin);
}

/** Whether the operator's configuration exempts this URL from every check. */
export function isExempt(egress: Egress, url: URL): boolean {
  if (isTrusted(egress, url)) return true;
  return egress.allowedHosts.some((entry) => {
    const allowed = entry.toLowerCase();
    return allowed === url.hostname || allowed === `${url.hostname}:${portOf(url)}`;
  });
}

/** The text of a URL as an absolute address this service may try to contact, or null. Nothing is resolved yet: the connector does that. */
export function readAddress(egress: Egress, text: string | URL, schemes: readonly ('http:' | 'https:')[]): URL | null {
  const parsed = text instanceof URL ? text : URL.parse(text);
  return parsed !== null && mayContact(egress, parsed, schemes) ? parsed : null;
}

function mayContact(egress: Egress, url: URL, schemes: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (isExempt(egress, url)) return true;
  return schemes.includes(url.protocol) && isWebPort(portOf(url)) && !isPrivateHost(url.hostname);
}

function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !DENIED_PORTS.has(port));
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
