import { routesOf } from '@fanfare/contract';
import type { RequestHandler } from 'express';
import { RequestError } from './request-error.ts';

type KnownPath = { readonly pattern: RegExp; readonly methods: string[] };

/** What stands beside the API, and the methods it takes. */
const BESIDE = [
  ...['/healthz', '/readyz', '/openapi.yaml', '/docs', '/docs/reference.js', '/oauth/:platform/callback'].map(
    (path) => ({ path, method: 'GET' }),
  ),
  { path: '/connect/:token', method: 'GET' },
  { path: '/connect/:token', method: 'POST' },
];

/** Answers what no route took: 405 with `Allow` where the path exists under another method, else 404. */
export function noSuchRoute(): RequestHandler {
  const known: KnownPath[] = [];
  for (const { path, method } of [...BESIDE, ...routesOf()]) {
    // As express matches: in any case, with or without a slash at the end.
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i');
    const entry = known.find((candidate) => candidate.pattern.source === pattern.source);
    // HEAD is answered by every GET route.
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    if (entry) entry.methods.push(...methods);
    else known.push({ pattern, methods });
  }
  return (req, _res, next) => {
    const path = req.originalUrl.split('?')[0]!;
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    if (allowed.length === 0)
      return next(new RequestError({ code: 'not_found', message: 'There is nothing at this address.' }));
    const allow = allowed.join(', ');
    next(
      new RequestError({
        code: 'method_not_allowed',
        message: `${req.method} is not allowed here. Use ${allow}.`,
        headers: { Allow: allow },
      }),
    );
  };
}
