import { BytesSchema, cutToSchema, NoFieldsSchema, type Route } from '@fanfare/contract';
import { invalidRequest } from '@fanfare/rules';
import { RequestRefusal } from '../request-refusal.ts';

/** The service reads no more (Node.js, `querystring.parse`, `maxKeys`). */
const MAX_QUERY_FIELDS = 1_000;

export type Parsed = { readonly query: unknown; readonly body: unknown };

/** Checks query and body by the route's schemas. Throws `invalid_request` with all problems. */
export async function parseRequest(route: Route, query: URLSearchParams, rawBody: unknown): Promise<Parsed> {
  const bodySchema = route.takesBytes ? BytesSchema : (route.body ?? NoFieldsSchema);
  const rawQuery = readQuery(query);
  const unnamed = cutToSchema(route.query, rawQuery) + cutToSchema(bodySchema, rawBody);
  const parsedQuery = route.query.safeParse(rawQuery);
  const parsedBody = bodySchema.safeParse(rawBody);
  if (parsedQuery.success && parsedBody.success) return { query: parsedQuery.data, body: parsedBody.data };
  const { toFieldErrors } = await import('./field-errors.ts');
  throw new RequestRefusal(
    invalidRequest(
      [
        ...(parsedQuery.success ? [] : toFieldErrors(parsedQuery.error, route.query, 'query')),
        ...(parsedBody.success ? [] : toFieldErrors(parsedBody.error, bodySchema)),
      ],
      unnamed,
    ),
  );
}

/** A field that is given more than once is a list, which no schema takes. */
function readQuery(query: URLSearchParams): Record<string, string | string[]> {
  const pairs = [...query].slice(0, MAX_QUERY_FIELDS);
  return Object.fromEntries(
    [...new Set(pairs.map(([name]) => name))].map((name) => {
      const values = pairs.filter(([own]) => own === name).map(([, value]) => value);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}
