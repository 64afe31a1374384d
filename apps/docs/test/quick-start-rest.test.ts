import { serviceOfFile } from '@fanfare/harness/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headingsOf, readPage } from './code-blocks/read-page.ts';
import { type ReaderFolder, readerFolder } from './code-blocks/reader-folder.ts';
import { runShell } from './code-blocks/run-shell.ts';
import { compared } from './code-blocks/same-shape.ts';

const PAGE = 'quick-start-rest.md';
const [start, ...blocks] = readPage(PAGE);
/** The line that sets the service's address: here the environment sets it. */
const SETTINGS = 'export FANFARE_BASE_URL=http://127.0.0.1:4000\nexport FANFARE_API_KEY=fanfare_sk_…\n';

const headings = headingsOf(PAGE);
const sectionOf = (index: number) => headings.filter((heading) => heading < blocks[index]!.line).length;
/** The blocks by their index, the last section of the page first. */
const backwards = blocks.map((_, index) => index).toSorted((one, other) => sectionOf(other) - sectionOf(one));

const service = serviceOfFile();
let folder: ReaderFolder;
let printed: readonly string[];
let printedAgain: readonly string[];
beforeAll(async () => {
  folder = readerFolder();
  const runnable = blocks.map((block) => ({
    ...block,
    text: block.text.replace(SETTINGS, '').replaceAll('http://127.0.0.1:4600', service.sandboxUrl),
  }));
  const env = { FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey };
  // Readers try things again, and not always from the top. Keys name the second, which is another
  // one by then.
  const again = [{ ...runnable[0]!, text: 'sleep 1' }, ...backwards.map((index) => runnable[index]!)];
  const output = await runShell(folder, [...runnable, ...again], env);
  printed = output.slice(0, runnable.length);
  printedAgain = runnable.map((_, index) => output[runnable.length + 1 + backwards.indexOf(index)] ?? '');
});
afterAll(() => folder?.remove());

test('the page starts a service and names it as this test does', () => {
  expect(start?.text).toBe('npx --yes pnpm@10.34.9 dev\n');
  expect(blocks[0]?.text.startsWith(SETTINGS)).toBe(true);
  expect(blocks.filter(({ language }) => language !== 'sh')).toEqual([]);
});

const answered = blocks.flatMap((block, index) => (block.shown ? [[block.line, block.shown, index] as const] : []));

test('every command that answers shows its answer', () => {
  expect(answered).toHaveLength(blocks.length - 1);
});

test.each(answered)('the commands of line %i are answered as the page shows', (_, shown, index) => {
  for (const output of [printed, printedAgain]) {
    const lines = compared(shown, output[index] ?? '');
    expect(lines.printed).toEqual(lines.shown);
  }
});
