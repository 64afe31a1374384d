import { type FieldError, type RequestPart, toFieldErrors } from '@fanfare/contract';
import { invalidRequest, type Refusal } from '@fanfare/rules';
import type { AppRoute } from '@ts-rest/core';
import type { RequestValidationError } from '@ts-rest/express';
import { type ZodError, ZodType } from 'zod';

/** Everything that is wrong with the shape of a request; body and query paths are the caller's own names. */
export const shapeRefusal = (error: RequestValidationError, route: AppRoute): Refusal =>
  invalidRequest([
    ...problemsOf(error.pathParams, route.pathParams, 'path'),
    ...problemsOf(error.headers, route.headers, 'headers'),
    ...problemsOf(error.query, route.query, 'query'),
    ...problemsOf(error.body, 'body' in route ? route.body : undefined, 'body'),
  ]);

/** Only a part with a schema can be wrong. */
function problemsOf(error: ZodError | null, schema: unknown, part: RequestPart): FieldError[] {
  return error && schema instanceof ZodType ? toFieldErrors(error, schema, part) : [];
}
