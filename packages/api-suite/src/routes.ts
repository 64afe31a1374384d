import { readDescription } from './openapi.ts';

/** A request to each route of `openapi.yaml` by a caller who has no data: a method, and a path of the right form below /api/v1. */
export const ROUTES = readDescription().operations.map(({ method, path, takesBody, answers }) => ({
  method,
  path: path.replace(/^\/api\/v1/, ''),
  takesBody,
  /** The error codes it is documented to answer. */
  codes: new Set([...answers.values()].flatMap(({ codes }) => codes)),
}));
