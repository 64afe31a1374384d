import { createRequire } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium } from '@fanfare/harness/chromium';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReaderFolder, readerFolder } from './code-blocks/reader-folder.ts';
import { files, tests } from './quick-start-mock.ts';

/** One after the other in one process, which loads everything once. */
const ONE_PROCESS = ['--no-isolate', '--no-file-parallelism'];

let folder: ReaderFolder;
beforeAll(() => {
  folder = readerFolder(files);
});
afterAll(() => folder?.remove());

test('its test of the connect flow passes in Playwright', async () => {
  const launchOptions = JSON.stringify(await findChromium());
  folder.write(
    'here.config.ts',
    `import config from './playwright.config.ts';\nexport default { ...config, use: { launchOptions: ${launchOptions} } };\n`,
  );
  const playwright = path.join(folder.path, 'node_modules/.bin/playwright');
  const output = await folder.run(playwright, ['test', '--config', 'here.config.ts', '--reporter=line']);
  expect(output).toContain('1 passed');
});

test('its tests pass in Vitest', async () => {
  const { resolve } = createRequire(import.meta.url);
  const vitest = path.join(path.dirname(resolve('vitest/package.json')), 'vitest.mjs');
  const output = await folder.run(process.execPath, [vitest, 'run', '--root', folder.path, ...ONE_PROCESS]);
  expect(stripVTControlCharacters(output)).toMatch(
    new RegExp(`Test Files +${tests.length} passed \\(${tests.length}\\)`),
  );
});
