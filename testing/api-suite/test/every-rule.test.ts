import { REQUEST_RULES } from '@fanfare/rules';
import { expect, test } from 'vitest';
import { CONTENT_RULE_CASES } from '../src/content-rule-cases.ts';
import { STATEMENTS } from '../src/statements/index.ts';
import { REQUEST_RULE_NAMES } from './file-rules.ts';

/** A request holds at most ten items, and these rules forbid more. */
const CANNOT_BE_BROKEN = [
  'hub.media.max_images',
  'instagram.carousel.max_items',
  'linkedin.images.max_count',
  'threads.carousel.max_items',
];

test('every documented rule that a request can break has a statement', () => {
  const tried = [...CONTENT_RULE_CASES.map(({ rule }) => rule), ...REQUEST_RULES.map(({ name }) => name)];
  expect(REQUEST_RULE_NAMES.toSorted()).toEqual([...tried, ...CANNOT_BE_BROKEN].toSorted());
  for (const rule of tried)
    expect(
      STATEMENTS.some(({ statement }) => statement.includes(rule)),
      rule,
    ).toBe(true);
});
