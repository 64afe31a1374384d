import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type Run,
  type RunningMock,
  type RunningService,
  runProgram,
  startMock,
  startProgram,
  startService,
} from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Announcement, openQueue, QUEUE } from '../src/queue.ts';
import { linesOf, PROGRAM, shown } from './program.ts';

const WORKER = fileURLToPath(new URL('../src/worker.ts', import.meta.url));
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

test('over the mock, it prints what the README shows', async () => {
  const env = { ...mock.env, DATABASE_URL: service.databaseUrl, QUEUE_SCHEMA: 'demonstration_mock' };
  const run = await runProgram(PROGRAM, env);
  expect({ ...run, stdout: linesOf(run.stdout) }).toEqual({ code: 0, stdout: linesOf(shown), stderr: '' });
});

test('workers killed and frozen before, during and after a publish: each post is live once', async () => {
  const { baseUrl, apiKey, databaseUrl, folder } = service;
  const fanfare = new Fanfare({ baseUrl, apiKey });
  const boss = await openQueue(databaseUrl, 'kills');
  const accounts = await fanfare.accounts.list().toArray();
  const platforms = NETWORKS.flatMap((name) => accounts.find(({ platform }) => platform === name) ?? []).map(
    ({ id, platform }) => ({ platform, accountId: id }),
  );
  // Each has its own text, because X compares nothing else.
  const texts = ['before', 'while', 'after', 'frozen', 'left alone'].map((when) => `Killed ${when}? One post.`);
  for (const content of texts) await boss.send(QUEUE, { content, platforms } satisfies Announcement);
  const env = { PATH: process.env.PATH, FANFARE_FOLDER: folder, QUEUE_SCHEMA: 'kills' };
  const workers: ReturnType<typeof startProgram>[] = [];
  const work = () => {
    const worker = startProgram(process.execPath, [WORKER], env);
    workers.push(worker);
    return worker;
  };
  try {
    const before = work();
    await before.prints('takes');
    before.kill('SIGKILL');
    const during = work();
    await during.prints('takes');
    await sleep(300);
    during.kill('SIGKILL');
    const after = work();
    await after.prints('is published');
    after.kill('SIGKILL');
    const frozen = work();
    await frozen.prints('takes');
    frozen.kill('SIGSTOP');
    const last = work();
    await expect
      .poll(async () => (await boss.findJobs(QUEUE)).map(({ state }) => state))
      .toEqual(texts.map(() => 'completed'));
    // Continues with a job that another worker has done.
    frozen.kill('SIGCONT');
    frozen.kill('SIGTERM');
    last.kill('SIGTERM');
    expect(await Promise.all([frozen.ended, last.ended])).toMatchObject([{ code: 0 }, { code: 0 }]);
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await boss.stop({ graceful: false });
  }
  const live = (await service.livePosts()).filter(({ text }) => text.startsWith('Killed'));
  expect(live.map(({ network, text }) => `${network}: ${text}`).toSorted()).toEqual(
    NETWORKS.flatMap((network) => texts.map((text) => `${network}: ${text}`)).toSorted(),
  );
});
