import { expect, test } from 'vitest';
import { failedTargets } from '../src/failed-targets.ts';
import type { CreatePostRequest } from '../src/types.gen.ts';
import { post, target } from './answers.ts';

const request: CreatePostRequest = {
  content: 'Hello',
  publishAt: '2026-11-20T12:00:00Z',
  idempotencyKey: 'job-1',
  platforms: [0, 1, 2, 3].map((index) => ({ platform: 'x', accountId: `acc_${index}`, firstComment: `c${index}` })),
};
const entry = (index: number) => request.platforms[index];

test('holds the failed targets with all their fields, published at once, under a key of post and targets', () => {
  const first = post('partial', [
    target(0, 'failed'),
    target(1, 'published'),
    target(2, 'failed'),
    target(3, 'published'),
  ]);
  const again = { content: 'Hello', platforms: [entry(0), entry(2)], idempotencyKey: 'post_1.again.0.2' };
  expect(failedTargets(request, first)).toEqual(again);
  expect(failedTargets(request, first)).toEqual(again);
});

test('leaves out what may be live and what was cancelled', () => {
  const first = post('partial', [
    target(0, 'failed', { code: 'outcome_unknown', retryable: false }),
    target(1, 'failed', { code: 'cancelled', retryable: false }),
    target(2, 'failed', { code: 'content_rejected', retryable: false }),
    target(3, 'failed'),
  ]);
  const keyOf = (...options: [Parameters<typeof failedTargets>[2]?]) =>
    failedTargets(request, first, ...options)?.idempotencyKey;
  expect(keyOf()).toBe('post_1.again.2.3');
  expect(keyOf({ retryableOnly: true })).toBe('post_1.again.3');
  expect(keyOf({ includeOutcomeUnknown: true })).toBe('post_1.again.0.2.3');
});

test('is null when nothing is to be sent again', () => {
  expect(
    failedTargets(
      request,
      post(
        'published',
        [0, 1, 2, 3].map((index) => target(index, 'published')),
      ),
    ),
  ).toBeNull();
});

test('distinguishes targets of one account by their order, and leaves out those of a removed account', () => {
  const twice = { ...request, platforms: [...request.platforms, { ...entry(1)!, spaceSlug: 'news' }] };
  const first = post('partial', [target(1, 'published'), target(3, 'published'), target(1, 'failed')]);
  expect(failedTargets(twice, first)).toMatchObject({
    platforms: [{ spaceSlug: 'news' }],
    idempotencyKey: 'post_1.again.4',
  });
});

test('is refused while a target may still be published, and for a post of another request', () => {
  expect(() => failedTargets(request, post('publishing', [target(0, 'failed'), target(1, 'pending')]))).toThrow(
    new TypeError('Post post_1 has not settled: wait for it first.'),
  );
  expect(() => failedTargets(request, post('failed', [target(9, 'failed')]))).toThrow(
    new TypeError('Post post_1 is not a post of this request: it has a target on acc_9.'),
  );
});

test('its key is one the API takes, with ten targets and the longest of ids', () => {
  const ten = {
    platforms: Array.from({ length: 10 }, (_, index) => ({ platform: 'x' as const, accountId: `acc_${index}` })),
  };
  const first = {
    ...post(
      'failed',
      Array.from({ length: 10 }, (_, index) => target(index, 'failed')),
    ),
    id: `post_${'0'.repeat(26)}`,
  };
  expect(failedTargets(ten, first)?.idempotencyKey.length).toBeLessThan(255);
});
