import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, startProgram } from '@fanfare/harness/testing';
import { serveMock } from '@fanfare/mock/server';
import { expect, test } from 'vitest';

const dev = fileURLToPath(new URL('../src/dev.ts', import.meta.url));
const start = fileURLToPath(new URL('../src/index.ts', import.meta.url));

/** The page at the address that a program prints. */
async function pageOf(file: string, env: Record<string, string>): Promise<string> {
  const program = startProgram(process.execPath, [file], { ...process.env, PORT: '0', ...env });
  const [url = ''] = /http:\S+/.exec(await program.prints('\n')) ?? [];
  const page = await (await fetch(url)).text();
  program.kill('SIGTERM');
  await program.ended;
  return page;
}

test('dev serves the app over its own mock', async () => {
  expect(await pageOf(dev, {})).toContain('<h1>Your accounts</h1>');
});

test('start serves it over the Fanfare of the environment', async () => {
  const { mock, url, close } = await serveMock();
  expect(await pageOf(start, { FANFARE_BASE_URL: url, FANFARE_API_KEY: mock.apiKey })).toContain('Your accounts');
  expect(mock.requests.of('accounts.list')).toHaveLength(1);
  await close();
});

test('start says how to get a Fanfare when there is none', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-example-'));
  const run = await runProgram(new URL('../src/index.ts', import.meta.url), { FANFARE_FOLDER: folder });
  rmSync(folder, { recursive: true });
  expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('Fanfare is not running.')]);
});
