import type { CommentStatus, TargetStatus } from '@fanfare/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FinalTargetStatus, initialCommentStatus, settleTarget, targetStatus } from '../src/target-state.ts';

describe('settling a target', () => {
  it.each<[TargetStatus, FinalTargetStatus, boolean, TargetStatus]>([
    ['pending', 'published', true, 'published'],
    ['pending', 'failed', true, 'failed'],
    ['published', 'failed', false, 'published'],
    ['published', 'published', false, 'published'],
    ['failed', 'published', false, 'failed'],
    ['failed', 'failed', false, 'failed'],
  ])('%s, result %s: settled now %s, %s', (current, outcome, settled, status) => {
    expect(settleTarget(current, outcome)).toEqual({ settled, status });
  });

  it('of any number of outcomes the first one counts, and exactly one settles', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<FinalTargetStatus>('published', 'failed'), { minLength: 1, maxLength: 10 }),
        (outcomes) => {
          let status: TargetStatus = 'pending';
          const settled = outcomes.filter((outcome) => {
            const step = settleTarget(status, outcome);
            status = step.status;
            return step.settled;
          });
          expect([status, settled]).toEqual([outcomes[0], [outcomes[0]]]);
        },
      ),
    );
  });
});

it('a comment starts as unsupported only where one was asked for and cannot be made', () => {
  const started = [true, false].map((asked) => [true, false].map((able) => initialCommentStatus(asked, able)));
  expect(started).toEqual([
    ['none', 'unsupported'],
    ['none', 'none'],
  ]);
});

describe('the status that callers see', () => {
  const shown = (status: TargetStatus, firstComment: string | null, commentStatus: CommentStatus) =>
    targetStatus({ status, firstComment, commentStatus });

  it.each<[expected: TargetStatus, when: string, actual: TargetStatus]>([
    ['pending', 'the post is out and its first comment is to come', shown('published', 'More', 'none')],
    ['published', 'post and first comment are out', shown('published', 'More', 'published')],
    ['published', 'the post is out and its first comment failed', shown('published', 'More', 'failed')],
    ['published', 'the platform has no first comments', shown('published', 'More', 'unsupported')],
    ['published', 'the post is out and had no first comment', shown('published', null, 'none')],
    ['pending', 'nothing is out yet', shown('pending', 'More', 'none')],
    ['failed', 'the post failed, so that nothing could be commented on', shown('failed', 'More', 'none')],
  ])('%s when %s', (expected, _when, actual) => {
    expect(actual).toBe(expected);
  });
});
