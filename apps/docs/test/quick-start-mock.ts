import { readPage } from './code-blocks/read-page.ts';

/**
 * Those of the section on Jest: `tooling/packaging/test/jest-recipe.nightly.ts` runs them, and
 * nothing else does.
 */
const JEST_FILES = ['jest.config.mjs', 'page.test.js'];

/** Blocks that the page has a reader type and write. */
export const blocks = readPage('quick-start-mock.md').filter(
  ({ file, text }) => !JEST_FILES.includes(file) && !text.startsWith('npm install --save-dev jest '),
);
export const files = blocks.filter(({ file }) => file !== '');
export const commands = blocks.filter(({ language }) => language === 'sh');

/** Tests that `quick-start-mock.nightly.ts` runs; here they are typed as they stand. */
export const tests = files.map(({ file }) => file).filter((file) => file.endsWith('.test.ts'));

/** Those that `quick-start-mock.nightly.ts` runs, and nothing else does. */
export const PLAYWRIGHT_FILES = ['connecting.e2e.ts', 'playwright.config.ts'];
