import { initContract } from '@ts-rest/core';
import {
  AccountPathSchema,
  AccountResponseSchema,
  DeleteAccountResponseSchema,
  ListAccountsQuerySchema,
  ListAccountsResponseSchema,
} from './accounts.ts';
import { ConnectBodySchema, ConnectHubBodySchema, ConnectResponseSchema } from './connect.ts';
import { ErrorBodySchema, REQUEST_ERRORS, type RequestErrorCode } from './errors.ts';
import { CommonHeadersSchema, CreatePostHeadersSchema, GetPostHeadersSchema } from './headers.ts';
import { PostMetricsResponseSchema } from './metrics.ts';
import { ListPlatformsResponseSchema } from './platforms.ts';
import {
  CreatePostBodySchema,
  CreatePostResponseSchema,
  ListPostsQuerySchema,
  ListPostsResponseSchema,
  PostPathSchema,
  PostResponseSchema,
  ValidatePostBodySchema,
} from './posts.ts';
import {
  CreateRepostBodySchema,
  CreateRepostResponseSchema,
  RepostPostBodySchema,
  RepostPostResponseSchema,
} from './reposts.ts';
import { NoFieldsSchema, NoQuerySchema } from './request-object.ts';
import { COMMON_CODES, ROUTE_CODES } from './route-notes.ts';
import { ListSpacesQuerySchema, ListSpacesResponseSchema } from './spaces.ts';
import { UsageSchema } from './usage.ts';
import { ValidatePostResponseSchema } from './validate.ts';

type Refusals<Code extends RequestErrorCode> = Record<(typeof REQUEST_ERRORS)[Code]['status'], typeof ErrorBodySchema>;

/** One error response for each status that the codes answer with. */
function refusals<Code extends RequestErrorCode>(codes: readonly Code[]): Refusals<Code> {
  const responses = Object.fromEntries(codes.map((code) => [REQUEST_ERRORS[code].status, ErrorBodySchema]));
  // Object.fromEntries forgets which keys it was given; they are exactly the statuses of the codes.
  return responses as Refusals<Code>;
}

const c = initContract();

const accounts = c.router({
  connect: {
    method: 'POST',
    path: '/accounts/connect',
    summary: 'Start connecting an account',
    description:
      'Starts the hosted connect flow of one network and returns the address to send the user to. Each call mints a new address, valid for 10 minutes and usable once. Afterwards the user is redirected to `redirectUrl` with `status=success`, `accountId`, `platform` and `username`, or with `status=error` and `reason`.',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    body: ConnectBodySchema,
    responses: { 200: ConnectResponseSchema, ...refusals(ROUTE_CODES['accounts.connect']) },
  },
  connectHub: {
    method: 'POST',
    path: '/accounts/connect-hub',
    summary: 'Connect an account of a self-hosted hub',
    description:
      'Not built yet: answers `501 not_implemented`. Will connect with a key of the hub user or with a one-time connect code the hub user generated; the connection never expires, and connecting the same hub user again reuses the account.',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    body: ConnectHubBodySchema,
    responses: {
      200: AccountResponseSchema,
      201: AccountResponseSchema,
      ...refusals(ROUTE_CODES['accounts.connectHub']),
    },
  },
  list: {
    method: 'GET',
    path: '/accounts',
    summary: 'List accounts',
    description:
      'Lists the accounts of the project, oldest first. Revoked accounts are left out unless `includeRevoked=true` or `status=revoked`.',
    headers: CommonHeadersSchema,
    query: ListAccountsQuerySchema,
    responses: { 200: ListAccountsResponseSchema, ...refusals(ROUTE_CODES['accounts.list']) },
  },
  get: {
    method: 'GET',
    path: '/accounts/:id',
    summary: 'Get an account',
    description: 'Returns one account of the project, revoked ones included.',
    headers: CommonHeadersSchema,
    pathParams: AccountPathSchema,
    query: NoQuerySchema,
    responses: { 200: AccountResponseSchema, ...refusals(ROUTE_CODES['accounts.get']) },
  },
  delete: {
    method: 'DELETE',
    path: '/accounts/:id',
    summary: 'Disconnect an account',
    description:
      'Destroys the credentials and keeps the account as `revoked`; it no longer counts against the plan’s cap. Connecting the same profile again revives it under the same id.',
    headers: CommonHeadersSchema,
    pathParams: AccountPathSchema,
    query: NoQuerySchema,
    responses: { 200: DeleteAccountResponseSchema, ...refusals(ROUTE_CODES['accounts.delete']) },
  },
  spaces: {
    method: 'GET',
    path: '/accounts/:id/spaces',
    summary: 'List the spaces of a hub account',
    description:
      'Not built yet: answers `501 not_implemented`. Will search the spaces the hub has now; any other account answers `invalid_request`.',
    headers: CommonHeadersSchema,
    pathParams: AccountPathSchema,
    query: ListSpacesQuerySchema,
    responses: { 200: ListSpacesResponseSchema, ...refusals(ROUTE_CODES['accounts.spaces']) },
  },
});

const posts = c.router({
  create: {
    method: 'POST',
    path: '/posts',
    summary: 'Publish or schedule a post',
    description:
      'Publishes one piece of content to 1 to 10 accounts and waits for every network, or schedules it when `publishAt` is given. Targets fail independently: read `post.targets[].status`. A repeated key returns the original post, whatever the body. Images settle in seconds, a video in up to about four minutes.',
    headers: CreatePostHeadersSchema,
    query: NoQuerySchema,
    body: CreatePostBodySchema,
    responses: {
      200: CreatePostResponseSchema,
      201: CreatePostResponseSchema,
      202: CreatePostResponseSchema,
      ...refusals(ROUTE_CODES['posts.create']),
    },
  },
  validate: {
    method: 'POST',
    path: '/posts/validate',
    summary: 'Check a post without publishing it',
    description:
      'Applies the rules of every platform and counts the cost. Nothing is recorded and no network is asked.',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    body: ValidatePostBodySchema,
    responses: { 200: ValidatePostResponseSchema, ...refusals(ROUTE_CODES['posts.validate']) },
  },
  list: {
    method: 'GET',
    path: '/posts',
    summary: 'List posts',
    description:
      'Lists the posts of the project, newest first, or with `order=publishAt` the scheduled ones by their time, earliest first. Both moments of a filter are exclusive.',
    headers: CommonHeadersSchema,
    query: ListPostsQuerySchema,
    responses: { 200: ListPostsResponseSchema, ...refusals(ROUTE_CODES['posts.list']) },
  },
  get: {
    method: 'GET',
    path: '/posts/:id',
    summary: 'Get a post',
    description:
      'Returns a post with the present state of its targets. Poll it with `If-None-Match` until they have settled.',
    headers: GetPostHeadersSchema,
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    responses: { 200: PostResponseSchema, 304: c.noBody(), ...refusals(ROUTE_CODES['posts.get']) },
  },
  cancel: {
    method: 'POST',
    path: '/posts/:id/cancel',
    summary: 'Cancel a scheduled post',
    description:
      'Cancels a scheduled post that is still waiting; its key keeps returning it. To move a post, cancel it and create another.',
    headers: CommonHeadersSchema,
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    body: NoFieldsSchema,
    responses: { 200: PostResponseSchema, ...refusals(ROUTE_CODES['posts.cancel']) },
  },
  repost: {
    method: 'POST',
    path: '/posts/:id/repost',
    summary: 'Repost the published targets of a post',
    description:
      'Reshares published targets from the accounts that published them; a target whose `status` is not `published` has no outcome, also while it waits for its first comment. Only `x` has reposts; other platforms answer `unsupported`. Repeated calls change nothing, answer with the same repost and are billed once per target; a repost of the same post through `POST /api/v1/reposts` is the same repost. One that failed is tried again, also after `outcome_unknown`: it is made once and billed once. An id in `targetIds` that is no target of the post is `not_found`.',
    headers: CommonHeadersSchema,
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    body: RepostPostBodySchema.optional(),
    responses: { 200: RepostPostResponseSchema, ...refusals(ROUTE_CODES['posts.repost']) },
  },
  metrics: {
    method: 'GET',
    path: '/posts/:id/metrics',
    summary: 'Read the metrics of a post',
    description:
      'Reads views, likes, comments, shares and saves live from each network, all published targets at once, each for at most 10 seconds. Reading is free and nothing is stored. A target that could not be read says why in `metricsError` and fails no other; what a network asks to wait is told and not waited for.',
    headers: CommonHeadersSchema,
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    responses: { 200: PostMetricsResponseSchema, ...refusals(ROUTE_CODES['posts.metrics']) },
  },
});

const reposts = c.router({
  create: {
    method: 'POST',
    path: '/reposts',
    summary: 'Repost any post',
    description:
      'Reshares a post the service need not have published, named by its link or by platform and id. Repeated calls change nothing, answer with the same repost and are billed once per account and post. One that failed is tried again, also after `outcome_unknown`: it is made once and billed once. The quota is checked for all accounts before any of them reposts.',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    body: CreateRepostBodySchema,
    responses: { 200: CreateRepostResponseSchema, ...refusals(ROUTE_CODES['reposts.create']) },
  },
});

const platforms = c.router({
  list: {
    method: 'GET',
    path: '/platforms',
    summary: 'List what each platform takes',
    description: 'Lists limits, features and rules of every platform, from the same data that validates posts.',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    responses: { 200: ListPlatformsResponseSchema, ...refusals(ROUTE_CODES['platforms.list']) },
  },
});

const usage = c.router({
  get: {
    method: 'GET',
    path: '/usage',
    summary: 'Get the usage of the current period',
    description:
      'Returns what was billed and reserved in the current period, in units: 1 per network write, 65 for an `x` post with a link.',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    responses: { 200: UsageSchema, ...refusals(ROUTE_CODES['usage.get']) },
  },
});

/** Every route under /api/v1. Other packages read `routesOf()`; only an adapter to ts-rest itself needs this. */
export const contract = c.router(
  { accounts, posts, reposts, platforms, usage },
  { pathPrefix: '/api/v1', strictStatusCodes: true, commonResponses: refusals(COMMON_CODES) },
);

export type Contract = typeof contract;
