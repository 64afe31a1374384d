import type { NetworkName, Simulator } from './simulator.ts';

export type RequestTarget = {
  readonly network: NetworkName;
  readonly role: string;
  /** The path on the real network: path and query without `/{network}/{role}`. */
  readonly path: string;
  readonly query: string;
  /** The path by which faults choose requests: the path, or the route that the query names. */
  readonly route: string;
};

/** Finds the target of a request by a real host (`api.x.com`), else its path. Null: own paths. */
export function createLocate(
  simulators: readonly Simulator[],
): (host: string | undefined, url: string) => RequestTarget | null {
  const byHost = new Map<string, { network: NetworkName; role: string }>();
  const byPrefix = new Map<string, { network: NetworkName; role: string }>();
  for (const { network, hosts, routers } of simulators) {
    for (const [host, role] of Object.entries(hosts)) byHost.set(host.toLowerCase(), { network, role });
    for (const role of Object.keys(routers)) byPrefix.set(`/${network}/${role}`, { network, role });
  }

  const targetOf = ({ network, role }: { network: NetworkName; role: string }, url: string): RequestTarget => {
    const { path, query } = split(url);
    const { routeInQuery } = simulators.find((simulator) => simulator.network === network) ?? {};
    return { network, role, path, query, route: routeInQuery?.(role, path, query) ?? path };
  };

  return (host, url) => {
    if (url === '/__sandbox' || url.startsWith('/__sandbox/')) return null;
    const named = byHost.get((host ?? '').toLowerCase().replace(/:\d+$/, ''));
    if (named) return targetOf(named, url);
    const prefix = /^\/[^/?]+\/[^/?]+(?=[/?]|$)/.exec(url)?.[0] ?? '';
    const mounted = byPrefix.get(prefix);
    return mounted ? targetOf(mounted, url.slice(prefix.length)) : null;
  };
}

function split(url: string): { path: string; query: string } {
  const at = url.indexOf('?');
  const path = at === -1 ? url : url.slice(0, at);
  return { path: path.startsWith('/') ? path : `/${path}`, query: at === -1 ? '' : url.slice(at + 1) };
}
