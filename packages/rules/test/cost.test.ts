import { expect, it } from 'vitest';
import { REPOST_UNITS, targetCost } from '../src/cost.ts';
import { COMMENT_UNITS } from '../src/follow-ups.ts';
import { aRulebook } from './a-rulebook.ts';

const draft = { content: 'Hello', media: [], firstComment: null, aiGenerated: false, spaceSlug: null };
const commented = { ...draft, firstComment: 'And more.' };

it.each([
  [
    'a post costs what its platform says',
    draft,
    aRulebook('x', { units: () => 65 }),
    { publish: 65, comment: 0, followUps: [] },
  ],
  ['a first comment costs one unit more', commented, aRulebook('threads'), { publish: 1, comment: 1, followUps: [] }],
  [
    'a first comment that cannot be made costs nothing',
    commented,
    aRulebook('x', { supports: { firstComment: false } }),
    { publish: 1, comment: 0, followUps: [] },
  ],
])('%s', (_name, given, rules, cost) => {
  expect(targetCost(given, rules)).toEqual(cost);
});

it('the platform prices the draft, overrides included', () => {
  const byLength = aRulebook('x', { units: ({ content }) => content.length });
  expect(targetCost({ ...draft, content: 'four' }, byLength)).toEqual({ publish: 4, comment: 0, followUps: [] });
});

it('comments and reposts are one network write each', () => {
  expect([COMMENT_UNITS, REPOST_UNITS]).toEqual([1, 1]);
});
