import { readFile } from 'node:fs/promises';
import { serviceOfFile } from '@fanfare/harness/service';
import { type Run, runProgram, shownIn, withoutChance } from '@fanfare/harness/testing';
import { beforeAll, expect, test } from 'vitest';

const PROGRAM = new URL('../src/index.ts', import.meta.url);
const PICTURE = new URL('../../../packages/sandbox/samples/latte.png', import.meta.url);
const [shown = ''] = shownIn(new URL('../README.md', import.meta.url));

const service = serviceOfFile();
let run: Run;

beforeAll(async () => {
  run = await runProgram(PROGRAM, { FANFARE_FOLDER: service.folder });
});

test('it prints what the README shows', () => {
  expect({ ...run, stdout: withoutChance(run.stdout) }).toEqual({ code: 0, stdout: withoutChance(shown), stderr: '' });
});

test('X shows the picture as it is, Instagram a JPEG of it', async () => {
  const live = await service.livePosts();
  const shownOn = async (network: string) => {
    const url = live.find((post) => post.network === network)?.media[0]?.url ?? '';
    return Buffer.from(await (await fetch(url)).arrayBuffer());
  };
  expect(live.map(({ network }) => network).sort()).toEqual(['instagram', 'x']);
  expect((await shownOn('x')).equals(await readFile(PICTURE))).toBe(true);
  expect((await shownOn('instagram')).subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'));
});
