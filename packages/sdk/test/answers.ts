import type { Post, RequestErrorCode, Target } from '../src/types.gen.ts';
import type { Step } from './scripted-server.ts';

export const errorAnswer = (status: number, code: RequestErrorCode | 'brand_new', more: object = {}): Step => ({
  status,
  body: {
    error: {
      code,
      message: 'So it is.',
      requestId: 'req_1',
      docUrl: `https://fanfare.example.com/docs/errors#${code}`,
      ...more,
    },
  },
});

const requested = {
  content: 'Hello',
  mediaItems: [],
  firstComment: null,
  aiGenerated: false,
  spaceSlug: null,
};
const shared = {
  platform: 'x',
  url: null,
  commentStatus: 'none',
  commentId: null,
  commentError: null,
  unpublishedAt: null,
  unpublishError: null,
} as const;

export function target(
  index: number,
  status: Target['status'],
  error?: Partial<NonNullable<Target['errorDetail']>>,
): Target {
  const base = { ...shared, warnings: [], requested, id: `tgt_${index}`, accountId: `acc_${index}` };
  if (status === 'pending') {
    return { ...base, status, platformPostId: null, error: null, errorDetail: null, publishedAt: null };
  }
  if (status === 'published') {
    return {
      ...base,
      status,
      platformPostId: '17',
      error: null,
      errorDetail: null,
      publishedAt: '2026-11-20T12:00:01.000Z',
    };
  }
  const detail = {
    code: 'network_unavailable',
    message: 'It was away.',
    retryable: true,
    networkCode: null,
    networkMessage: null,
    mediaIndex: null,
    remedy: null,
    ...error,
  } as const;
  const text = `${detail.code}: ${detail.message}`;
  return { ...base, status, platformPostId: null, error: text, errorDetail: detail, publishedAt: null };
}

export function post(status: Post['status'], targets: Target[], more: Partial<Post> = {}): Post {
  return {
    id: 'post_1',
    status,
    content: 'Hello',
    media: [],
    createdAt: '2026-11-20T12:00:00.000Z',
    publishAt: null,
    cancelledAt: null,
    targets,
    ...more,
  };
}

export const created = (of: Post, replayed = false): Step => ({
  status: replayed ? 200 : of.publishAt ? 202 : 201,
  body: { post: of, replayed, warnings: [] },
});
