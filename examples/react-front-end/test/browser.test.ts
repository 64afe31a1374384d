// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { build, builtApp, vite } from './built-app.ts';

const { folder, publishPartly } = builtApp();

// `browser.nightly.ts` does it on a desktop, by keyboard and with other scenarios.
test('at 390 px a post is published, its failed target sent again, and everything fits', () => publishPartly(390));

test('dev prints the address of the app, and serves the worker with it', async () => {
  const program = vite('dev', '--port', '0');
  const [at = ''] = /http:\S+/.exec(stripVTControlCharacters(await program.prints('/\n'))) ?? [];
  expect(await (await fetch(at)).text()).toContain('src="/src/main.tsx');
  expect((await fetch(`${at}mockServiceWorker.js`)).headers.get('content-type')).toBe('text/javascript');
  program.kill('SIGTERM');
  await program.ended;
});

test('the production build contains no mock', async () => {
  const outDir = path.join(folder, 'production');
  await build('--outDir', outDir);
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
  expect(files.map((name) => name.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
    'assets/index.css',
    'assets/index.js',
    'index.html',
  ]);
  const script = readFileSync(path.join(outDir, files.find((name) => name.endsWith('.js')) ?? ''), 'utf8');
  expect(script).toContain('the-back-end-knows-it');
  expect(script).not.toContain('everything-works');
});
