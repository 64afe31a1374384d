import { cutToSchema, type RequestPart, toFieldErrors } from '@fanfare/contract';
import { invalidRequest } from '@fanfare/rules';
import type { AppRoute, AppRouter } from '@ts-rest/core';
import { createExpressEndpoints, initServer, type RequestValidationError } from '@ts-rest/express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { ZodType } from 'zod';
import { sendError } from './error-responses.ts';
import { type Check, guard } from './guard.ts';

/** A handler for each route of a contract. */
export type Handlers<Contract extends AppRouter> = Parameters<typeof createExpressEndpoints<Contract>>[1];

type Options = {
  /** Run for a request whose route is known, before its shape is checked. */
  readonly before: readonly Check[];
  /** Checks every answer against the contract: a wrong one is a 500. */
  readonly checkResponses: boolean;
};

/** Adds the routes of a contract to a router. A request of a wrong shape is refused with all that is wrong with it. */
export function serveContract<Contract extends AppRouter>(
  router: Router,
  contract: Contract,
  handlers: Handlers<Contract>,
  { before, checkResponses }: Options,
): void {
  createExpressEndpoints(contract, initServer().router(contract, handlers), router, {
    logInitialization: false,
    responseValidation: checkResponses,
    globalMiddleware: [...before.map(guard), cutUnknown],
    requestValidationErrorHandler: refuseShape,
  });
}

/** The route of a request that ts-rest has found. */
export const routeOf = (req: Request): AppRoute => (req as Request & { tsRestRoute: AppRoute }).tsRestRoute;

/** Bounds what the schemas look at. */
const cutUnknown: RequestHandler = (req, res, next) => {
  const { query, body } = schemasOf(routeOf(req));
  res.locals.unnamedFields = cutBy(query, req.query) + cutBy(body, req.body);
  next();
};

function refuseShape(error: RequestValidationError, req: unknown, res: Response): void {
  const schemas = schemasOf(routeOf(req as Request));
  const parts: readonly [RequestPart, unknown, RequestValidationError['body']][] = [
    ['path', schemas.path, error.pathParams],
    ['headers', schemas.headers, error.headers],
    ['query', schemas.query, error.query],
    ['body', schemas.body, error.body],
  ];
  const problems = parts.flatMap(([part, schema, broken]) =>
    broken && schema instanceof ZodType ? toFieldErrors(broken, schema, part) : [],
  );
  sendError(res, invalidRequest(problems, res.locals.unnamedFields as number));
}

const schemasOf = (route: AppRoute) => ({
  path: route.pathParams,
  headers: route.headers,
  query: route.query,
  body: 'body' in route ? route.body : undefined,
});

/** Returns how many unknown fields were removed. */
const cutBy = (schema: unknown, value: unknown): number => (schema instanceof ZodType ? cutToSchema(schema, value) : 0);
