import { runProgram, shownIn, withoutChance } from '@fanfare/harness/testing';
import { expect, test } from 'vitest';

test('the README shows what the program prints', async () => {
  const [shown = ''] = shownIn(new URL('../README.md', import.meta.url));
  const run = await runProgram(new URL('../try/index.ts', import.meta.url), {});
  expect({ ...run, stdout: withoutChance(run.stdout) }).toEqual({ code: 0, stdout: withoutChance(shown), stderr: '' });
});
