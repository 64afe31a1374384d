import { ErrorBodySchema, REQUEST_ERRORS, type RequestErrorCode } from '../errors.ts';
import type { KeyScope } from '../key-scope.ts';

/**
 * A limit that a route has besides that of all requests of a key. An installation may set another
 * number of publishes.
 */
export type RouteLimit = { readonly name: 'publishes' | 'tests' | 'replays'; readonly perMinute: number };

/** Codes that every route can answer with. */
export const COMMON_CODES = [
  'invalid_request',
  'unauthorized',
  'method_not_allowed',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'unavailable',
] as const satisfies readonly RequestErrorCode[];

/** Codes of every POST, PUT and PATCH route: a body is read even where the route needs none. */
export const BODY_CODES = ['payload_too_large', 'unsupported_media_type'] as const;
export const CONTENT_CODES = [...BODY_CODES, 'account_not_found', 'platform_mismatch'] as const;

type Refusals<Code extends RequestErrorCode> = Record<(typeof REQUEST_ERRORS)[Code]['status'], typeof ErrorBodySchema>;

/** One error response for each status of the codes. */
export function refusals<Code extends RequestErrorCode>(codes: readonly Code[]): Refusals<Code> {
  const responses = Object.fromEntries(codes.map((code) => [REQUEST_ERRORS[code].status, ErrorBodySchema]));
  // Object.fromEntries loses the keys; they are exactly the statuses of the codes.
  return responses as Refusals<Code>;
}

/** Every key has the scope `read`, so that only other scopes can be missing. */
type ScopeCode<Scope extends KeyScope> = Scope extends 'read' ? never : 'insufficient_scope';

/**
 * The part of a route that says who may call it and how it answers: the scope that a key needs, the
 * schema of each status below 400, its codes besides the common ones, and its own limit.
 *
 * @example
 * { method: 'GET', path: '/posts/:id', ...answering('read', { 200: PostResponseSchema }, ['not_found']) }
 */
export function answering<Scope extends KeyScope, Answers extends object, Code extends RequestErrorCode>(
  needs: Scope,
  answers: Answers,
  ownCodes: readonly Code[],
  limit: RouteLimit | null = null,
) {
  const scopeCodes = needs === 'read' ? [] : (['insufficient_scope'] as const);
  // TypeScript does not see that the list is empty exactly when the type is never.
  const codes = [...scopeCodes, ...ownCodes] as readonly (ScopeCode<Scope> | Code)[];
  return { responses: { ...answers, ...refusals(codes) }, metadata: { codes, needs, limit } };
}
