import { type Route, type RouteName, routesOf } from '@fanfare/contract';
import { RequestRefusal } from '../request-refusal.ts';

type Pattern = { readonly route: Route; readonly pattern: RegExp; readonly names: readonly string[] };

/** Literal paths come before those with parameters. */
const PATTERNS: readonly Pattern[] = routesOf()
  .map((route) => ({
    route,
    names: [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
    // As the service matches: in any case, with or without a slash at the end.
    pattern: new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}/?$`, 'i'),
  }))
  .sort((one, other) => one.names.length - other.names.length);

export type Match = { readonly name: RouteName; readonly route: Route; readonly params: Record<string, string> };

/** The route of a request. Throws `method_not_allowed` where the path exists under another method, else `not_found`. */
export function matchRoute(method: string, path: string): Match {
  // HEAD is answered by every GET route.
  const asked = method === 'HEAD' ? 'GET' : method;
  const paths = PATTERNS.filter(({ pattern }) => pattern.test(path));
  const found = paths.find(({ route }) => route.method === asked);
  if (found) return { name: found.route.name, route: found.route, params: readParams(found, path) };
  if (paths.length === 0) throw nothingHere();
  const allowed = paths.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
  const allow = [...new Set(allowed)].join(', ');
  throw new RequestRefusal({
    code: 'method_not_allowed',
    message: `${method} is not allowed here. Use ${allow}.`,
    headers: { Allow: allow },
  });
}

/** The route a path and method name, or null: for what only wants to know. */
export function routeNameOf(method: string, path: string): RouteName | null {
  const asked = method === 'HEAD' ? 'GET' : method;
  return PATTERNS.find(({ route, pattern }) => route.method === asked && pattern.test(path))?.route.name ?? null;
}

function readParams({ pattern, names }: Pattern, path: string): Record<string, string> {
  const values = pattern.exec(path)?.slice(1) ?? [];
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]));
  } catch {
    throw nothingHere();
  }
}

const nothingHere = (): RequestRefusal =>
  new RequestRefusal({ code: 'not_found', message: 'There is nothing at this address.' });
