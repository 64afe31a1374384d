import { expect, test } from 'vitest';
import { controls } from './scenarios/controls.ts';

test.each([
  ['ignores its journal of posts', 'no-journal'],
  ['ignores its journal of comments', 'no-journal, comments'],
  ['creates a Micropub post again after a lost answer', 'retry-sends, hubs'],
  ['publishes a fresh post on WordPress instead of the draft', 'fresh-posts'],
  ['writes events after the statement that settles', 'events-after-settle'],
])('the suite detects a service that %s', async (_, part) => {
  const result = await controls.run(part, { seed: 7, progress: () => undefined });
  expect(result.violations).toEqual([]);
  expect(result.notes).toMatch(/^saw .*\d+ (doubles|falseReports|lost events)/);
});
