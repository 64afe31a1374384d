import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bearerKey } from '@fanfare/rules';
import { type Request as ExpressRequest, type Response as ExpressResponse, type RequestHandler, Router } from 'express';
import { guard } from '../../http/guard.ts';
import { handled } from '../../http/handled.ts';
import { noStore } from '../../http/no-store.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { skipOptions } from '../../http/skip-options.ts';
import { isErrorCode } from '../../process/is-error-code.ts';
import type { Logger } from '../../process/log/log.ts';
import type { McpRequest } from './mcp-port.ts';
import { metadataUrlOf } from './resource-metadata.routes.ts';

export type McpRoutesDeps = {
  readonly log: Logger;
  readonly baseUrl: string;
  readonly authenticateBearer: (challenge: string) => RequestHandler;
  readonly countRequest: RequestHandler;
  readonly readJson: RequestHandler;
  readonly answer: (request: McpRequest) => Promise<Response>;
};

/** `/mcp`: a request passes what one of the API passes, with a key only. */
export function mcpRoutes(deps: McpRoutesDeps): Router {
  const { log, baseUrl, countRequest, readJson, answer } = deps;
  const authenticate = deps.authenticateBearer(`Bearer resource_metadata="${metadataUrlOf(baseUrl)}"`);
  const router = Router();
  router.all(
    '/mcp',
    ...[noStore, skipOptions, refuseOtherSites(baseUrl), authenticate, countRequest, readJson],
    handled(async (req, res) => {
      const gone = new AbortController();
      res.once('close', () => gone.abort());
      const response = await answer({
        request: toRequest(req, baseUrl, gone.signal),
        body: req.body as unknown,
        key: bearerKey(req.headers.authorization ?? null)!,
        requestId: requestIdOf(res),
      });
      await send(res, response).catch((err: unknown) => {
        if (!hasLeft(err, gone.signal))
          log.error({ err, requestId: requestIdOf(res) }, 'an answer of MCP ended unexpectedly');
      });
    }),
  );
  return router;
}

/**
 * Refuses pages of other sites, also those whose host name leads here (DNS rebinding): a browser
 * says where a request comes from, and a client that is no browser says nothing.
 */
const refuseOtherSites = (baseUrl: string): RequestHandler =>
  guard((req) => {
    const [site, origin] = [req.get('sec-fetch-site') ?? 'same-origin', req.get('origin')];
    const isOurs = site === 'same-origin' && (origin === undefined || origin === new URL(baseUrl).origin);
    return isOurs ? null : { code: 'forbidden', message: 'Pages of other sites may not call this address.' };
  });

/** The request without its body, which was read, and without its key. */
function toRequest(req: ExpressRequest, baseUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(req.headersDistinct))
    if (name !== 'authorization' && name !== 'cookie') for (const value of values ?? []) headers.append(name, value);
  return new Request(new URL(req.originalUrl, baseUrl), { method: req.method, headers, signal });
}

/** Sends an answer. One that fails under way ends the connection, so that its client sees a cut. */
async function send(res: ExpressResponse, response: Response): Promise<void> {
  res.status(response.status);
  for (const [name, value] of response.headers) res.setHeader(name, value);
  if (response.body === null) res.end();
  else await pipeline(Readable.fromWeb(response.body as never), res);
}

/** Recognises a client that has left: its connection is closed, or the answer ended for that reason. */
const hasLeft = (error: unknown, gone: AbortSignal): boolean =>
  error === gone.reason || isErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE');
