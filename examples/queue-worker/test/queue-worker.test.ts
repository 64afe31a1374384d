import {
  type Run,
  type RunningMock,
  type RunningService,
  runProgram,
  startMock,
  startService,
} from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesOf, PROGRAM, shown } from './program.ts';

const NETWORKS = ['linkedin', 'threads', 'x'];

let service: RunningService;
let mock: RunningMock;

beforeAll(async () => {
  [service, mock] = await Promise.all([startService(), startMock()]);
});
afterAll(() => Promise.all([service?.stop(), mock?.stop()]));

const textsLive = async (): Promise<string[]> =>
  (await service.livePosts()).map(({ network, text }) => `${network}: ${text}`).toSorted();

test('it prints what the README shows, and readers see each post once on each network', async () => {
  const run: Run = await runProgram(PROGRAM, { FANFARE_FOLDER: service.folder, QUEUE_SCHEMA: 'demonstration' });
  expect({ ...run, stdout: linesOf(run.stdout) }).toEqual({ code: 0, stdout: linesOf(shown), stderr: '' });
  const [, batch = ''] = /batch ([0-9A-F]{4})/.exec(run.stdout) ?? [];
  expect((await textsLive()).filter((text) => text.includes(batch))).toEqual(
    NETWORKS.flatMap((network) =>
      ['Rye', 'Spelt', 'Stollen'].map((bread) => `${network}: ${bread} of batch ${batch} is ready.`),
    ),
  );
});

test('without a service or PostgreSQL, it says what to do', async () => {
  const nowhere = await runProgram(PROGRAM, { FANFARE_FOLDER: `${service.folder}/nowhere` });
  expect(nowhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Fanfare is not running\. /) });
  expect(await runProgram(PROGRAM, mock.env)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The queue lives in PostgreSQL: name one by DATABASE_URL, or use the one of "pnpm dev".\n',
  });
});
