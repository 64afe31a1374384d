import type { Account } from './accounts.ts';
import type { RequestedMedia } from './media.ts';
import type { Post } from './posts.ts';
import type { Target } from './targets.ts';

export const exampleAccount: Account = {
  id: 'acc_01m3xtwm0vet08x5hq5vvts79j',
  platform: 'instagram',
  profileId: 'customer-17',
  platformUserId: '17841405822304914',
  username: 'harbour.bakery',
  status: 'active',
  statusReason: null,
  connectedAt: '2026-10-02T08:15:00.123Z',
};

export const exampleXAccount: Account = {
  id: 'acc_01m3xtzbsgebjrg8peabk2em8y',
  platform: 'x',
  profileId: 'customer-17',
  platformUserId: '2244994945',
  username: 'harbourbakery',
  status: 'active',
  statusReason: null,
  connectedAt: '2026-10-02T08:16:30.000Z',
};

export const exampleHubAccount: Account = {
  id: 'acc_01m45vgww0fg2scfkteqcvva9w',
  platform: 'hub',
  platformUserId: 'user:42@community.example.org',
  username: 'ann',
  status: 'active',
  statusReason: null,
  connectedAt: '2026-10-05T11:00:00.000Z',
  hub: { type: 'wordpress', url: 'https://community.example.org', name: 'Community', defaultSpaceSlug: 'news' },
};

export const exampleMedia: RequestedMedia[] = [
  { type: 'image', url: 'https://cdn.example.com/bakery/rye.jpg', altText: 'A rye loaf on a wooden board' },
];

const requestedRye: Target['requested'] = {
  content: 'Fresh rye from six in the morning.',
  mediaItems: exampleMedia,
  firstComment: null,
  aiGenerated: false,
  spaceSlug: null,
};

export const exampleInstagramTarget: Target = {
  id: 'tgt_01m7w4n5nvfv4rmbbvk5fdrvce',
  accountId: exampleAccount.id,
  platform: 'instagram',
  status: 'published',
  platformPostId: '18027348391204455',
  url: 'https://www.instagram.com/p/DRq3xZkEk2B/',
  error: null,
  errorDetail: null,
  publishedAt: '2026-11-20T09:30:07.418Z',
  commentStatus: 'published',
  commentId: '17912345678901234',
  commentError: null,
  unpublishedAt: null,
  unpublishError: null,
  warnings: [],
  requested: { ...requestedRye, firstComment: 'Which bread shall we bake next?' },
};

export const exampleXTarget: Target = {
  id: 'tgt_01m7w4n5nvfm0vrdxpr6fc1s4z',
  accountId: exampleXAccount.id,
  platform: 'x',
  status: 'failed',
  platformPostId: null,
  url: null,
  error: 'duplicate_content: X has already seen this text from this account.',
  errorDetail: {
    code: 'duplicate_content',
    message: 'X has already seen this text from this account.',
    retryable: false,
    networkCode: '187',
    networkMessage: 'You are not allowed to create a Tweet with duplicate content.',
    mediaIndex: null,
    remedy: 'Change the content, then send the target with a new key.',
  },
  publishedAt: null,
  commentStatus: 'none',
  commentId: null,
  commentError: null,
  unpublishedAt: null,
  unpublishError: null,
  warnings: [],
  requested: requestedRye,
};

export const examplePost: Post = {
  id: 'post_01m7w4n5ntfm78mh9vvwca3vx0',
  status: 'partial',
  content: 'Fresh rye from six in the morning.',
  media: [{ type: 'image', url: 'https://cdn.example.com/bakery/rye.jpg' }],
  createdAt: '2026-11-20T09:30:00.250Z',
  publishAt: null,
  cancelledAt: null,
  targets: [exampleInstagramTarget, exampleXTarget],
};

export const exampleScheduledPost: Post = {
  id: 'post_01m7w5gmjtfzg8b9g259msrjas',
  status: 'scheduled',
  content: 'Stollen season opens on Monday.',
  media: [],
  createdAt: '2026-11-20T09:45:00.250Z',
  publishAt: '2026-11-23T06:00:00.000Z',
  cancelledAt: null,
  targets: [
    {
      id: 'tgt_01m7w5gmjve0wvpj5r1wpxzgvj',
      accountId: exampleXAccount.id,
      platform: 'x',
      status: 'pending',
      platformPostId: null,
      url: null,
      error: null,
      errorDetail: null,
      publishedAt: null,
      commentStatus: 'none',
      commentId: null,
      commentError: null,
      unpublishedAt: null,
      unpublishError: null,
      warnings: [],
      requested: { ...requestedRye, content: 'Stollen season opens on Monday.', mediaItems: [] },
    },
  ],
};

const CANCELLED = 'The scheduled post was cancelled before its time.';

export const exampleCancelledPost: Post = {
  ...exampleScheduledPost,
  status: 'cancelled',
  cancelledAt: '2026-11-21T17:02:11.904Z',
  targets: exampleScheduledPost.targets.map((target) => ({
    ...target,
    status: 'failed',
    error: `cancelled: ${CANCELLED}`,
    errorDetail: {
      code: 'cancelled',
      message: CANCELLED,
      retryable: false,
      networkCode: null,
      networkMessage: null,
      mediaIndex: null,
      remedy: 'Create a new post with a new key to publish it after all.',
    },
  })),
};
