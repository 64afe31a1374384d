import { TARGET_STATUSES, type TargetStatus } from '@fanfare/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { postStatus } from '../src/post-state.ts';

const LATER = new Date('2026-12-01T09:00:00Z');
const waiting = (status: TargetStatus) => ({ status, started: false });
const begun = (status: TargetStatus) => ({ status, started: true });
const post = (targets: ReturnType<typeof begun>[], publishAt: Date | null = null, cancelledAt: Date | null = null) =>
  postStatus({ publishAt, cancelledAt, targets });

describe('the status of a post, read off its targets', () => {
  it.each<[string, string, string]>([
    ['scheduled', 'every target still waits for its time', post([waiting('pending'), waiting('pending')], LATER)],
    ['publishing', 'one target of a scheduled post has begun', post([waiting('pending'), begun('pending')], LATER)],
    ['publishing', 'one target of a scheduled post has settled', post([waiting('pending'), begun('published')], LATER)],
    ['publishing', 'one target failed and another is pending', post([begun('failed'), begun('pending')])],
    ['publishing', 'a post without a time is recorded and not begun', post([waiting('pending')])],
    ['published', 'all targets are published', post([begun('published'), begun('published')])],
    ['partial', 'some are published and some failed', post([begun('published'), begun('failed')])],
    ['failed', 'all targets failed', post([begun('failed'), begun('failed')])],
    ['published', 'its targets were removed, of which one was published', post([])],
    ['cancelled', 'its targets were removed, of which none was published', post([], null, LATER)],
    ['published', 'a scheduled post has gone out', post([begun('published')], LATER)],
    ['cancelled', 'it was cancelled', post([waiting('failed')], LATER, LATER)],
  ])('%s when %s', (expected, _when, actual) => {
    expect(actual).toBe(expected);
  });
});

const aTarget = fc.record({ status: fc.constantFrom(...TARGET_STATUSES), started: fc.boolean() });
const aPost = fc.record({
  publishAt: fc.option(fc.constant(LATER)),
  cancelledAt: fc.constant(null),
  targets: fc.array(aTarget, { minLength: 1, maxLength: 10 }),
});

describe('for every mix of targets', () => {
  it('the status is final exactly when no target is pending', () => {
    fc.assert(
      fc.property(aPost, (any) => {
        const isOpen = any.targets.some(({ status }) => status === 'pending');
        expect(['scheduled', 'publishing'].includes(postStatus(any))).toBe(isOpen);
      }),
    );
  });

  it('the order of the targets does not matter', () => {
    fc.assert(
      fc.property(aPost, (any) => {
        expect(postStatus({ ...any, targets: any.targets.toReversed() })).toBe(postStatus(any));
      }),
    );
  });

  it('nothing but a time in the future makes a post scheduled, and nothing begun does', () => {
    fc.assert(
      fc.property(aPost, (any) => {
        const mayBe = any.publishAt !== null && any.targets.every((t) => t.status === 'pending' && !t.started);
        expect(postStatus(any) === 'scheduled').toBe(mayBe);
      }),
    );
  });

  it('a cancelled post is cancelled whatever its targets say', () => {
    fc.assert(fc.property(aPost, (any) => postStatus({ ...any, cancelledAt: LATER }) === 'cancelled'));
  });
});
