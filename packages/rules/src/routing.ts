import type { Refusal } from './refusal.ts';

/** A method and a path with its parameters, such as `/connect/:token`. */
export type Endpoint = { readonly method: string; readonly path: string };

/** Endpoints of every installation beside the routes of the contract. */
export const PAGES: readonly Endpoint[] = [
  ...[
    '/healthz',
    '/readyz',
    '/openapi.yaml',
    '/docs',
    '/docs/errors',
    '/oauth/:platform/callback',
    '/connect/:token',
  ].map((path) => ({
    method: 'GET',
    path,
  })),
  { method: 'POST', path: '/connect/:token' },
];

export const NOTHING_HERE: Refusal = { code: 'not_found', message: 'There is nothing at this address.' };

/** Matches a path in either case, with or without a last slash, and its parameters. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '([^/]+)')}/?$`, 'i');

const API_PATH = /^\/api\/v1\//i;

const NO_CORS = 'The API sends no CORS headers on purpose: API keys are for servers. Call it from your own server.';

/** Refuses a method that an address does not take. Every GET route also answers HEAD. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Refusal {
  const allow = [...new Set(allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])))].join(', ');
  return {
    code: 'method_not_allowed',
    message: `${method} is not allowed here. Use ${allow}.`,
    headers: { Allow: allow },
  };
}

/**
 * Makes the refusal of a request that no endpoint takes: `method_not_allowed` where the path exists
 * under another method, else `not_found`.
 *
 * @example
 * const refuse = noSuchRoute([{ method: 'GET', path: '/healthz' }]);
 * refuse('POST', '/healthz').headers; // { Allow: 'GET, HEAD' }
 */
export function noSuchRoute(endpoints: readonly Endpoint[]): (method: string, path: string) => Refusal {
  const known = endpoints.map(({ method, path }) => ({ method, pattern: pathPattern(path) }));
  return (method, path) => {
    const allowed = known.filter(({ pattern }) => pattern.test(path)).map((endpoint) => endpoint.method);
    if (allowed.length === 0) return NOTHING_HERE;
    const refusal = methodNotAllowed(method, allowed);
    // A browser asks before a page calls another host; people see this answer in its tools.
    const isPreflight = method === 'OPTIONS' && API_PATH.test(path);
    return isPreflight ? { ...refusal, message: `${refusal.message} ${NO_CORS}` } : refusal;
  };
}
