import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serviceOfFile } from '@fanfare/harness/service';
import { type Run, runProgram, shownIn, withoutChance } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../src/start-receiver.ts';
import { openStore } from '../src/store.ts';
import { deliver, eventOf, kill, SECRET } from './delivering.ts';

const PROGRAM = new URL('../src/index.ts', import.meta.url);
const [shown = ''] = shownIn(new URL('../README.md', import.meta.url));

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-webhooks-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const service = serviceOfFile();
let running: Promise<Run>;
beforeAll(() => {
  running = runProgram(PROGRAM, { FANFARE_FOLDER: service.folder });
});

test('killed between its work and its answer, it knows the event when it comes again', async () => {
  const env = { DATABASE_FILE: path.join(folder, 'worst.db'), FANFARE_WEBHOOK_SECRET: SECRET };
  const dying = await startReceiver({ ...env, PORT: '0', DIE_BEFORE_ANSWER: 'yes' });
  expect(await deliver(dying.url, eventOf(1))).toBe(null);
  const receiver = await startReceiver({ ...env, PORT: new URL(dying.url).port });
  expect(await deliver(receiver.url, eventOf(1))).toBe(204);
  expect(receiver.lines.at(-1)).toBe('target.published was handled before');
  await kill(receiver, 'SIGTERM');
  const store = openStore(env.DATABASE_FILE);
  expect(store.entries()).toEqual([
    { event: 'evt_1', key: 'announcement 1', platform: 'x', result: 'live at https://x.example/1' },
  ]);
  store.close();
});

test('work that fails leaves no trace of its event, which is then done when it comes again', () => {
  const store = openStore(path.join(folder, 'fails.db'));
  const entry = { event: 'evt_1', key: 'k', platform: 'x', result: 'live' };
  const failing = (): void => {
    store.write(entry);
    throw new Error('disk full');
  };
  expect(() => store.once({ id: 'evt_1', type: 'target.published' }, failing)).toThrow('disk full');
  expect([store.handled(), store.entries()]).toEqual([[], []]);
  expect(store.once({ id: 'evt_1', type: 'target.published' }, () => store.write(entry))).toBe('done');
  expect(store.once({ id: 'evt_1', type: 'target.published' }, () => store.write(entry))).toBe('known');
  expect(store.entries()).toEqual([entry]);
  store.close();
});

test('it takes both secrets of a rotation, and nothing that is not signed with one of them', async () => {
  const other = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const foreign = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;
  const env = {
    DATABASE_FILE: path.join(folder, 'rotation.db'),
    FANFARE_WEBHOOK_SECRET: `${other},${SECRET}`,
    PORT: '0',
  };
  const receiver = await startReceiver(env);
  expect(await deliver(receiver.url, eventOf(1))).toBe(204);
  expect(await deliver(receiver.url, eventOf(2), other)).toBe(204);
  expect(await deliver(receiver.url, eventOf(3), foreign)).toBe(400);
  await kill(receiver, 'SIGTERM');
  const store = openStore(env.DATABASE_FILE);
  expect(store.handled().map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  store.close();
});

test('without a service, it says what to do', async () => {
  const nowhere = await runProgram(PROGRAM, { FANFARE_FOLDER: `${folder}/nowhere` });
  expect(nowhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Fanfare is not running\. /) });
});

// Last, because the program waits five seconds for a second delivery.
test('it prints what the README shows', async () => {
  const run = await running;
  expect({ ...run, stdout: withoutChance(run.stdout) }).toEqual({ code: 0, stdout: withoutChance(shown), stderr: '' });
});
