import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { z } from 'zod';
import { BytesSchema } from './bytes-body.ts';
import { type Contract, contract } from './contract.ts';
import type { RequestErrorCode } from './errors.ts';
import type { KeyScope } from './key-scope.ts';
import { NoFieldsSchema, NoQuerySchema } from './request-object.ts';
import type { RouteName } from './route-names.ts';
import { COMMON_CODES, type RouteLimit } from './routes/answering.ts';

/** One route as plain data. Paths start with /api/v1 and write parameters as `:id`. */
export type Route = Requirements & {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly path: string;
  /** Absent where the route takes no JSON: no body, one without fields, or bytes. */
  readonly body?: z.ZodTypeAny;
  /** Whether the body is bytes, which the handler reads. */
  readonly takesBytes: boolean;
  readonly query: z.ZodTypeAny;
  readonly pathParams?: z.ZodTypeAny;
  readonly headers?: z.ZodTypeAny;
  /** Schema of the body per status; `NoBodySchema` where there is none. */
  readonly responses: Readonly<Record<number, z.ZodTypeAny>>;
  /** The type of an answer below 400: JSON, or a stream of text. Errors are JSON on every route. */
  readonly answerType: 'application/json' | 'text/event-stream';
  /** Codes of this route besides those of every route (`COMMON_CODES`). */
  readonly ownCodes: readonly RequestErrorCode[];
  readonly errorCodes: readonly RequestErrorCode[];
};

/** Stands for an answer without a body (304). */
export const NoBodySchema = z.undefined();

const zodOr = <T>(schema: unknown, otherwise: T) => (schema instanceof z.ZodType ? schema : otherwise);

/** An answer that is not JSON; the API has streams of events only. */
const isText = (answer: unknown): answer is { readonly body: unknown } =>
  typeof answer === 'object' && answer !== null && 'contentType' in answer;

/** The demands of a route on a request, beside its shape. */
export type Requirements = {
  /** Scope of a key that may call it. */
  readonly needs: KeyScope;
  /** The limit of a key for this route, besides that of all its requests. */
  readonly limit: RouteLimit | null;
};

/** The notes of `answering` on a route; ts-rest does not type it. */
const metadataOf = ({ metadata }: AppRoute) =>
  metadata as Requirements & { readonly codes: readonly RequestErrorCode[] };

/** Returns scope and limit of a route of the contract, for those who serve it by ts-rest. */
export const requirementsOf = (route: AppRoute): Requirements => metadataOf(route);

function toRoute(name: string, route: AppRoute): Route {
  const sent = 'body' in route ? route.body : undefined;
  const takesBytes = sent === BytesSchema;
  const body = takesBytes || sent === NoFieldsSchema ? undefined : zodOr(sent, undefined);
  const query = zodOr(route.query, NoQuerySchema);
  const pathParams = zodOr(route.pathParams, undefined);
  const headers = zodOr(route.headers, undefined);
  const { codes, needs, limit } = metadataOf(route);
  return {
    // A test compares the names with `ROUTE_NAMES`.
    name: name as RouteName,
    method: route.method,
    path: route.path,
    query,
    ...(body && { body }),
    takesBytes,
    ...(pathParams && { pathParams }),
    ...(headers && { headers }),
    needs,
    limit,
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, answer]) => [
        status,
        zodOr(isText(answer) ? answer.body : answer, NoBodySchema),
      ]),
    ),
    answerType: Object.values(route.responses).some(isText) ? 'text/event-stream' : 'application/json',
    ownCodes: codes,
    errorCodes: [...codes, ...COMMON_CODES],
  };
}

function walk(router: AppRouter, trail: readonly string[]): Route[] {
  return Object.entries(router).flatMap(([key, entry]) =>
    isAppRoute(entry) ? [toRoute([...trail, key].join('.'), entry)] : walk(entry, [...trail, key]),
  );
}

const ROUTES: readonly Route[] = walk(contract, []);

/**
 * Every route of the API as plain data, in reading order; with the contract of an installation, its
 * schemas.
 *
 * @example
 * routesOf().find((route) => route.name === 'posts.create')?.path; // '/api/v1/posts'
 */
export function routesOf(of: Contract = contract): readonly Route[] {
  return of === contract ? ROUTES : walk(of, []);
}

/**
 * One route by its name.
 *
 * @example
 * routeOf('posts.get').path; // '/api/v1/posts/:id'
 */
export function routeOf(name: RouteName): Route {
  const route = ROUTES.find((candidate) => candidate.name === name);
  if (route === undefined) throw new Error(`route ${name} is not in the contract`);
  return route;
}
