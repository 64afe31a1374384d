import type {
  ConnectBody,
  ConnectHubBody,
  CreatePostBody,
  CreateRepostBody,
  ListAccountsQuery,
  ListPostsQuery,
  ListSpacesQuery,
  RepostPostBody,
  RouteName,
  ValidatePostBody,
} from '@fanfare/contract';
import type { Caller } from './caller.ts';
import type { Reply } from './error-reply.ts';

type WithId = { readonly params: { readonly id: string } };

/** What each route is given beside its caller, as the contract's schemas parse it. */
type Inputs = {
  'accounts.connect': { readonly body: ConnectBody };
  'accounts.connectHub': { readonly body: ConnectHubBody };
  'accounts.list': { readonly query: ListAccountsQuery };
  'accounts.get': WithId;
  'accounts.delete': WithId;
  'accounts.spaces': WithId & { readonly query: ListSpacesQuery };
  'posts.create': { readonly body: CreatePostBody };
  'posts.validate': { readonly body: ValidatePostBody };
  'posts.list': { readonly query: ListPostsQuery };
  'posts.get': WithId;
  'posts.cancel': WithId;
  'posts.repost': WithId & { readonly body: RepostPostBody | undefined };
  'posts.metrics': WithId;
  'reposts.create': { readonly body: CreateRepostBody };
  'platforms.list': object;
  'usage.get': object;
};

/** A request that found its route and its caller. */
export type RequestContext = {
  readonly caller: Caller;
  readonly request: Request;
  /** Every line of the `Idempotency-Key` header. */
  readonly idempotencyKeys: readonly string[];
  /** Headers of the answer, whatever it will be. */
  readonly answerHeaders: Headers;
};

/** One function for each route of the contract. */
export type Handlers = {
  readonly [Name in RouteName]: (context: RequestContext & Inputs[Name]) => Reply | Promise<Reply>;
};
