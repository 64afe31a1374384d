/**
 * Ports of services that speak to whoever connects: mail, databases, caches, container and cluster
 * control. Ports below 1024 are refused except those of the web; these are the ones above it.
 */
const DENIED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5601, 5672, 5900, 5984, 6000, 6379,
  6380, 6443, 7000, 7001, 8086, 8500, 9042, 9092, 9160, 9200, 9300, 10250, 10255, 11211, 15672, 27017, 27018, 28017,
  50070,
]);

/** Whether the port of an http(s) URL is one that websites use. */
export function isWebPort(url: URL): boolean {
  const port = portOf(url);
  return port === 80 || port === 443 || (port >= 1024 && !DENIED_PORTS.has(port));
}

/** The port of an http(s) URL, also where it is not written. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
