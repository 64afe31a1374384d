import { expect, test } from 'vitest';
import { controls } from './scenarios/controls.ts';

test.each([
  ['posts', 'no-journal'],
  ['comments', 'no-journal, comments'],
])('the suite detects a service that ignores its journal of %s', async (_, part) => {
  const result = await controls.run(part, { seed: 7, progress: () => undefined });
  expect(result.violations).toEqual([]);
  expect(result.notes).toMatch(/^saw .*\d+ (doubles|falseReports)/);
});
