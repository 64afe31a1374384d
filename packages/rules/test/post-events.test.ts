import { describe, expect, it, test } from 'vitest';
import { settledPostEvent, targetEvents } from '../src/index.ts';

const target = (
  status: 'pending' | 'published' | 'failed',
  comment: 'none' | 'published' | 'failed' | 'wanted' = 'none',
) => ({
  status,
  isStarted: true,
  hasFirstComment: comment !== 'none',
  commentStatus: comment === 'wanted' ? ('none' as const) : comment,
});

describe('a target has its events once its status is final, the comment’s beside its own', () => {
  it.each([
    [target('pending'), []],
    [target('pending', 'wanted'), []],
    [target('published', 'wanted'), []],
    [target('published'), ['target.published']],
    [target('published', 'published'), ['target.published', 'comment.published']],
    [target('published', 'failed'), ['target.published', 'comment.failed']],
    [target('failed'), ['target.failed']],
    [target('failed', 'wanted'), ['target.failed']],
    [{ ...target('published'), hasFirstComment: true, commentStatus: 'unsupported' as const }, ['target.published']],
  ])('%j', (state, events) => {
    expect(targetEvents(state)).toEqual(events);
  });
});

const of = (...targets: readonly ReturnType<typeof target>[]) => ({ publishAt: null, cancelledAt: null, targets });

test.each([
  [of(target('published'), target('published')), 'post.published'],
  [of(target('published'), target('failed')), 'post.partially_published'],
  [of(target('failed'), target('failed')), 'post.failed'],
  [of(target('published'), target('pending')), null],
  [of(target('published', 'wanted'), target('published')), null],
  [{ ...of(target('failed')), cancelledAt: new Date(0) }, null],
])('a post has its event when the last of its targets settles: %j', (post, event) => {
  expect(settledPostEvent(post)).toBe(event);
});
