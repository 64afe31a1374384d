import type { z } from 'zod';
import type { ConnectBodySchema, ConnectHubBodySchema } from './connect.ts';
import { type Example, example } from './error-examples.ts';
import {
  exampleAccount,
  exampleCancelledPost,
  exampleHubAccount,
  exampleInstagramTarget,
  exampleMedia,
  examplePost,
  exampleScheduledPost,
  exampleXAccount,
  exampleXTarget,
} from './example-resources.ts';
import type { PostMetricsResponse } from './metrics.ts';
import type { ListPlatformsResponse } from './platforms.ts';
import type { CreatePostBodySchema, CreatePostResponse, ListPostsResponse, ValidatePostBodySchema } from './posts.ts';
import type { CreateRepostBody, CreateRepostResponse, RepostPostBody, RepostPostResponse } from './reposts.ts';
import type { RouteName } from './route-notes.ts';
import type { ListSpacesResponse } from './spaces.ts';
import type { Usage } from './usage.ts';
import type { ValidatePostResponse } from './validate.ts';

export type RouteExamples = {
  readonly requests: readonly Example[];
  readonly responses: Readonly<Record<number, Example>>;
};

const platforms: ListPlatformsResponse = {
  platforms: [
    {
      platform: 'x',
      configured: true,
      text: { max: 280, countedAs: 'weighted', textOnly: true },
      media: { max: 4, maxImages: 4, maxVideos: 1, mixed: false, optional: true },
      supports: {
        firstComment: false,
        repost: true,
        aiGenerated: true,
        altText: true,
        coverUrl: false,
        thumbOffsetMs: false,
        spaces: false,
      },
      firstComment: null,
      rules: [{ name: 'x.content.empty', summary: 'A post has text or media.' }],
    },
  ],
};

/** Bodies of every route that are valid by its schemas; requests only where the route has a body. */
export const EXAMPLES: Readonly<Record<RouteName, RouteExamples>> = {
  'accounts.connect': {
    requests: [
      example<z.input<typeof ConnectBodySchema>>('Connect Instagram and come back to the app', {
        platform: 'instagram',
        profileId: 'customer-17',
        redirectUrl: 'https://app.example.com/connected?from=settings',
      }),
    ],
    responses: {
      200: example('Send the user here', {
        authUrl: 'https://fanfare.example.com/connect/r8Q2mXn4kV7tYc1LwZp9Jb3HsD6GfA5eUoNiKxT0vBM',
      }),
    },
  },
  'accounts.connectHub': {
    requests: [
      example<z.input<typeof ConnectHubBodySchema>>('With a WordPress application password', {
        hubUrl: 'https://community.example.org',
        type: 'wordpress',
        username: 'ann',
        apiKey: 'abcd efgh ijkl mnop qrst uvwx',
        defaultSpaceSlug: 'news',
      }),
      example<z.input<typeof ConnectHubBodySchema>>('With a one-time code of the hub user', {
        hubUrl: 'https://community.example.org',
        connectCode: 'TCVX-XRPK-KNNF-NLSW',
      }),
    ],
    responses: {
      200: example('Connected before', { account: exampleHubAccount }),
      201: example('Connected', { account: exampleHubAccount }),
    },
  },
  'accounts.list': {
    requests: [],
    responses: { 200: example('Three accounts', { accounts: [exampleAccount, exampleXAccount, exampleHubAccount] }) },
  },
  'accounts.get': { requests: [], responses: { 200: example('An Instagram account', { account: exampleAccount }) } },
  'accounts.delete': { requests: [], responses: { 200: example('Disconnected', { deleted: true }) } },
  'accounts.spaces': {
    requests: [],
    responses: {
      200: example<ListSpacesResponse>('Spaces of a WordPress hub', {
        spaces: [
          {
            slug: 'news',
            id: '2',
            name: 'News',
            description: null,
            url: 'https://community.example.org/category/news/',
            isDefault: true,
            canPost: null,
          },
        ],
        total: 1,
        limit: 25,
        offset: 0,
      }),
    },
  },
  'posts.create': {
    requests: [
      example<z.input<typeof CreatePostBodySchema>>('Publish now, with a first comment on Instagram', {
        content: 'Fresh rye from six in the morning.',
        mediaItems: exampleMedia,
        platforms: [
          { platform: 'instagram', accountId: exampleAccount.id, firstComment: 'Which bread shall we bake next?' },
          { platform: 'x', accountId: exampleXAccount.id },
        ],
        idempotencyKey: 'rye-2026-11-20',
      }),
      example<z.input<typeof CreatePostBodySchema>>('Schedule', {
        content: 'Stollen season opens on Monday.',
        platforms: [{ platform: 'x', accountId: exampleXAccount.id }],
        idempotencyKey: 'stollen-2026',
        publishAt: '2026-11-23T07:00:00+01:00',
      }),
    ],
    responses: {
      200: example<CreatePostResponse>('The key was used before', { post: examplePost, replayed: true, warnings: [] }),
      201: example<CreatePostResponse>('One target published, one failed', {
        post: examplePost,
        replayed: false,
        warnings: [],
      }),
      202: example<CreatePostResponse>('Scheduled', { post: exampleScheduledPost, replayed: false, warnings: [] }),
    },
  },
  'posts.validate': {
    requests: [
      example<z.input<typeof ValidatePostBodySchema>>('A text with a link, for X', {
        content: 'The new opening hours: https://bakery.example.com/hours',
        platforms: [{ platform: 'x', accountId: exampleXAccount.id, spaceSlug: 'news' }],
      }),
    ],
    responses: {
      200: example<ValidatePostResponse>('Valid, with a field that has no effect', {
        valid: true,
        violations: [],
        warnings: [{ path: 'platforms[0].spaceSlug', message: 'x has no spaces; the field has no effect.' }],
        units: 65,
        targets: [{ accountId: exampleXAccount.id, platform: 'x', units: 65 }],
      }),
    },
  },
  'posts.list': {
    requests: [],
    responses: {
      200: example<ListPostsResponse>('The last page', {
        posts: [exampleScheduledPost, examplePost],
        limit: 25,
        offset: 0,
        hasMore: false,
        nextCursor: null,
      }),
    },
  },
  'posts.get': { requests: [], responses: { 200: example('A post that settled', { post: examplePost }) } },
  'posts.cancel': { requests: [], responses: { 200: example('Cancelled', { post: exampleCancelledPost }) } },
  'posts.repost': {
    requests: [example<RepostPostBody>('One target', { targetIds: [exampleInstagramTarget.id] })],
    responses: {
      200: example<RepostPostResponse>('Instagram has no reposts', {
        reposts: [
          {
            targetId: exampleInstagramTarget.id,
            accountId: exampleAccount.id,
            platform: 'instagram',
            status: 'unsupported',
            platformRepostId: null,
            error: null,
            repostedAt: null,
          },
        ],
      }),
    },
  },
  'posts.metrics': {
    requests: [],
    responses: {
      200: example<PostMetricsResponse>('Counts of one target; the other is not published', {
        postId: examplePost.id,
        fetchedAt: '2026-11-21T08:00:00.000Z',
        targets: [
          {
            ...exampleInstagramTarget,
            metrics: { views: 1840, likes: 211, comments: 14, shares: 9, saves: 32 },
            metricsError: null,
          },
          { ...exampleXTarget, metrics: null, metricsError: null },
        ],
      }),
    },
  },
  'reposts.create': {
    requests: [
      example<CreateRepostBody>('By link', {
        url: 'https://x.com/harbourbakery/status/1859183746501234567',
        accountIds: [exampleXAccount.id],
      }),
      example<CreateRepostBody>('By id', {
        platform: 'x',
        platformPostId: '1859183746501234567',
        accountIds: [exampleXAccount.id],
      }),
    ],
    responses: {
      200: example<CreateRepostResponse>('Reposted', {
        reposts: [
          {
            accountId: exampleXAccount.id,
            platform: 'x',
            status: 'reposted',
            platformRepostId: '1859190021480000001',
            error: null,
            repostedAt: '2026-11-20T10:12:45.007Z',
          },
        ],
      }),
    },
  },
  'platforms.list': { requests: [], responses: { 200: example('One of the platforms', platforms) } },
  'usage.get': {
    requests: [],
    responses: {
      200: example<Usage>('A plan that stops at 100 units', {
        plan: 'free',
        periodStart: '2026-11-01T00:00:00.000Z',
        periodEnd: '2026-12-01T00:00:00.000Z',
        included: 100,
        used: 61,
        reserved: 4,
        remaining: 35,
        overage: false,
      }),
    },
  },
};
