import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packed } from './packed.ts';
import { testCommandPackage } from './test-command-package.ts';

const { cli: tarball } = await packed();
const runProgram = testCommandPackage({
  tarball,
  name: '@fanfare/cli',
  command: 'fanfare-cli',
  directory: 'packages/cli',
  manual: 'fanfare-cli.1',
});

test('it runs in an empty folder', async () => {
  expect(await runProgram(['listen', '--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--forward-to <url>'),
  });
  expect(await runProgram(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test('it has at most 300 KB', () => {
  expect(statSync(tarball).size).toBeLessThanOrEqual(300_000);
});
