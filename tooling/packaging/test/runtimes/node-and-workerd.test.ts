import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { installRuntime } from './install-runtime.ts';
import { useRuntimes } from './use-runtimes.ts';

const runtimes = await useRuntimes();

test.each(['20.19.5', '22.23.3'])('Node %s', async (version) => {
  const folder = await installRuntime(`node@${version}`);
  const node = path.join(folder, 'node_modules/node/bin/node');
  expect((await runtimes.project.run(node, ['--version'])).trim()).toBe(`v${version}`);
  await runtimes.expectSeenBy(node);
});

type Worker = { dispatchFetch(url: string): Promise<{ json(): Promise<unknown> }>; dispose(): Promise<void> };

test('workerd', async () => {
  const folder = await installRuntime('miniflare@4.20260730.0');
  const entry = runtimes.project.write(
    'worker.mjs',
    `import { run } from './program.mjs';
    export default { fetch: async (request, env) => Response.json(await run({ baseUrl: env.BASE_URL, apiKey: 'fanfare_sk_test', nobody: env.NOBODY })) };`,
  );
  const bundle = await rolldown({ input: entry, platform: 'neutral' });
  // One file, as wrangler makes it.
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  const { Miniflare } = await import(
    pathToFileURL(createRequire(path.join(folder, 'package.json')).resolve('miniflare')).href
  );
  const { baseUrl, nobody } = runtimes.addresses();
  const worker: Worker = new Miniflare({
    modules: true,
    script: output[0].code,
    bindings: { BASE_URL: baseUrl, NOBODY: nobody },
    compatibilityDate: '2026-07-01',
  });
  try {
    runtimes.expectSeen(await (await worker.dispatchFetch('http://localhost/')).json());
  } finally {
    await worker.dispose();
  }
});
