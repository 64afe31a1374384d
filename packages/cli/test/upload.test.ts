import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceOfFile } from '@fanfare/harness/service';
import { startProgram } from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import { expect, test } from 'vitest';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../sandbox/samples', import.meta.url));
const sample = (name: string): string => path.join(SAMPLES, name);

const service = serviceOfFile();

function upload(...words: string[]) {
  const env = { PATH: process.env.PATH, FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey };
  return startProgram(process.execPath, [BIN, 'media', 'upload', ...words], env).ended;
}

test('prints the address of each file that posts can use, and the rules that it breaks', async () => {
  const { code, stdout, stderr } = await upload('--no-json', sample('harbour.jpg'), sample('latte.png'));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [jpeg = '', png = '', ...problems] = stdout.trimEnd().split('\n');
  expect([jpeg, png]).toEqual([
    expect.stringMatching(/\/m\/[0-9a-f]{32}\/harbour\.jpg$/),
    expect.stringMatching(/\/m\/[0-9a-f]{32}\/latte\.png$/),
  ]);
  expect(problems).toEqual([
    '  instagram: The file is PNG; allowed: JPEG. Convert it, or use another file. (instagram.image.type)',
  ]);
  expect((await fetch(jpeg)).headers.get('Content-Type')).toBe('image/jpeg');
});

test('into a pipe a file is what the API answers; one that is no picture is refused, and the command fails', async () => {
  const notes = path.join(service.folder, 'notes.txt');
  writeFileSync(notes, 'no picture at all');
  const run = await upload(sample('roastery.jpg'), notes);
  const lines = run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { media } = await new Fanfare(service).media.list({ limit: 2 });
  expect({ code: run.code, lines }).toEqual({ code: 1, lines: media.toReversed() });
  expect(await upload('--no-json', notes)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/notes\.txt is refused: The bytes are no image, video or document/),
  });
});
