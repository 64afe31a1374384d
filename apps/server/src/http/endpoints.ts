import { Stream } from 'node:stream';
import {
  type AppRoute,
  type AppRouter,
  isAppRoute,
  isAppRouteNoBody,
  isAppRouteOtherResponse,
  validateResponse,
} from '@ts-rest/core';
import type { Request, Response } from 'express';
import type { AnyRefusal } from './app-refusal.ts';
import { sendError } from './error-responses.ts';
import { requestShape } from './request-shape.ts';
import { routeTable } from './route-table.ts';

/** What handlers of the contract return, as ts-rest types it. */
type Answer = { readonly status: number; readonly body: unknown };

/** `initServer().router` has checked each handler against its route. */
type Handler = (input: never) => Promise<Answer>;
type Handlers = { readonly [name: string]: Handler | Handlers };

/** Made once for each route: refuses a request to it before its shape is checked; null when it may go on. */
export type Guard = (
  route: AppRoute,
) => (req: Request, res: Response) => AnyRefusal | null | Promise<AnyRefusal | null>;

type Options = {
  readonly guard: Guard;
  /** Checks every answer against the contract. */
  readonly checkResponses: boolean;
};

type Endpoint = {
  readonly method: string;
  readonly path: string;
  readonly route: AppRoute;
  readonly handler: Handler;
  readonly guard: ReturnType<Guard>;
  readonly readShape: ReturnType<typeof requestShape>;
};

/** Answers requests to the routes of a contract with their handlers. Returns null for a request that is to none of them, and throws a URIError for a path that is not well encoded. */
export function endpoints(
  contract: AppRouter,
  handlers: Handlers,
  options: Options,
): (req: Request, res: Response) => Promise<void> | null {
  const find = routeTable(endpointsOf(contract, handlers, options.guard));
  return (req, res) => {
    const found = find(req.method, req.path);
    if (!found) return null;
    req.params = found.params;
    // Spans have its path.
    req.route = found.route;
    return answer(found.route, options, req, res);
  };
}

function endpointsOf(contract: AppRouter, handlers: Handlers, guard: Guard): Endpoint[] {
  return Object.entries(handlers).flatMap(([name, handler]) => {
    const entry = contract[name]!;
    if (typeof handler !== 'function') return isAppRoute(entry) ? [] : endpointsOf(entry, handler, guard);
    if (!isAppRoute(entry)) throw new Error(`${name} is no route of the contract`);
    const { method, path } = entry;
    return [{ method, path, route: entry, handler, guard: guard(entry), readShape: requestShape(entry) }];
  });
}

async function answer(endpoint: Endpoint, { checkResponses }: Options, req: Request, res: Response): Promise<void> {
  const { route, handler, guard, readShape } = endpoint;
  const guarded = guard(req, res);
  const refusal = guarded instanceof Promise ? await guarded : guarded;
  if (refusal) return sendError(res, refusal);
  const shape = readShape(req);
  if (!shape.ok) return sendError(res, shape.refusal);
  const { status, body } = await handler({ ...shape.parts, req, res } as never);
  if (body instanceof Stream) return void body.pipe(res.status(status));
  const checked = checkResponses ? validateResponse({ appRoute: route, response: { status, body } }).body : body;
  res.statusCode = status;
  const kind = route.responses[status];
  if (kind !== undefined && isAppRouteNoBody(kind)) return void res.end();
  if (kind !== undefined && isAppRouteOtherResponse(kind))
    res.setHeader('Content-Type', kind.contentType).send(checked);
  else res.json(checked);
}
