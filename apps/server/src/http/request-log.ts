import { isHarmless, redact } from '@fanfare/network';
import type { Request, Response } from 'express';
import { infoMembers, type Logger } from '../log.ts';
import { callerOf } from './caller.ts';
import { requestIdOf } from './request-id.ts';

const MOST_PATH_CHARS = 300;
const MOST_LAYERS = 3;

/** Links that work like a key for a while, and a confirmation code that shows a removal; also below a path that a proxy should have taken off. */
const SECRETS: readonly (readonly [path: RegExp, shown: string])[] = [
  [/^((?:\/(?!app\/|api\/)[\w.-]+)?\/(?:connect|sign-in\/link|setup|invitations)\/).+/i, '$1:token'],
  [/^((?:\/(?!app\/|api\/)[\w.-]+)?\/removal\/status\/).+/i, '$1:code'],
];

/** Spellings that clients and proxies may take for another path: encoded characters, two slashes, `..` and a backslash. */
const UNUSUAL = /[%\\]|\/[/.]/;

/** A path as it is logged: without the secret of a link, however it is spelled, and not longer than any path of ours. */
export function loggedPath(path: string): string {
  const plain = UNUSUAL.test(path) ? plainPath(path) : path;
  const shown = SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), plain);
  return shown === plain ? redact(path, MOST_PATH_CHARS) : shown;
}

/** The path in its usual spelling. It may be encoded more than once. */
function plainPath(path: string): string {
  let plain = path;
  for (let layer = 0; layer < MOST_LAYERS; layer++)
    plain = plain.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const joined = plain.replace(/[\\/]+/g, '/').replace(/[?#]/g, '');
  return URL.parse(joined, 'http://any')?.pathname ?? joined;
}

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
    const path = loggedPath(req.path);
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
