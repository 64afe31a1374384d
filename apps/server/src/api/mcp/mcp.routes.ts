import type { HttpCall } from '@fanfare/mcp';
import { sendResponse, toRequest } from '@fanfare/mcp/node-http';
import { bearerKey } from '@fanfare/rules';
import { type RequestHandler, Router } from 'express';
import { guard } from '../../http/guard.ts';
import { handled } from '../../http/handled.ts';
import { noStore } from '../../http/no-store.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { skipOptions } from '../../http/skip-options.ts';
import type { Logger } from '../../process/log/log.ts';
import { metadataUrlOf } from './resource-metadata.routes.ts';

type McpRoutesDeps = {
  readonly log: Logger;
  readonly baseUrl: string;
  readonly authenticateBearer: (challenge: string) => RequestHandler;
  readonly countRequest: RequestHandler;
  readonly readJson: RequestHandler;
  readonly answer: (call: HttpCall) => Promise<Response>;
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
        request: toRequest(req, new URL(req.originalUrl, baseUrl), { signal: gone.signal }),
        body: req.body as unknown,
        key: bearerKey(req.headers.authorization ?? null)!,
        requestId: requestIdOf(res),
      });
      await sendResponse(res, response, gone.signal).catch((err: unknown) => {
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
