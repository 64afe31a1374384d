import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningService, startProgram, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const HARBOUR = fileURLToPath(new URL('../../sandbox/samples/harbour.jpg', import.meta.url));
const POSTS = 15;
const KILLS = 3;

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

const wordsOf = (name: string): readonly string[] => {
  const file = path.join(folder, `${name}.jpg`);
  writeFileSync(file, Buffer.concat([readFileSync(HARBOUR), Buffer.from(name)]));
  return ['post', name, '--to', 'x,threads', '--media', file];
};

test(`${POSTS} posts with a file, each killed up to ${KILLS} times at random: every one is live once`, async () => {
  const began = performance.now();
  expect((await start(wordsOf('Usual')).ended).code).toBe(0);
  const usualMs = performance.now() - began;
  const killedAfterMs: number[] = [];
  for (let number = 0; number < POSTS; number++) {
    const words = wordsOf(`Killed ${number}`);
    for (let kill = 0; kill < KILLS; kill++) {
      const program = start(words);
      const afterMs = Math.random() * usualMs;
      const timer = setTimeout(() => program.kill('SIGKILL'), afterMs);
      const { code } = await program.ended;
      clearTimeout(timer);
      if (code === null) killedAfterMs.push(Math.round(afterMs));
    }
    expect((await start(words).ended).code).toBe(0);
  }
  console.log(
    `${killedAfterMs.length} kills, after ${killedAfterMs.toSorted((a, b) => a - b).join(', ')} ms of ${usualMs.toFixed(0)}`,
  );
  const live = (await service.livePosts()).map(({ network, text }) => `${network} ${text}`);
  const names = ['Usual', ...Array.from({ length: POSTS }, (_, number) => `Killed ${number}`)];
  expect(live.toSorted()).toEqual(names.flatMap((name) => [`x ${name}`, `threads ${name}`]).toSorted());
  expect(killedAfterMs.length).toBeGreaterThan(POSTS);
});
