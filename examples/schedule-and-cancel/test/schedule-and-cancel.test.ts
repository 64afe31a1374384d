import { serviceOfFile } from '@fanfare/harness/service';
import {
  type Run,
  type RunningMock,
  runProgram,
  shownIn,
  startMock,
  withoutAddresses,
  withoutChance,
} from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROGRAM = new URL('../src/index.ts', import.meta.url);
const [shown = ''] = shownIn(new URL('../README.md', import.meta.url));

const service = serviceOfFile();
let mock: RunningMock;
let run: Run;
let runOnMock: Run;

beforeAll(async () => {
  mock = await startMock();
  [run, runOnMock] = await Promise.all([
    runProgram(PROGRAM, { FANFARE_FOLDER: service.folder }),
    runProgram(PROGRAM, mock.env),
  ]);
});
afterAll(() => mock?.stop());

test('it prints what the README shows', () => {
  expect({ ...run, stdout: withoutChance(run.stdout) }).toEqual({ code: 0, stdout: withoutChance(shown), stderr: '' });
});

test('over the mock as well', () => {
  expect({ ...runOnMock, stdout: withoutAddresses(runOnMock.stdout) }).toEqual({
    code: 0,
    stdout: withoutAddresses(shown),
    stderr: '',
  });
});

test('readers see the published post, once on each network, and never the cancelled one', async () => {
  const [, batch = ''] = /Batch ([0-9A-F]{4})/.exec(run.stdout) ?? [];
  const text = `Batch ${batch} is out of the oven.`;
  const live = await service.livePosts();
  expect(live.map((post) => `${post.network}: ${post.text}`).toSorted()).toEqual([
    `linkedin: ${text}`,
    `threads: ${text}`,
    `x: ${text}`,
  ]);
  for (const { url } of live) expect(run.stdout).toContain(url);
});

test('nothing is published before its time', () => {
  const lateSeconds = [...run.stdout.matchAll(/(\S+) s after its time/g)].map(([, seconds]) => Number(seconds));
  expect(lateSeconds).toHaveLength(3);
  expect(Math.min(...lateSeconds)).toBeGreaterThanOrEqual(0);
});

test('where no service runs it says how to start one', async () => {
  const nowhere = await runProgram(PROGRAM, { FANFARE_FOLDER: `${service.folder}/nowhere` });
  expect(nowhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('npx --yes pnpm@10.34.9 dev') });
  expect(nowhere.stderr).toMatch(/^Fanfare is not running\. /);
});
