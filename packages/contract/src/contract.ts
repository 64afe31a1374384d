import { initContract } from '@ts-rest/core';
import type { z } from 'zod';
import type { RouteName } from './route-names.ts';
import { accounts } from './routes/accounts.ts';
import { COMMON_CODES, refusals } from './routes/answering.ts';
import { drafts } from './routes/drafts.ts';
import { events } from './routes/events.ts';
import { media } from './routes/media.ts';
import { platforms } from './routes/platforms.ts';
import { posts } from './routes/posts.ts';
import { reposts } from './routes/reposts.ts';
import { usage } from './routes/usage.ts';
import { webhooks } from './routes/webhooks.ts';

/** Every route under /api/v1, for adapters to ts-rest. Other packages use `routesOf()`. */
export const contract = initContract().router(
  { accounts, posts, drafts, media, reposts, platforms, usage, webhooks, events },
  { pathPrefix: '/api/v1', strictStatusCodes: true, commonResponses: refusals(COMMON_CODES) },
);

export type Contract = typeof contract;

type RouteNamed<Name> = Name extends `${infer Resource extends keyof Contract}.${infer Method}`
  ? Contract[Resource][Method & keyof Contract[Resource]]
  : never;

type Parsed<Schema> = Schema extends z.ZodTypeAny ? z.output<Schema> : undefined;

/** The parts of a request as its schemas parse them; undefined where the route has none. */
export type RouteInput<Name extends RouteName> = {
  readonly params: Parsed<RouteNamed<Name> extends { readonly pathParams: infer Schema } ? Schema : undefined>;
  readonly query: Parsed<RouteNamed<Name> extends { readonly query: infer Schema } ? Schema : undefined>;
  readonly body: Parsed<RouteNamed<Name> extends { readonly body: infer Schema } ? Schema : undefined>;
};
