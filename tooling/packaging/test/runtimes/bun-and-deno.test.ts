import path from 'node:path';
import { expect, test } from 'vitest';
import { installRuntime } from './install-runtime.ts';
import { useRuntimes } from './use-runtimes.ts';

const runtimes = await useRuntimes();

test('Bun', async () => {
  const folder = await installRuntime('bun@1.4.4');
  await runtimes.expectSeenBy(path.join(folder, 'node_modules/.bin/bun'), 'run');
  expect(runtimes.userAgent()).toMatch(/^fanfare-sdk\//);
});

test('Deno, with no more permissions than it needs', async () => {
  const folder = await installRuntime('deno@2.9.6');
  const permissions = ['--allow-net=127.0.0.1', '--allow-env=FANFARE_BASE_URL,FANFARE_API_KEY,NOBODY', '--no-prompt'];
  const deno = path.join(folder, 'node_modules/.bin/deno');
  await runtimes.expectSeenBy(deno, 'run', ...permissions, '--node-modules-dir=manual');
});
