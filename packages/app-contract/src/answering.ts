import { REQUEST_ERRORS, type RequestErrorCode } from '@fanfare/contract';
import { APP_ERRORS, AppErrorBodySchema, type AppErrorCode } from './errors.ts';

type Code = RequestErrorCode | AppErrorCode;

/** Callers of a route: everybody who is signed in, or only owners of the workspace. */
export type Needs = 'member' | 'owner';

/** A limit that a route has besides that of all requests of a session. */
export type RouteLimit = { readonly name: 'invitations'; readonly perMinute: number };

/** Codes that every route can answer with. */
export const COMMON_APP_CODES = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const satisfies readonly Code[];

export const APP_BODY_CODES = ['payload_too_large', 'unsupported_media_type'] as const;

const ERRORS = { ...REQUEST_ERRORS, ...APP_ERRORS };
type StatusOf<C extends Code> = (typeof ERRORS)[C]['status'];

/** One error response for each status of the codes. */
export function refusals<C extends Code>(codes: readonly C[]): Record<StatusOf<C>, typeof AppErrorBodySchema> {
  const responses = Object.fromEntries(codes.map((code) => [ERRORS[code].status, AppErrorBodySchema]));
  // Object.fromEntries loses the keys; they are exactly the statuses of the codes.
  return responses as Record<StatusOf<C>, typeof AppErrorBodySchema>;
}

/** The part of a route that says how it answers, who may call it, and its own limit. */
export function answering<Answers extends object, C extends Code = never>(
  answers: Answers,
  {
    needs = 'member',
    codes = [],
    limit = null,
  }: { readonly needs?: Needs; readonly codes?: readonly C[]; readonly limit?: RouteLimit | null } = {},
) {
  return { responses: { ...answers, ...refusals(codes) }, metadata: { codes, needs, limit } };
}
