import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { created, errorAnswer, post, target } from '../answers.ts';
import { type Consumer, installPacked } from '../packed/packed.ts';
import { hangUp, type ScriptedServer, silence, startScriptedServer } from '../scripted-server.ts';
import { installRuntime } from './install-runtime.ts';
import { PROGRAM, SEEN } from './program.ts';

let consumer: Consumer;
let server: ScriptedServer;
let nobody: string;

beforeAll(async () => {
  consumer = await installPacked();
  consumer.write('program.mjs', PROGRAM);
  consumer.write('package.json', '{"private":true,"type":"module","dependencies":{"@fanfare/sdk":"*"}}');
  consumer.write(
    'main.mjs',
    `import { run } from './program.mjs';
    const env = globalThis.process.env;
    console.log(JSON.stringify(await run({ nobody: env.NOBODY })));`,
  );
  const gone = await startScriptedServer();
  nobody = gone.baseUrl;
  await gone.close();
});
afterAll(() => consumer?.remove());

beforeEach(async () => {
  server = await startScriptedServer();
  const published = post('published', [target(0, 'published')]);
  server.script(
    hangUp,
    created(post('publishing', [target(0, 'pending')]), true),
    { body: { post: published } },
    errorAnswer(404, 'not_found'),
    { body: { posts: [{ id: 'a' }], nextCursor: 'c' } },
    { body: { posts: [{ id: 'b' }], nextCursor: null } },
    silence,
    silence,
    { status: 302, headers: { Location: '/elsewhere' } },
  );
});
afterEach(() => server.close());

const env = () => ({ FANFARE_BASE_URL: server.baseUrl, FANFARE_API_KEY: 'fanfare_sk_test', NOBODY: nobody });
const seenBy = async (command: string, ...args: string[]): Promise<unknown> =>
  JSON.parse(await consumer.run(command, [...args, path.join(consumer.folder, 'main.mjs')], env()));
const keysSent = (): unknown[] =>
  server.requests.slice(0, 2).map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey);

const agentOf = (): string | undefined => server.requests[0]?.headers['user-agent'];

test.each(['20.19.5', '22.23.3'])('Node %s', async (version) => {
  const folder = await installRuntime(`node@${version}`);
  const node = path.join(folder, 'node_modules/node/bin/node');
  expect((await consumer.run(node, ['--version'])).trim()).toBe(`v${version}`);
  expect(await seenBy(node)).toEqual(SEEN);
  expect(keysSent()[0]).toBe(keysSent()[1]);
});

test('Bun', async () => {
  const folder = await installRuntime('bun@1.4.4');
  expect(await seenBy(path.join(folder, 'node_modules/.bin/bun'), 'run')).toEqual(SEEN);
  expect(keysSent()[0]).toBe(keysSent()[1]);
  expect(agentOf()).toMatch(/^fanfare-sdk\//);
});

test('Deno, with no more permissions than it needs', async () => {
  const folder = await installRuntime('deno@2.9.6');
  const deno = path.join(folder, 'node_modules/.bin/deno');
  const permissions = ['--allow-net=127.0.0.1', '--allow-env=FANFARE_BASE_URL,FANFARE_API_KEY,NOBODY', '--no-prompt'];
  expect(await seenBy(deno, 'run', ...permissions, '--node-modules-dir=manual')).toEqual(SEEN);
  expect(keysSent()[0]).toBe(keysSent()[1]);
});

type Worker = { dispatchFetch(url: string): Promise<{ json(): Promise<unknown> }>; dispose(): Promise<void> };

test('workerd', async () => {
  const folder = await installRuntime('miniflare@4.20260730.0');
  const entry = consumer.write(
    'worker.mjs',
    `import { run } from './program.mjs';
    export default { fetch: async (request, env) => Response.json(await run({ baseUrl: env.BASE_URL, apiKey: 'fanfare_sk_test', nobody: env.NOBODY })) };`,
  );
  const bundle = await rolldown({ input: entry, platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'esm' });
  const { Miniflare } = await import(
    pathToFileURL(createRequire(path.join(folder, 'package.json')).resolve('miniflare')).href
  );
  const bindings = { BASE_URL: server.baseUrl, NOBODY: nobody };
  const worker: Worker = new Miniflare({
    modules: true,
    script: output[0].code,
    bindings,
    compatibilityDate: '2026-07-01',
  });
  try {
    expect(await (await worker.dispatchFetch('http://localhost/')).json()).toEqual(SEEN);
    expect(keysSent()[0]).toBe(keysSent()[1]);
  } finally {
    await worker.dispose();
  }
});
