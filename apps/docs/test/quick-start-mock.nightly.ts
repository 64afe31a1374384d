import path from 'node:path';
import { findChromium } from '@fanfare/harness/chromium';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReaderFolder, readerFolder } from './code-blocks/reader-folder.ts';
import { files, PLAYWRIGHT_FILES } from './quick-start-mock.ts';

let folder: ReaderFolder;
beforeAll(() => {
  folder = readerFolder(files.filter(({ file }) => PLAYWRIGHT_FILES.includes(file)));
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
