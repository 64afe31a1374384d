/** Whoever is at one address: a method and a path such as `/api/v1/posts/:id`. */
type Addressed = { readonly method: string; readonly path: string };

/** A route, and the decoded parameters of the path that led to it. */
export type FoundRoute<Route> = { readonly route: Route; readonly params: Record<string, string> };

type Row<Route> = {
  readonly route: Route;
  readonly method: string;
  /** The segments of its path in lower case; null for a parameter. */
  readonly fixed: readonly (string | null)[];
  readonly parameters: readonly { readonly at: number; readonly name: string }[];
};

/**
 * Finds a route as Express does: the first one of the list that fits, in either case, with or without a slash at the end, and for HEAD that of GET. Returns null
 * if there is none. Throws a URIError if a parameter is not well encoded, whatever the method of the route that would take it.
 */
export function routeTable<Route extends Addressed>(
  routes: readonly Route[],
): (method: string, path: string) => FoundRoute<Route> | null {
  const byLength = new Map<number, Row<Route>[]>();
  for (const row of routes.map(toRow)) {
    const { length } = row.fixed;
    byLength.set(length, [...(byLength.get(length) ?? []), row]);
  }
  return (method, path) => {
    const segments = path.split('/');
    if (segments.length > 1 && segments.at(-1) === '') segments.pop();
    const candidates = byLength.get(segments.length);
    if (!candidates) return null;
    const asked = method === 'HEAD' ? 'GET' : method;
    const isEncoded = path.includes('%');
    for (const row of candidates) {
      const isAsked = row.method === asked;
      if ((!isAsked && !isEncoded) || !fits(row.fixed, segments)) continue;
      const params = paramsOf(row, segments);
      if (isAsked) return { route: row.route, params };
    }
    return null;
  };
}

function toRow<Route extends Addressed>(route: Route): Row<Route> {
  const segments = route.path.split('/');
  return {
    route,
    method: route.method,
    fixed: segments.map((segment) => (segment.startsWith(':') ? null : segment.toLowerCase())),
    parameters: segments.flatMap((segment, at) => (segment.startsWith(':') ? [{ at, name: segment.slice(1) }] : [])),
  };
}

function fits(fixed: readonly (string | null)[], segments: readonly string[]): boolean {
  for (let at = fixed.length - 1; at >= 0; at--) {
    const [expected, segment] = [fixed[at], segments[at]!];
    if (expected === null ? segment === '' : expected !== segment && expected !== segment.toLowerCase()) return false;
  }
  return true;
}

function paramsOf({ parameters }: Row<unknown>, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const { at, name } of parameters) {
    const segment = segments[at]!;
    params[name] = segment.includes('%') ? decodeURIComponent(segment) : segment;
  }
  return params;
}
