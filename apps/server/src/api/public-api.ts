import { type Contract, type contract, requirementsOf } from '@fanfare/contract';
import { judgeScope } from '@fanfare/rules';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { requireCaller } from '../callers/caller.ts';
import type { Check } from '../http/guard.ts';
import { noStore } from '../http/no-store.ts';
import { type Handlers, routeOf, serveContract } from '../http/serve-contract.ts';
import { skipOptions } from '../http/skip-options.ts';

export type PublicApiDeps = {
  readonly networks: { readonly contract: Contract };
  readonly handlers: Handlers<typeof contract>;
  readonly noteCalls: RequestHandler;
  readonly authenticate: RequestHandler;
  readonly countRequest: RequestHandler;
  readonly readJson: RequestHandler;
  /** Answers 500 to a response that breaks the contract: in development and tests. */
  readonly checkResponses: boolean;
  /** Get the errors of its requests. */
  readonly errorHandlers: readonly ErrorRequestHandler[];
};

/** Serves the API. A request passes this list from left to right, then the check of its scope. */
export function publicApi(deps: PublicApiDeps): Router {
  const { noteCalls, authenticate, countRequest, readJson, handlers, checkResponses } = deps;
  const router = Router();
  router.use('/api/v1', noStore, noteCalls, skipOptions, authenticate, countRequest, readJson);
  serveContract(router, deps.networks.contract, handlers, { before: [checkScope], checkResponses });
  for (const handler of deps.errorHandlers) router.use('/api/v1', handler);
  return router;
}

const checkScope: Check = (req, res) => judgeScope(requireCaller(res).scope, requirementsOf(routeOf(req)).needs);
