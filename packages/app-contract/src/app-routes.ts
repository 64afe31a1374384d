import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { z } from 'zod';
import type { AppRouteName } from './addresses.ts';
import type { Needs, RouteLimit } from './answering.ts';
import { type AppContract, appContract } from './app-contract.ts';

/** One route as plain data. */
export type AppRouteFacts = {
  readonly name: AppRouteName;
  readonly method: string;
  readonly path: string;
  readonly needs: Needs;
  /** Absent where the route takes none. */
  readonly body?: z.ZodTypeAny;
};

/** Returns who may call a route, from the metadata of `answering`; ts-rest does not type it. */
export const neededRole = ({ metadata }: AppRoute): Needs => (metadata as { readonly needs: Needs }).needs;

/** Returns the limit that a route has of its own. Throws when it has none. */
export function limitOf({ metadata }: AppRoute): RouteLimit {
  const { limit } = metadata as { readonly limit: RouteLimit | null };
  if (limit === null) throw new Error('This route has no limit of its own.');
  return limit;
}

function walk(router: AppRouter, trail: readonly string[]): AppRouteFacts[] {
  return Object.entries(router).flatMap(([key, entry]) => {
    const names = [...trail, key];
    if (!isAppRoute(entry)) return walk(entry, names);
    const needs = neededRole(entry);
    const body = 'body' in entry && entry.body instanceof z.ZodType ? { body: entry.body } : {};
    // A test compares the names with `APP_ADDRESSES`.
    return [{ name: names.join('.') as AppRouteName, method: entry.method, path: entry.path, needs, ...body }];
  });
}

/** Every route of the dashboard as plain data, in reading order. */
export const APP_ROUTES: readonly AppRouteFacts[] = walk(appContract, []);

type RouteNamed<Name> = Name extends `${infer Resource extends keyof AppContract}.${infer Method}`
  ? AppContract[Resource][Method & keyof AppContract[Resource]]
  : never;

type Written<Schema> = Schema extends z.ZodTypeAny ? z.input<Schema> : undefined;
type Success = 200 | 201;

/** The input of a route; a part that the route does not take is undefined. */
export type AppInput<Name extends AppRouteName> = {
  readonly params: Written<RouteNamed<Name> extends { readonly pathParams: infer Schema } ? Schema : undefined>;
  readonly query: Written<RouteNamed<Name> extends { readonly query: infer Schema } ? Schema : undefined>;
  readonly body: Written<RouteNamed<Name> extends { readonly body: infer Schema } ? Schema : undefined>;
};

/** The answer of a route that succeeded. */
export type AppAnswer<Name extends AppRouteName> =
  RouteNamed<Name> extends { readonly responses: infer Responses }
    ? Responses[keyof Responses & Success] extends infer Schema extends z.ZodTypeAny
      ? z.output<Schema>
      : never
    : never;
