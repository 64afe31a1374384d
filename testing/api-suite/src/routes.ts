import { readDescription } from './openapi.ts';

/**
 * A request to each route of `openapi.yaml` by a caller who has no data: a method, and a path of
 * the right form below /api/v1.
 */
export const ROUTES = readDescription().operations.map(
  ({ method, path, query, takesBody, needs, example, answers }) => ({
    method,
    path: path.replace(/^\/api\/v1/, ''),
    query,
    takesBody,
    /** Scope that a key needs: `read`, `draft`, `publish` or `all`. */
    needs,
    /** A valid body; undefined where none is taken. */
    example,
    /** The error codes it is documented to answer. */
    codes: new Set([...answers.values()].flatMap(({ codes }) => codes)),
  }),
);
