import { cutToSchema, type RequestPart, toFieldErrors } from '@fanfare/contract';
import { invalidRequest } from '@fanfare/rules';
import type { AppRoute, AppRouter } from '@ts-rest/core';
import { createExpressEndpoints, initServer, type RequestValidationError } from '@ts-rest/express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { ZodType } from 'zod';
import { sendError } from './error-responses.ts';
import { type Check, guard } from './guard.ts';

/** Handlers for each route of a contract. */
export type Handlers<Contract extends AppRouter> = Parameters<typeof createExpressEndpoints<Contract>>[1];

type Options = {
  /** Checks of a request with a known route, before its shape. */
  readonly before: readonly Check[];
  /** Answers 500 to a response that breaks the contract. */
  readonly checkResponses: boolean;
};

/** Serves a contract. A refusal of a wrong shape lists all problems. */
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

export const routeOf = (req: Request): AppRoute => (req as Request & { tsRestRoute: AppRoute }).tsRestRoute;

/** Bounds the input of the schemas. */
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

/** Returns the number of removed unknown fields. */
const cutBy = (schema: unknown, value: unknown): number => (schema instanceof ZodType ? cutToSchema(schema, value) : 0);
