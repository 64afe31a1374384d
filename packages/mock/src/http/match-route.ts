import { type Route, type RouteName, routesOf } from '@fanfare/contract';
import { NOTHING_HERE, noSuchRoute, PAGES, pathPattern } from '@fanfare/rules';
import { RequestRefusal } from '../request-refusal.ts';

type Pattern = { readonly route: Route; readonly pattern: RegExp; readonly names: readonly string[] };

/** Literal paths come before those with parameters. */
const PATTERNS: readonly Pattern[] = routesOf()
  .map((route) => ({
    route,
    names: [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
    pattern: pathPattern(route.path),
  }))
  .sort((one, other) => one.names.length - other.names.length);

export type Match = { readonly name: RouteName; readonly route: Route; readonly params: Record<string, string> };

/** Refuses what no route and no page takes. */
export const refuseRoute = noSuchRoute([...PAGES, ...routesOf()]);

/** The route of a request. Throws `method_not_allowed` where the path exists under another method, else `not_found`. */
export function matchRoute(method: string, path: string): Match {
  const found = findPattern(method, path);
  if (!found) throw new RequestRefusal(refuseRoute(method, path));
  return { name: found.route.name, route: found.route, params: readParams(found, path) };
}

/** The route that a method and path name, or null. */
export const routeNameOf = (method: string, path: string): RouteName | null =>
  findPattern(method, path)?.route.name ?? null;

/** Every GET route also answers HEAD. */
function findPattern(method: string, path: string): Pattern | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return PATTERNS.find(({ route, pattern }) => route.method === asked && pattern.test(path));
}

function readParams({ pattern, names }: Pattern, path: string): Record<string, string> {
  const values = pattern.exec(path)?.slice(1) ?? [];
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]));
  } catch {
    throw new RequestRefusal(NOTHING_HERE);
  }
}
