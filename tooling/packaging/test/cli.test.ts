import { expect, test } from 'vitest';
import { packed } from './packed.ts';
import { testCommandPackage } from './test-command-package.ts';

const { cli: tarball } = await packed();
const npx = testCommandPackage({ tarball, name: '@fanfare/cli', command: 'fanfare-cli', directory: 'packages/cli' });

test('npx runs it in an empty folder', async () => {
  expect(await npx(['listen', '--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--forward-to URL'),
  });
  expect(await npx(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});
