import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startReceiver } from '../src/start-receiver.ts';
import { openStore } from '../src/store.ts';
import { deliver, eventOf, kill, SECRET } from './delivering.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-webhooks-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('killed at any moment and started again, with every event delivered twice, it does the work of each once', async () => {
  const env = { DATABASE_FILE: path.join(folder, 'kills.db'), FANFARE_WEBHOOK_SECRET: SECRET };
  const bodies = Array.from({ length: 40 }, (_, index) => eventOf(index));
  let receiver = await startReceiver({ ...env, PORT: '0' });
  const { url } = receiver;
  const again = { ...env, PORT: new URL(url).port };
  let waiting = bodies.flatMap((body) => [body, body]);
  // Ten at a time, and a kill while the next ten are on their way: what was not answered is
  // delivered again.
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
