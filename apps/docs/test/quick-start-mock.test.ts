import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProgram } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparedExamples, mockExamples } from './code-blocks/mock-examples.ts';
import { type ReaderFolder, readerFolder } from './code-blocks/reader-folder.ts';
import { runShell } from './code-blocks/run-shell.ts';
import { compared } from './code-blocks/same-shape.ts';
import { showPage } from './code-blocks/show-page.ts';
import { blocks, commands, files, PLAYWRIGHT_FILES, tests } from './quick-start-mock.ts';

const MOCK = fileURLToPath(new URL('../../../packages/mock/src/server/bin.ts', import.meta.url));

const reference = mockExamples();

let folder: ReaderFolder;
let typeErrors: Promise<string>;
beforeAll(() => {
  folder = readerFolder(files);
  folder.write('examples.ts', reference.program);
  typeErrors = folder.typeErrors();
});
afterAll(() => folder?.remove());

test('every block of the page is run below, or at night', () => {
  expect(blocks.filter((block) => !files.includes(block) && !commands.includes(block))).toEqual([]);
  expect(commands).toHaveLength(5);
  expect(commands.slice(0, 2).map(({ text }) => text)).toEqual([
    'npx --yes pnpm@10.34.9 --filter @fanfare/sdk --filter @fanfare/mock pack --out /tmp/%s.tgz\n',
    'npm install /tmp/fanfare-sdk.tgz\nnpm install --save-dev /tmp/fanfare-mock.tgz msw vitest\n',
  ]);
  expect(files.map(({ file }) => file).filter((file) => !tests.includes(file))).toEqual([
    'app.ts',
    ...PLAYWRIGHT_FILES,
  ]);
});

test('its application says in a browser what the page shows', async () => {
  const [, init = ''] = commands[2]?.text.match(/^npx msw (.*)\n$/) ?? [];
  const msw = path.join(folder.path, 'node_modules/.bin/msw');
  await folder.run(msw, init.split(' '));
  const said = await showPage(path.join(folder.path, 'app.ts'), path.join(folder.path, 'public'));
  const lines = compared(files.find(({ file }) => file === 'app.ts')!.shown!, said);
  expect(lines.printed).toEqual(lines.shown);
});

test('its server says what the page shows and answers so', async () => {
  const [, , , serve, ask] = commands;
  const [, args = ''] = serve?.text.match(/^npx @fanfare\/mock --port 4010 (.*)\n$/) ?? [];
  const server = startProgram(process.execPath, [MOCK, '--port', '0', ...args.split(' ')], process.env);
  try {
    const printed = await server.prints('/__mock');
    const lines = compared(serve!.shown!, printed);
    expect(lines.printed).toEqual(lines.shown);
    const [url = ''] = printed.match(/http:\S+/) ?? [];
    const block = { ...ask!, text: ask!.text.replaceAll('http://127.0.0.1:4010', url) };
    for (let time = 0; time < 2; time++) {
      // Its key names the second.
      if (time > 0) await sleep(1_000);
      const [answer = ''] = await runShell(folder, [block], {});
      const answered = compared(ask!.shown!, answer);
      expect(answered.printed).toEqual(answered.shown);
    }
  } finally {
    server.kill('SIGTERM');
    await server.ended;
  }
});

test('the examples of the reference print what they say', async () => {
  expect(reference.examples.length).toBeGreaterThan(10);
  const examples = comparedExamples(reference.examples, await folder.run(process.execPath, ['examples.ts']));
  for (const { of, printed, said } of examples) expect([of, printed]).toEqual([of, said]);
});

test('its files and those examples are typed as they stand', async () => {
  expect(await typeErrors).toBe('');
});
