import { serviceOfFile } from '@fanfare/harness/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from './code-blocks/read-page.ts';
import { type ReaderFolder, readerFolder } from './code-blocks/reader-folder.ts';
import { runShell } from './code-blocks/run-shell.ts';
import { compared } from './code-blocks/same-shape.ts';

const [start, ...blocks] = readPage('hubs.md');
/** The address of the service comes from the environment here. */
const SETTINGS = 'export FANFARE_BASE_URL=http://127.0.0.1:4000\nexport FANFARE_API_KEY=fanfare_sk_…\n';

const service = serviceOfFile();
let folder: ReaderFolder;
let runs: readonly (readonly string[])[];
beforeAll(async () => {
  folder = readerFolder();
  const runnable = blocks.map((block) => ({
    ...block,
    text: block.text.replace(SETTINGS, '').replaceAll('http://127.0.0.1:4600', service.sandboxUrl),
  }));
  const env = { FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey };
  // Readers try things again. Keys name the second, which is another one by then.
  const pause = { ...runnable[0]!, text: 'sleep 1' };
  const output = await runShell(folder, [...runnable, pause, ...runnable], env);
  runs = [output.slice(0, runnable.length), output.slice(runnable.length + 1)];
});
afterAll(() => folder?.remove());

test('the page starts a service and names it as this test does', () => {
  expect(start?.text).toBe('npx --yes pnpm@10.34.9 dev\n');
  expect(blocks[0]?.text.startsWith(SETTINGS)).toBe(true);
  expect(blocks.filter(({ language, shown }) => language !== 'sh' || shown === null)).toEqual([]);
});

test.each(blocks.map((block, index) => [block.line, block.shown, index] as const))(
  'the commands of line %i are answered as the page shows',
  (_, shown, index) => {
    for (const output of runs) {
      const lines = compared(shown!, output[index] ?? '');
      expect(lines.printed).toEqual(lines.shown);
    }
  },
);
