import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MediaFile } from '@fanfare/contract';
import { serviceOfFile } from '@fanfare/harness/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from './code-blocks/read-page.ts';
import { type ReaderFolder, readerFolder } from './code-blocks/reader-folder.ts';
import { runShell } from './code-blocks/run-shell.ts';
import { compared } from './code-blocks/same-shape.ts';

const SAMPLES = fileURLToPath(new URL('../../../packages/sandbox/samples/', import.meta.url));
const blocks = readPage('media.md');
const [oneCall, announce, complete] = blocks.filter(({ language }) => language === 'sh');

const service = serviceOfFile();
let folder: ReaderFolder;
let env: Readonly<Record<string, string>>;
beforeAll(() => {
  folder = readerFolder(blocks);
  copyFileSync(path.join(SAMPLES, 'latte.png'), path.join(folder.path, 'latte.png'));
  copyFileSync(path.join(SAMPLES, 'clip.mp4'), path.join(folder.path, 'harbour.mp4'));
  env = { FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey };
});
afterAll(() => folder?.remove());

test('the calls of the page are answered as it shows', async () => {
  const [uploaded = ''] = await runShell(folder, [oneCall!], env);
  const first = compared(oneCall!.shown!, uploaded);
  expect(first.printed).toEqual(first.shown);
  const [announced = ''] = await runShell(folder, [announce!], env);
  const second = compared(announce!.shown!, announced);
  expect(second.printed).toEqual(second.shown);
  const { media }: { media: MediaFile } = JSON.parse(announced);
  const [completed = ''] = await runShell(folder, [complete!], {
    ...env,
    UPLOAD_URL: media.uploadUrl ?? '',
    MEDIA_ID: media.id,
  });
  const last = compared(oneCall!.shown!, completed);
  expect(last.printed).toEqual(last.shown);
});

test('the program of the page uploads a file, and has no type error', async () => {
  expect(await folder.typeErrors()).toBe('');
  const output = await folder.run(process.execPath, ['upload.ts'], env);
  expect(output.split('\n')[0]).toBe('78326 of 78326');
});
