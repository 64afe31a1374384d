import { readPage } from './code-blocks/read-page.ts';

/** What the page has a reader type and write. */
export const blocks = readPage('quick-start-mock.md');
export const files = blocks.filter(({ file }) => file !== '');
export const commands = blocks.filter(({ language }) => language === 'sh');

/** Those that `quick-start-mock.nightly.ts` runs, and nothing else does. */
export const PLAYWRIGHT_FILES = ['connecting.e2e.ts', 'playwright.config.ts'];
