import { expect, it } from 'vitest';
import { showPost, type TargetFacts } from '../src/show-post.ts';

const draft = { content: 'Hi', media: [], firstComment: 'More.', aiGenerated: false, spaceSlug: null };
const at = new Date('2026-11-22T12:00:00.250Z');
const out: TargetFacts & { isStarted: boolean } = {
  id: 'tgt_1',
  accountId: 'acc_1',
  platform: 'x',
  status: 'published',
  platformPostId: '20',
  url: 'https://x.com/ada/status/20',
  errorDetail: null,
  publishedAt: at,
  commentStatus: 'published',
  commentId: '21',
  commentError: null,
  unpublishedAt: null,
  unpublishError: null,
  warnings: [],
  draft,
  isStarted: true,
};
const errorDetail = { code: 'cancelled', message: 'It was.', retryable: false } as TargetFacts['errorDetail'];
const failed = { ...out, status: 'failed' as const, errorDetail, publishedAt: null };
const post = {
  id: 'post_1',
  content: 'Hi',
  media: [{ type: 'image' as const, url: 'https://a.example/a.png', altText: 'A' }],
  createdAt: at,
  publishAt: null,
  cancelledAt: null,
  targets: [out],
};
const shownAt = '2026-11-22T12:00:00.250Z';

it('a post is shown with times in ISO 8601, and its media with type and address only', () => {
  const { targets, ...shown } = showPost(post);
  expect(shown).toEqual({
    id: 'post_1',
    status: 'published',
    content: 'Hi',
    media: [{ type: 'image', url: 'https://a.example/a.png' }],
    createdAt: shownAt,
    publishAt: null,
    cancelledAt: null,
  });
  const { draft: _, isStarted: __, ...kept } = out;
  const requested = { content: 'Hi', mediaItems: [], firstComment: 'More.', aiGenerated: false, spaceSlug: null };
  expect(targets).toEqual([{ ...kept, error: null, publishedAt: shownAt, requested }]);
});

it('a failed target has its error as one text as well', () => {
  expect(showPost({ ...post, targets: [failed] })).toMatchObject({
    status: 'failed',
    targets: [{ status: 'failed', error: 'cancelled: It was.', errorDetail, publishedAt: null }],
  });
});

it('a target whose first comment is still to come is pending, and its post is being published', () => {
  const commenting = { ...out, commentStatus: 'none' as const };
  expect(showPost({ ...post, targets: [commenting, failed] })).toMatchObject({
    status: 'publishing',
    targets: [{ status: 'pending', publishedAt: shownAt }, { status: 'failed' }],
  });
});

it('a scheduled post shows its time until it is taken up', () => {
  const waiting = { ...out, status: 'pending' as const, publishedAt: null, isStarted: false };
  expect(showPost({ ...post, publishAt: at, targets: [waiting] })).toMatchObject({
    status: 'scheduled',
    publishAt: shownAt,
  });
  expect(showPost({ ...post, publishAt: at, targets: [{ ...waiting, isStarted: true }] }).status).toBe('publishing');
  expect(showPost({ ...post, cancelledAt: at, targets: [failed] })).toMatchObject({
    status: 'cancelled',
    cancelledAt: shownAt,
  });
});
