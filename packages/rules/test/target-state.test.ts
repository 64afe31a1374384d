import type { TargetStatus } from '@fanfare/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FinalTargetStatus, initialCommentStatus, settleTarget } from '../src/target-state.ts';

describe('settling a target', () => {
  it.each<[TargetStatus, FinalTargetStatus, boolean, TargetStatus]>([
    ['pending', 'published', true, 'published'],
    ['pending', 'failed', true, 'failed'],
    ['published', 'failed', false, 'published'],
    ['published', 'published', false, 'published'],
    ['failed', 'published', false, 'failed'],
    ['failed', 'failed', false, 'failed'],
  ])('%s, told %s: settled now %s, %s', (current, outcome, settled, status) => {
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
