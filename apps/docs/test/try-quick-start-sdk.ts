import { serviceOfFile } from '@fanfare/harness/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from './code-blocks/read-page.ts';
import { type ReaderFolder, readerFolder } from './code-blocks/reader-folder.ts';
import { compared } from './code-blocks/same-shape.ts';

const PAGE = 'quick-start-sdk.md';
const blocks = readPage(PAGE);
const programs = blocks.filter(({ language }) => language === 'ts');
/** The programs of the page, in its order. */
export const PROGRAMS = ['publish.ts', 'check.ts', 'retry.ts', 'schedule.ts', 'connect.ts', 'errors.ts'];

/**
 * Runs the programs of the page in its order, then some of them again: readers try things again,
 * and not always from the top.
 */
export function tryQuickStartSdk(again: readonly string[]): void {
  const service = serviceOfFile();
  let folder: ReaderFolder;
  let typeErrors: Promise<string>;
  beforeAll(() => {
    folder = readerFolder(
      programs.map((block) => ({ ...block, text: block.text.replaceAll('http://127.0.0.1:4600', service.sandboxUrl) })),
    );
    typeErrors = folder.typeErrors();
  });
  afterAll(() => folder?.remove());

  test('every program of the page is a file of its own and is followed by what it prints', () => {
    expect(programs.map(({ file }) => file)).toEqual(PROGRAMS);
    expect(programs.filter(({ shown }) => shown === null)).toEqual([]);
  });

  test('its commands start the service and name it as this test does', () => {
    expect(blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)).toEqual([
      'npx --yes pnpm@10.34.9 dev\n',
      'npx --yes pnpm@10.34.9 --filter @fanfare/sdk pack --out /tmp/fanfare-sdk.tgz\n',
      'mkdir -p ~/fanfare-first-post && cd ~/fanfare-first-post\nnpm init -y\nnpm pkg set type=module\nnpm install /tmp/fanfare-sdk.tgz\n',
      'export FANFARE_BASE_URL=http://127.0.0.1:4000\nexport FANFARE_API_KEY=fanfare_sk_…\n',
    ]);
    expect(blocks.filter(({ language }) => language !== 'sh' && language !== 'ts')).toEqual([]);
  });

  const repeated = again.map((name) => programs.find(({ file }) => file === name)!);
  test.each([...programs, ...repeated].map((block) => [block.file, block] as const))(
    '%s prints what the page shows',
    async (file, { shown }) => {
      const env = { FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey };
      const printed = await folder.run(process.execPath, [file], env);
      const lines = compared(shown!, printed);
      // Accounts come in the order they were connected in, which differs from start to start.
      expect(lines.printed.toSorted()).toEqual(lines.shown.toSorted());
    },
  );

  test('the programs are typed as they stand', async () => {
    expect(await typeErrors).toBe('');
  });
}
