import { isHarmless } from '@fanfare/network';
import type { Request, Response } from 'express';
import { infoMembers, type Logger } from '../log.ts';
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

/** Of a request that is answered. */
type Line = {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly projectId: string | undefined;
  /** The caller disconnected before the answer; the work goes on. */
  readonly disconnected?: true;
};

/** One line per finished request. Never a query, a body, a header or a key. Returns what writes it. */
export function requestLog(deps: { readonly log: Logger }): (req: Request, res: Response) => () => void {
  // None of its fields has parts that could be a credential by their name. What looks like a token is removed from the finished line all the same.
  const log = deps.log.child({}, { redact: [] });
  const writeMembers = infoMembers(deps.log);
  return (req, res) => {
    const startedAt = performance.now();
    const path = withoutToken(req.path);
    return () => {
      const line: Line = {
        requestId: requestIdOf(res),
        method: req.method,
        path,
        status: res.statusCode,
        durationMs: Math.round(performance.now() - startedAt),
        projectId: callerOf(res)?.projectId,
        ...(!res.writableFinished && { disconnected: true }),
      };
      if (writeMembers && isHarmless(line.path) && isHarmless(line.requestId)) writeMembers(membersOf(line));
      else log.info(line, 'request');
    };
  };
}

/** What pino would write of a line whose texts need no escape. */
function membersOf({ requestId, method, path, status, durationMs, projectId, disconnected }: Line): string {
  const project = projectId === undefined ? '' : `,"projectId":"${projectId}"`;
  const end = disconnected ? ',"disconnected":true' : '';
  return `"requestId":"${requestId}","method":"${method}","path":"${path}","status":${status},"durationMs":${durationMs}${project}${end},"msg":"request"`;
}
