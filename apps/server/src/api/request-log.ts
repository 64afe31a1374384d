import { redact } from '@fanfare/network';
import type { Request, RequestHandler } from 'express';
import { callerOf } from '../callers/caller.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { Logger } from '../process/log/log.ts';

const MOST_PATH_CHARS = 300;
const MOST_LAYERS = 3;

/** Links that work like a key, and confirmation codes; also below the path of a proxy. */
const SECRETS: readonly (readonly [path: RegExp, shown: string])[] = [
  [/^((?:\/(?!app\/|api\/)[\w.-]+)?\/(?:connect|sign-in\/link|setup|invitations|uploads)\/).+/i, '$1:token'],
  [/^((?:\/(?!app\/|api\/)[\w.-]+)?\/m\/)[^/]+/i, '$1:key'],
  [/^((?:\/(?!app\/|api\/)[\w.-]+)?\/removal\/status\/).+/i, '$1:code'],
];

/** Spellings that clients and proxies may read as another path: `%`, `//`, `..` and backslash. */
const UNUSUAL = /[%\\]|\/[/.]/;

/** Path for the log, cut, and without the secret of a link however it is spelled. */
export function loggedPath(path: string): string {
  const plain = UNUSUAL.test(path) ? plainPath(path) : path;
  const shown = SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), plain);
  return shown === plain ? redact(path, MOST_PATH_CHARS) : shown;
}

/** Decodes a path, also one encoded more than once. */
function plainPath(path: string): string {
  let plain = path;
  for (let layer = 0; layer < MOST_LAYERS; layer++)
    plain = plain.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const joined = plain.replace(/[\\/]+/g, '/').replace(/[?#]/g, '');
  return URL.parse(joined, 'http://any')?.pathname ?? joined;
}

/** Probes of monitoring. A good answer is no news. */
const PROBES = new Set(['/healthz', '/readyz']);

export type RequestLogDeps = {
  readonly log: Logger;
  readonly observe: {
    answered(request: { readonly method: string; readonly route: string; readonly status: number }, ms: number): void;
  };
};

/** Logs one line per ended request, except good probes. Never a query, body, header or key. */
export const requestLog =
  (deps: RequestLogDeps): RequestHandler =>
  (req, res, next) => {
    const startedAt = performance.now();
    const path = loggedPath(req.path);
    res.on('close', () => {
      const durationMs = performance.now() - startedAt;
      const { method } = req;
      const status = res.statusCode;
      deps.observe.answered({ method, route: routeOf(req), status }, durationMs);
      if (status === 200 && PROBES.has(path)) return;
      deps.log.info(
        {
          requestId: requestIdOf(res),
          method,
          path,
          status,
          durationMs: Math.round(durationMs),
          projectId: callerOf(res)?.projectId,
          client: req.ip,
          // The caller left before the answer; the work goes on.
          ...(!res.writableFinished && { disconnected: true }),
        },
        'request',
      );
    });
    next();
  };

/** Pattern of the route, without ids and secrets; `none` where no route matched. */
function routeOf(req: Request): string {
  const path: unknown = req.route?.path;
  return typeof path === 'string' ? `${req.baseUrl}${path}` : 'none';
}
