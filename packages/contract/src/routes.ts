import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { z } from 'zod';
import { type Contract, contract } from './contract.ts';
import type { RequestErrorCode } from './errors.ts';
import { NoFieldsSchema, NoQuerySchema } from './request-object.ts';
import { COMMON_CODES, ROUTE_CODES, ROUTE_NOTES, type RouteName, type RouteNotes } from './route-notes.ts';

/** One route as plain data. Paths start with /api/v1 and write parameters as `:id`. */
export type Route = RouteNotes & {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Absent where the route takes none: then the body is nothing or has no fields (`NoFieldsSchema`). */
  readonly body?: z.ZodTypeAny;
  readonly query: z.ZodTypeAny;
  readonly pathParams?: z.ZodTypeAny;
  readonly headers?: z.ZodTypeAny;
  /** Schema of the body per status; `NoBodySchema` where there is none. */
  readonly responses: Readonly<Record<number, z.ZodTypeAny>>;
  readonly errorCodes: readonly RequestErrorCode[];
};

/** Stands for an answer without a body (304). */
export const NoBodySchema = z.undefined();

const isRouteName = (name: string): name is RouteName => Object.hasOwn(ROUTE_CODES, name);
const zodOr = <T>(schema: unknown, otherwise: T) => (schema instanceof z.ZodType ? schema : otherwise);

function toRoute(name: string, route: AppRoute): Route {
  if (!isRouteName(name)) throw new Error(`route ${name} has no notes`);
  const body = 'body' in route && route.body !== NoFieldsSchema ? zodOr(route.body, undefined) : undefined;
  const query = zodOr(route.query, NoQuerySchema);
  const pathParams = zodOr(route.pathParams, undefined);
  const headers = zodOr(route.headers, undefined);
  return {
    ...ROUTE_NOTES[name],
    name,
    method: route.method,
    path: route.path,
    summary: route.summary ?? '',
    description: route.description ?? '',
    query,
    ...(body && { body }),
    ...(pathParams && { pathParams }),
    ...(headers && { headers }),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, schema]) => [status, zodOr(schema, NoBodySchema)]),
    ),
    errorCodes: [...ROUTE_CODES[name], ...COMMON_CODES],
  };
}

function walk(router: AppRouter, trail: readonly string[]): Route[] {
  return Object.entries(router).flatMap(([key, entry]) =>
    isAppRoute(entry) ? [toRoute([...trail, key].join('.'), entry)] : walk(entry, [...trail, key]),
  );
}

const ROUTES: readonly Route[] = walk(contract, []);

/**
 * Every route of the API as plain data, in reading order; with the contract of an installation, its schemas.
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
