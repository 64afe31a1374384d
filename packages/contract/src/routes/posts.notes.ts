import { example } from '../example.ts';
import {
  exampleAccount,
  exampleCancelledPost,
  exampleInstagramTarget,
  exampleMedia,
  examplePost,
  exampleScheduledPost,
  exampleXAccount,
  exampleXTarget,
} from '../example-resources.ts';
import type { posts } from './posts.ts';
import type { NotesOf } from './route-notes.ts';

export const postsNotes: NotesOf<typeof posts> = {
  create: {
    operationId: 'createPost',
    tag: 'Posts',
    summary: 'Publish or schedule a post',
    description:
      'Publishes one piece of content to 1 to 10 accounts and waits for every network, or schedules it when `publishAt` is given. Targets fail independently: read `post.targets[].status`. A repeated key returns the original post, whatever the body is. Images take seconds, a video up to about four minutes.',
    requests: [
      example('Publish now, with a first comment on Instagram', {
        content: 'Fresh rye from six in the morning.',
        mediaItems: exampleMedia,
        platforms: [
          { platform: 'instagram', accountId: exampleAccount.id, firstComment: 'Which bread shall we bake next?' },
          { platform: 'x', accountId: exampleXAccount.id },
        ],
        idempotencyKey: 'rye-2026-11-20',
      }),
      example('Schedule', {
        content: 'Stollen season opens on Monday.',
        platforms: [{ platform: 'x', accountId: exampleXAccount.id }],
        idempotencyKey: 'stollen-2026',
        publishAt: '2026-11-23T07:00:00+01:00',
      }),
    ],
    answers: {
      200: {
        description: 'The key was used before: the original post in its current state.',
        headers: ['Idempotency-Mismatch'],
        example: example('The key was used before', { post: examplePost, replayed: true, warnings: [] }),
      },
      201: {
        description: 'Every target was attempted; each is `published` or `failed`.',
        example: example('One target published, one failed', {
          post: examplePost,
          replayed: false,
          warnings: [],
        }),
      },
      202: {
        description: 'The post is scheduled; every target is `pending`.',
        example: example('Scheduled', { post: exampleScheduledPost, replayed: false, warnings: [] }),
      },
    },
  },
  validate: {
    operationId: 'validatePost',
    tag: 'Posts',
    summary: 'Check a post without publishing it',
    description: 'Applies the rules of every platform and counts the cost. It records nothing and calls no network.',
    requests: [
      example('A text with a link, for X', {
        content: 'The new opening hours: https://bakery.example.com/hours',
        platforms: [{ platform: 'x', accountId: exampleXAccount.id, spaceSlug: 'news' }],
      }),
    ],
    answers: {
      200: {
        description: 'What publishing would do, whether valid or not.',
        example: example('Valid, with a field that has no effect', {
          valid: true,
          violations: [],
          warnings: [{ path: 'platforms[0].spaceSlug', message: 'x has no spaces; the field has no effect.' }],
          units: 65,
          targets: [{ accountId: exampleXAccount.id, platform: 'x', units: 65 }],
        }),
      },
    },
  },
  list: {
    operationId: 'listPosts',
    tag: 'Posts',
    summary: 'List posts',
    description:
      'Lists the posts of the project, newest first. With `order=publishAt` it lists scheduled posts by their time, earliest first. Time filters exclude the given moment itself.',
    requests: [],
    answers: {
      200: {
        description: 'One page of posts.',
        example: example('The last page', {
          posts: [exampleScheduledPost, examplePost],
          limit: 25,
          offset: 0,
          hasMore: false,
          nextCursor: null,
        }),
      },
    },
  },
  get: {
    operationId: 'getPost',
    tag: 'Posts',
    summary: 'Get a post',
    description:
      'Returns a post with the current state of its targets. To wait until they settle, poll with `If-None-Match`.',
    requests: [],
    answers: {
      200: {
        description: 'The post.',
        headers: ['ETag'],
        example: example('A post that settled', { post: examplePost }),
      },
      304: { description: 'The post has not changed since the answer with this `ETag`.', headers: ['ETag'] },
    },
  },
  cancel: {
    operationId: 'cancelPost',
    tag: 'Posts',
    summary: 'Cancel a scheduled post',
    description:
      'Cancels a scheduled post that is still waiting. Its key still returns it. To change the time of a post, cancel it and create another one.',
    requests: [],
    answers: {
      200: {
        description: 'The post is cancelled, also if it was before; its targets are `failed`.',
        example: example('Cancelled', { post: exampleCancelledPost }),
      },
    },
  },
  repost: {
    operationId: 'repostPost',
    tag: 'Reposts',
    summary: 'Repost the published targets of a post',
    description:
      'Reposts published targets from the accounts that published them. The answer leaves out a target whose `status` is not `published`, for example while it waits for its first comment. Only `x` has reposts; other platforms answer `unsupported`. A repeated call changes nothing and returns the same repost, which is billed once per target. A repost of the same post through `POST /api/v1/reposts` is the same repost. A failed repost is tried again, also after `outcome_unknown`; it is made once and billed once. An id in `targetIds` that does not belong to the post answers `not_found`.',
    requests: [example('One target', { targetIds: [exampleInstagramTarget.id] })],
    answers: {
      200: {
        description: 'Every repost was attempted; read `reposts[].status`.',
        example: example('Instagram has no reposts', {
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
  },
  unpublish: {
    operationId: 'unpublishPost',
    tag: 'Posts',
    summary: 'Remove a post from its networks',
    description:
      'Deletes the published posts of a post at their networks, each by the account that published it, with everything below them, such as a first comment. It cannot be undone. The `status` of a target stays `published`; `unpublishedAt` says when its post was removed, `unpublishError` why the last attempt failed. `instagram` answers `unsupported`. A post that is already gone counts as removed. A repeated call changes nothing for what is removed, and tries again what failed, also after `outcome_unknown`. It costs no units and gives none back. An id in `targetIds` that does not belong to the post answers `not_found`.',
    requests: [example('Two targets', { targetIds: [exampleInstagramTarget.id, exampleXTarget.id] })],
    answers: {
      200: {
        description: 'Every removal was attempted; read `targets[].status`.',
        example: example('Instagram cannot do it, and the post on X was never published', {
          targets: [
            {
              targetId: exampleInstagramTarget.id,
              accountId: exampleAccount.id,
              platform: 'instagram',
              status: 'unsupported',
              error: 'Meta lets only apps with Facebook Login delete posts: delete it in the Instagram app.',
              unpublishedAt: null,
            },
            {
              targetId: exampleXTarget.id,
              accountId: exampleXAccount.id,
              platform: 'x',
              status: 'not_published',
              error: 'This target failed: nothing of it was published.',
              unpublishedAt: null,
            },
          ],
        }),
      },
    },
  },
  metrics: {
    operationId: 'getPostMetrics',
    tag: 'Posts',
    summary: 'Read the metrics of a post',
    description:
      'Reads views, likes, comments, shares and saves live from each network, for all published targets at once and for at most 10 seconds each. Reading is free and nothing is stored. If a target cannot be read, its `metricsError` says why; the others are not affected. If a network asks to wait, the answer says so and does not wait.',
    requests: [],
    answers: {
      200: {
        description: 'The counts that could be read.',
        example: example('Counts of one target; the other is not published', {
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
  },
};
