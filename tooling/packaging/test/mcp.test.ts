import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packed } from './packed.ts';
import { testCommandPackage } from './test-command-package.ts';

const { mcp: tarball } = await packed();
const runProgram = testCommandPackage({
  tarball,
  name: '@fanfare/mcp',
  command: 'fanfare-mcp',
  directory: 'packages/mcp',
});

test('it runs in an empty folder, and is at most 300 KB to download', async () => {
  expect(await runProgram(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
  expect(statSync(tarball).size).toBeLessThan(300_000);
});
