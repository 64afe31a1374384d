import type { RequestHandler } from 'express';
import type { Logger } from '../log.ts';
import { callerOf } from './caller.ts';
import { requestIdOf } from './request-id.ts';

/** A connect link works like a key for ten minutes, and a confirmation code shows a removal, so neither is logged. */
const withoutToken = (path: string): string =>
  path.replace(/^(\/connect\/).+/i, '$1:token').replace(/^(\/removal\/status\/).+/i, '$1:code');

/** One line per finished request. Never a query, a body, a header or a key. */
export function requestLog(deps: { log: Logger }): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const path = withoutToken(req.path);
    res.on('close', () => {
      deps.log.info(
        {
          requestId: requestIdOf(res),
          method: req.method,
          path,
          status: res.statusCode,
          durationMs: Math.round(performance.now() - startedAt),
          projectId: callerOf(res)?.projectId,
          // The caller disconnected before the answer; the work goes on.
          ...(!res.writableFinished && { disconnected: true }),
        },
        'request',
      );
    });
    next();
  };
}
