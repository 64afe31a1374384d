import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningService, runProgram, shownIn, startService, withoutChance } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReceiverProcess, startReceiver } from '../src/start-receiver.ts';
import { openStore } from '../src/store.ts';

const PROGRAM = new URL('../src/index.ts', import.meta.url);
const SECRET = `whsec_${Buffer.alloc(32, 4).toString('base64')}`;
const [shown = ''] = shownIn(new URL('../README.md', import.meta.url));

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-webhooks-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

test('it prints what the README shows', async () => {
  const run = await runProgram(PROGRAM, { FANFARE_FOLDER: service.folder });
  expect({ ...run, stdout: withoutChance(run.stdout) }).toEqual({ code: 0, stdout: withoutChance(shown), stderr: '' });
});

const eventOf = (index: number): string =>
  JSON.stringify({
    id: `evt_${index}`,
    type: 'target.published',
    timestamp: '2026-11-22T09:00:00.000Z',
    data: {
      post: { id: `post_${index}`, idempotencyKey: `announcement ${index}` },
      target: { platform: 'x', url: `https://x.example/${index}` },
    },
  });

/** Delivers as Fanfare does; null when nothing answers. */
async function deliver(url: string, body: string, secret = SECRET): Promise<number | null> {
  const { id } = JSON.parse(body) as { id: string };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  const response = await fetch(url, { method: 'POST', body, headers }).catch(() => null);
  return response?.status ?? null;
}

async function kill({ process: child }: ReceiverProcess, signal: NodeJS.Signals): Promise<unknown> {
  const closed = new Promise((resolve) => child.once('close', (code, by) => resolve(by ?? code)));
  child.kill(signal);
  return closed;
}

test('killed at any moment and started again, with every event delivered twice, it does the work of each once', async () => {
  const env = { DATABASE_FILE: path.join(folder, 'kills.db'), FANFARE_WEBHOOK_SECRET: SECRET };
  const bodies = Array.from({ length: 40 }, (_, index) => eventOf(index));
  let receiver = await startReceiver({ ...env, PORT: '0' });
  const { url } = receiver;
  const again = { ...env, PORT: new URL(url).port };
  let waiting = bodies.flatMap((body) => [body, body]);
  // Ten at a time, and a kill while the next ten are on their way: what was not answered is delivered again.
  for (let round = 0; waiting.length > 0; round++) {
    const now = waiting.slice(0, 10);
    const statuses = Promise.all(now.map((body) => deliver(url, body)));
    if (round % 2 === 0) {
      await kill(receiver, 'SIGKILL');
      receiver = await startReceiver(again);
    }
    const answered = await statuses;
    waiting = [...waiting.slice(10), ...now.filter((_, index) => answered[index] !== 204)];
  }
  // Every one once more, after everything.
  expect(await Promise.all(bodies.map((body) => deliver(url, body)))).toEqual(bodies.map(() => 204));
  expect(await kill(receiver, 'SIGTERM')).toBe(0);

  const store = openStore(env.DATABASE_FILE);
  expect(
    store
      .entries()
      .map(({ event }) => event)
      .toSorted(),
  ).toEqual(bodies.map((_, index) => `evt_${index}`).toSorted());
  expect(store.handled().every(({ deliveries }) => deliveries >= 3)).toBe(true);
  store.close();
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
