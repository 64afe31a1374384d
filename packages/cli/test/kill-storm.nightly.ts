import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningService, startProgram, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const HARBOUR = fileURLToPath(new URL('../../sandbox/samples/harbour.jpg', import.meta.url));
const POSTS = 40;

let service: RunningService;
let folder: string;
beforeAll(async () => {
  service = await startService({ PUBLISHES_PER_MINUTE: '1000' });
  folder = mkdtempSync(path.join(tmpdir(), 'fanfare-storm-'));
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (words: readonly string[]) => {
  const { PATH } = process.env;
  const env = { PATH, FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey };
  return startProgram(process.execPath, [BIN, ...words], env);
};

test(`${POSTS} posts with a file, each killed two times at random: every one is live once`, async () => {
  const killedAfterMs: number[] = [];
  for (let number = 0; number < POSTS; number++) {
    const file = path.join(folder, `${number}.jpg`);
    writeFileSync(file, Buffer.concat([readFileSync(HARBOUR), Buffer.from(String(number))]));
    const words = ['post', `Storm ${number}`, '--to', 'x,threads', '--media', file];
    const began = performance.now();
    expect((await start(words).ended).code).toBe(0);
    const usualMs = performance.now() - began;
    const other = ['post', `Killed ${number}`, '--to', 'x,threads', '--media', file];
    for (let kill = 0; kill < 2; kill++) {
      const program = start(other);
      const afterMs = Math.random() * usualMs;
      const timer = setTimeout(() => program.kill('SIGKILL'), afterMs);
      const { code } = await program.ended;
      clearTimeout(timer);
      if (code === null) killedAfterMs.push(Math.round(afterMs));
    }
    expect((await start(other).ended).code).toBe(0);
  }
  const live = (await service.livePosts()).map(({ network, text }) => `${network} ${text}`);
  const wanted = ['Storm', 'Killed'].flatMap((word) =>
    Array.from({ length: POSTS }, (_, number) => [`x ${word} ${number}`, `threads ${word} ${number}`]).flat(),
  );
  expect(live.toSorted()).toEqual(wanted.toSorted());
  console.log(
    `${killedAfterMs.length} kills of ${2 * POSTS}, after ${killedAfterMs.toSorted((a, b) => a - b).join(', ')} ms`,
  );
  expect(killedAfterMs.length).toBeGreaterThan(POSTS / 2);
});
