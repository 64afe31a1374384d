import { type FieldError, type RequestPart, toFieldErrors } from '@fanfare/contract';
import { summarise } from '@fanfare/rules';
import type { AppRoute } from '@ts-rest/core';
import type { RequestValidationError } from '@ts-rest/express';
import { type ZodError, ZodType } from 'zod';
import { RequestError } from './request-error.ts';

/** More than this many problems are counted, not listed. */
const MAX_DETAILS = 100;

/** Everything that is wrong with the shape of a request, in one list; body and query paths are the caller's own names. */
export function invalidRequest(error: RequestValidationError, route: AppRoute): RequestError {
  const details = [
    ...detailsOf(error.pathParams, route.pathParams, 'path'),
    ...detailsOf(error.headers, route.headers, 'headers'),
    ...detailsOf(error.query, route.query, 'query'),
    ...detailsOf(error.body, 'body' in route ? route.body : undefined, 'body'),
  ];
  return new RequestError({
    code: 'invalid_request',
    message: summarise(details),
    details: details.slice(0, MAX_DETAILS),
  });
}

/** Only what has a schema can break it. */
function detailsOf(error: ZodError | null, schema: unknown, part: RequestPart): FieldError[] {
  return error && schema instanceof ZodType ? toFieldErrors(error, schema, part) : [];
}
