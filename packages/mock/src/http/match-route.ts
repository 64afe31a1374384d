import { type Route, routesOf } from '@fanfare/contract';
import { NOTHING_HERE, noSuchRoute, PAGES, pathPattern } from '@fanfare/rules';
import { RequestRefusal } from '../request-refusal.ts';

export type RoutePattern = { readonly route: Route; readonly pattern: RegExp; readonly names: readonly string[] };

/** Literal paths come before those with parameters. */
const PATTERNS: readonly RoutePattern[] = routesOf()
  .map((route) => ({
    route,
    names: [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
    pattern: pathPattern(route.path),
  }))
  .sort((one, other) => one.names.length - other.names.length);

/** Refuses what no route and no page takes. */
export const refuseRoute = noSuchRoute([...PAGES, ...routesOf()]);

/** The route that a method and path name. Every GET route also answers HEAD. */
export function findRoute(method: string, path: string): RoutePattern | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return PATTERNS.find(({ route, pattern }) => route.method === asked && pattern.test(path));
}

/** The parameters in a path. Throws `not_found` for an escape sequence that is not valid. */
export function readParams({ pattern, names }: RoutePattern, path: string): Record<string, string> {
  const values = pattern.exec(path)?.slice(1) ?? [];
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]));
  } catch {
    throw new RequestRefusal(NOTHING_HERE);
  }
}
