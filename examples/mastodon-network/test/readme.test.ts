import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const TRY = fileURLToPath(new URL('../try/index.ts', import.meta.url));

/** Ports and ids differ from run to run. */
const withoutChance = (text: string): string =>
  text
    .replace(/(?<=127\.0\.0\.1:)\d+/g, '0')
    .replace(/\bacc_[0-9a-z]{26}\b/g, 'acc')
    .replace(/\d{17,}/g, '0')
    .trim();

test('the README shows what the program prints', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const shown = /```text\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const child = spawn(process.execPath, [TRY], { env: { PATH: process.env.PATH } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  expect(withoutChance(output)).toBe(withoutChance(shown));
  expect(code).toBe(0);
});
