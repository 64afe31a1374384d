import { cutToSchema, type FieldError, type RequestPart, toFieldErrors } from '@fanfare/contract';
import { invalidRequest, type Refusal } from '@fanfare/rules';
import type { AppRoute } from '@ts-rest/core';
import type { Request } from 'express';
import { ZodType } from 'zod';

/** The parts of a request, as the schemas of its route parse them. */
type Parts = {
  readonly params: unknown;
  readonly headers: unknown;
  readonly query: unknown;
  readonly body: unknown;
};

type Shape = { readonly ok: true; readonly parts: Parts } | { readonly ok: false; readonly refusal: Refusal };

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly FieldError[]; readonly unnamed: number };

type Parse = (value: unknown) => Parsed;

/**
 * Checks the shape of requests to a route. A refusal names everything that is wrong; body and query paths are the caller's own names. Parameters and headers
 * without a schema stay.
 */
export function requestShape(route: AppRoute): (req: Request) => Shape {
  const readParams = parserOf(route.pathParams, 'path', keepingOthers);
  const readHeaders = parserOf(route.headers, 'headers', keepingOthers);
  const readQuery = parserOf(route.query, 'query');
  const readBody = parserOf('body' in route ? route.body : undefined, 'body');
  return (req) => {
    const params = readParams(req.params);
    const headers = readHeaders(req.headers);
    const query = readQuery(req.query);
    const body = readBody(req.body);
    if (params.ok && headers.ok && query.ok && body.ok) {
      const parts = { params: params.value, headers: headers.value, query: query.value, body: body.value };
      return { ok: true, parts };
    }
    const broken = [params, headers, query, body].flatMap((part) => (part.ok ? [] : [part]));
    const unnamed = broken.reduce((sum, part) => sum + part.unnamed, 0);
    const problems = broken.flatMap((part) => part.problems);
    return { ok: false, refusal: invalidRequest(problems, unnamed) };
  };
}

/** Only a part with a schema can be wrong. */
function parserOf(
  schema: unknown,
  part: RequestPart,
  finish: (value: unknown, parsed: unknown) => unknown = parsedOnly,
): Parse {
  if (!(schema instanceof ZodType)) return (value) => ({ ok: true, value });
  return (value) => {
    const unnamed = cutToSchema(schema, value);
    const { success, data, error } = schema.safeParse(value);
    return success
      ? { ok: true, value: finish(value, data) }
      : { ok: false, problems: toFieldErrors(error, schema, part), unnamed };
  };
}

const parsedOnly = (_value: unknown, parsed: unknown): unknown => parsed;

/** What the schema does not know stays beside what it parsed. */
const keepingOthers = (value: unknown, parsed: unknown): unknown => ({ ...(value as object), ...(parsed as object) });
