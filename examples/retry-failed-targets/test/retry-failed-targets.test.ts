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

test('readers see each post once on each network, also the one whose answer was lost', async () => {
  const [, batch = ''] = /batch ([0-9A-F]{4})/.exec(run.stdout) ?? [];
  const live = (await service.livePosts()).map(({ network, text }) => `${network}: ${text}`);
  const texts = [`Batch ${batch} is out of the oven.`, `The last of batch ${batch}.`];
  expect(live.toSorted()).toEqual(
    ['linkedin', 'threads', 'x'].flatMap((network) => texts.map((text) => `${network}: ${text}`)),
  );
});

test('over the mock it retries and skips the same targets', () => {
  expect(runOnMock).toMatchObject({ code: 0, stderr: '' });
  expect(outlineOf(runOnMock.stdout)).toEqual(outlineOf(shown));
});

test('where no service runs, and where nothing can be made to fail, it says what to do', async () => {
  const nowhere = await runProgram(PROGRAM, { FANFARE_FOLDER: `${service.folder}/nowhere` });
  expect(nowhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Fanfare is not running\. /) });
  const { baseUrl, apiKey } = service;
  const real = await runProgram(PROGRAM, { FANFARE_BASE_URL: baseUrl, FANFARE_API_KEY: apiKey });
  expect(real).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/cannot fail on request/) });
});

/** Without the networks' own sentences, which the mock does not quote. */
function outlineOf(output: string): string[] {
  return withoutAddresses(output)
    .split('\n')
    .map((line) => line.replace(/(rate_limited|outcome_unknown).*/, '$1').trimEnd());
}
