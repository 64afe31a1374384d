import { expect, test } from 'vitest';
import { controls } from './scenarios/controls.ts';

test('the suite sees a service that ignores its journal', { timeout: 240_000 }, async () => {
  const result = await controls.run('no-journal', { seed: 7, progress: () => undefined });
  expect(result.violations).toEqual([]);
  expect(result.notes).toMatch(/^saw .*\d+ (doubles|falseReports)/);
});
