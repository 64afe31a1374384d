import { expect, test } from 'vitest';
import { longestOf, MOST_MS } from './longest.ts';
import { PARSERS } from './parsers.ts';

test.each(PARSERS)('$name: no text of $chars characters takes more than 50 ms', async (parser) => {
  const longest = await longestOf(parser);
  expect(longest.ms, longest.text).toBeLessThanOrEqual(MOST_MS);
});
