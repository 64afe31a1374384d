import type { Request, Response } from 'express';
import type { Logger } from '../log.ts';
import { callerOf } from './caller.ts';
import { requestIdOf } from './request-id.ts';

/** Links that work like a key for a while, and a confirmation code that shows a removal. */
const SECRETS: readonly (readonly [path: RegExp, shown: string])[] = [
  [/^(\/connect\/).+/i, '$1:token'],
  [/^(\/removal\/status\/).+/i, '$1:code'],
  [/^(\/(?:sign-in\/link|setup|invitations)\/).+/i, '$1:token'],
];

const withoutToken = (path: string): string =>
  SECRETS.reduce((shown, [pattern, replacement]) => shown.replace(pattern, replacement), path);

/** One line per finished request. Never a query, a body, a header or a key. */
export function logAtClose(deps: { readonly log: Logger }): (req: Request, res: Response) => void {
  // None of its fields has parts that could be a credential by their name. What looks like a token is removed from the finished line all the same.
  const log = deps.log.child({}, { redact: [] });
  return (req, res) => {
    const startedAt = performance.now();
    const path = withoutToken(req.path);
    res.on('close', () => {
      log.info(
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
  };
}
