import { isHarmless, redact } from '@fanfare/network';
import type { Request, Response } from 'express';
import { toPublicId } from '../ids.ts';
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
  /** Address of the client, as `TRUST_PROXY` makes it known. */
  readonly client: string | undefined;
  /** The caller disconnected before the answer; the work goes on. */
  readonly disconnected?: true;
};

/** Asked every few seconds by whoever watches the server: a good answer is no news. */
const PROBES = new Set(['/healthz', '/readyz']);

type Deps = {
  readonly log: Logger;
  readonly observeRequests: {
    answered(request: { readonly method: string; readonly route: string; readonly status: number }, ms: number): void;
  };
};

/**
 * One line per finished request, except for probes that were answered with 200. Never a query, a
 * body, a header or a key. Returns what writes it.
 */
export function requestLog(deps: Deps): (req: Request, res: Response) => () => void {
  // None of its fields has parts that could be a credential by their name. What looks like a token is removed from the finished line all the same.
  const log = deps.log.child({}, { redact: [] });
  const writeMembers = infoMembers(deps.log);
  return (req, res) => {
    const startedAt = performance.now();
    const path = loggedPath(req.path);
    return () => {
      const durationMs = performance.now() - startedAt;
      const { method } = req;
      const status = res.statusCode;
      deps.observeRequests.answered({ method, route: routeOf(req), status }, durationMs);
      if (status === 200 && PROBES.has(path)) return;
      const projectId = callerOf(res)?.projectId;
      const line: Line = {
        requestId: requestIdOf(res),
        method,
        path,
        status,
        durationMs: Math.round(durationMs),
        projectId: projectId && toPublicId('prj', projectId),
        client: req.ip,
        ...(!res.writableFinished && { disconnected: true }),
      };
      if (writeMembers && isHarmless(line.path) && isHarmless(line.requestId) && isHarmless(line.client ?? ''))
        writeMembers(membersOf(line));
      else log.info(line, 'request');
    };
  };
}

/** The pattern of the route, which holds no id and no secret; `none` where no route matched. */
function routeOf(req: Request): string {
  const path: unknown = req.route?.path;
  return typeof path === 'string' ? `${req.baseUrl}${path}` : 'none';
}

/** What pino would write of a line whose texts need no escape. */
function membersOf({ requestId, method, path, status, durationMs, projectId, client, disconnected }: Line): string {
  const project = projectId === undefined ? '' : `,"projectId":"${projectId}"`;
  const address = client === undefined ? '' : `,"client":"${client}"`;
  const end = disconnected ? ',"disconnected":true' : '';
  return `"requestId":"${requestId}","method":"${method}","path":"${path}","status":${status},"durationMs":${durationMs}${project}${address}${end},"msg":"request"`;
}
