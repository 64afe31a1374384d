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
    // The part of the SDK that a page loads with its first upload.
    'assets/upload-chunk.js',
    'index.html',
  ]);
  const scripts = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(outDir, name), 'utf8'))
    .join('\n');
  expect(scripts).toContain('the-back-end-knows-it');
  expect(scripts).not.toContain('everything-works');
});
