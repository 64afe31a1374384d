import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, startProgram } from '@fanfare/dev-service/testing';
import { expect, test } from 'vitest';

test('dev serves the app over a mock of its own', async () => {
  const dev = fileURLToPath(new URL('../src/dev.ts', import.meta.url));
  const program = startProgram(process.execPath, [dev], { ...process.env, PORT: '0' });
  const [url = ''] = /http:\S+/.exec(await program.prints('\n')) ?? [];
  expect(await (await fetch(url)).text()).toContain('<h1>Your accounts</h1>');
  program.kill('SIGTERM');
  await program.ended;
});

test('start says where a Fanfare can be had when there is none', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-example-'));
  const run = await runProgram(new URL('../src/index.ts', import.meta.url), { FANFARE_FOLDER: folder });
  rmSync(folder, { recursive: true });
  expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('Fanfare is not running.')]);
});
