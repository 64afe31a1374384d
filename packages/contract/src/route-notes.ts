import type { RequestErrorCode } from './errors.ts';

/** Sections of the API description, in reading order. */
export const TAGS = {
  Accounts: 'Connected social accounts and the flow that connects them.',
  Posts: 'Publishing one piece of content to several accounts, now or later.',
  Reposts: 'Resharing posts.',
  Platforms: 'What each platform takes.',
  Usage: 'What was used of the plan.',
} as const;
export type Tag = keyof typeof TAGS;

/** Codes that every route can answer with. */
export const COMMON_CODES = [
  'invalid_request',
  'unauthorized',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const satisfies readonly RequestErrorCode[];

/** Codes of every route with a POST: even where no body is asked for, one that is sent is read. */
const BODY_CODES = ['payload_too_large', 'unsupported_media_type'] as const;
const CONTENT_CODES = [...BODY_CODES, 'account_not_found', 'platform_mismatch'] as const;

/** Codes of each route beside the common ones. */
export const ROUTE_CODES = {
  'accounts.connect': [...BODY_CODES, 'account_limit_reached'],
  'accounts.connectHub': [
    ...BODY_CODES,
    'account_limit_reached',
    'hub_url_not_allowed',
    'hub_auth_failed',
    'connect_code_invalid',
    'space_not_found',
    'hub_not_supported',
    'hub_unreachable',
    'hub_error',
    'not_implemented',
  ],
  'accounts.list': [],
  'accounts.get': ['not_found'],
  'accounts.delete': ['not_found'],
  'accounts.spaces': ['not_found', 'account_not_active', 'hub_unreachable', 'hub_error', 'not_implemented'],
  'posts.create': [...CONTENT_CODES, 'invalid_post', 'quota_exceeded'],
  'posts.validate': CONTENT_CODES,
  'posts.list': [],
  'posts.get': ['not_found'],
  'posts.cancel': [...BODY_CODES, 'not_found', 'not_cancellable'],
  'posts.repost': [...BODY_CODES, 'not_found', 'not_published', 'quota_exceeded'],
  'posts.metrics': ['not_found'],
  'reposts.create': [...CONTENT_CODES, 'quota_exceeded'],
  'platforms.list': [],
  'usage.get': [],
} as const satisfies Record<string, readonly RequestErrorCode[]>;

/** Name of a route of the API. */
export type RouteName = keyof typeof ROUTE_CODES;

/** What the API description says about a route beside its schemas. */
export type RouteNotes = {
  readonly operationId: string;
  readonly tag: Tag;
  /** Sentence of each answer that is not an error. */
  readonly answers: Readonly<Record<number, string>>;
};

export const ROUTE_NOTES: Readonly<Record<RouteName, RouteNotes>> = {
  'accounts.connect': {
    operationId: 'connectAccount',
    tag: 'Accounts',
    answers: { 200: 'The flow is started; send the user to `authUrl`.' },
  },
  'accounts.connectHub': {
    operationId: 'connectHubAccount',
    tag: 'Accounts',
    answers: {
      200: 'An account of this hub user existed and now has the new key.',
      201: 'The account is connected.',
    },
  },
  'accounts.list': { operationId: 'listAccounts', tag: 'Accounts', answers: { 200: 'The accounts that match.' } },
  'accounts.get': { operationId: 'getAccount', tag: 'Accounts', answers: { 200: 'The account.' } },
  'accounts.delete': {
    operationId: 'deleteAccount',
    tag: 'Accounts',
    answers: { 200: 'The credentials are destroyed and the account is `revoked`, perhaps already before.' },
  },
  'accounts.spaces': { operationId: 'listSpaces', tag: 'Accounts', answers: { 200: 'One page of spaces.' } },
  'posts.create': {
    operationId: 'createPost',
    tag: 'Posts',
    answers: {
      200: 'The key was used before: the original post, in its present state.',
      201: 'Every target was attempted; each is `published` or `failed`.',
      202: 'The post is scheduled; every target is `pending`.',
    },
  },
  'posts.validate': {
    operationId: 'validatePost',
    tag: 'Posts',
    answers: { 200: 'What publishing would do, whether valid or not.' },
  },
  'posts.list': { operationId: 'listPosts', tag: 'Posts', answers: { 200: 'One page of posts.' } },
  'posts.get': {
    operationId: 'getPost',
    tag: 'Posts',
    answers: { 200: 'The post.', 304: 'The post has not changed since the answer with this `ETag`.' },
  },
  'posts.cancel': {
    operationId: 'cancelPost',
    tag: 'Posts',
    answers: { 200: 'The post is cancelled, perhaps already before; its targets are `failed`.' },
  },
  'posts.repost': {
    operationId: 'repostPost',
    tag: 'Reposts',
    answers: { 200: 'Every repost was attempted; read `reposts[].status`.' },
  },
  'posts.metrics': { operationId: 'getPostMetrics', tag: 'Posts', answers: { 200: 'The counts that could be read.' } },
  'reposts.create': {
    operationId: 'createRepost',
    tag: 'Reposts',
    answers: { 200: 'Every repost was attempted; read `reposts[].status`.' },
  },
  'platforms.list': { operationId: 'listPlatforms', tag: 'Platforms', answers: { 200: 'What every platform takes.' } },
  'usage.get': { operationId: 'getUsage', tag: 'Usage', answers: { 200: 'Usage of the current period.' } },
};
