import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { created, errorAnswer, post, target } from '../answers.ts';
import { type ScriptedServer, startScriptedServer } from '../scripted-server.ts';
import { type Consumer, installPacked } from './packed.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

let consumer: Consumer;
let server: ScriptedServer;

beforeAll(async () => {
  [consumer, server] = await Promise.all([installPacked(), startScriptedServer()]);
});
afterAll(async () => {
  consumer?.remove();
  await server?.close();
});

const env = () => ({ FANFARE_BASE_URL: server.baseUrl, FANFARE_API_KEY: 'fanfare_sk_test' });
const bytesOf = (file: string): Buffer => readFileSync(path.join(consumer.installed, file));

describe('the package', () => {
  test('holds what is built, what to read, and nothing else', () => {
    const files = readdirSync(consumer.installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(consumer.installed, path.join(entry.parentPath, entry.name)));
    expect(files.filter((file) => !/^dist\/[\w.-]+\.d\.c?ts$/.test(file)).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist/index.cjs',
      'dist/index.js',
      'package.json',
    ]);
  });

  test('depends on nothing', () => {
    const manifest = JSON.parse(bytesOf('package.json').toString());
    expect(
      Object.keys(manifest).filter((key) => /^(dependencies|peer|optional|scripts)/.test(key) && key !== 'scripts'),
    ).toEqual([]);
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => /install/.test(name))).toEqual([]);
  });

  test('no type is `any`', () => {
    const declarations = readdirSync(path.join(consumer.installed, 'dist')).filter((name) => name.endsWith('.d.ts'));
    const lines = declarations.flatMap((name) => bytesOf(`dist/${name}`).toString().split('\n'));
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.filter((line) => !/^\s*(\/\*\*|\*)/.test(line) && /\bany\b/.test(line))).toEqual([]);
  });

  test('publint finds nothing', async () => {
    const { messages } = await publint({ pkgDir: consumer.installed, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  test('its types resolve in every way there is (attw)', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(consumer.tarball))));
    expect(result).toMatchObject({ packageName: '@fanfare/sdk', problems: [] });
  });
});

/** What a bundler makes of a program that uses the package. */
async function bundled(code: string): Promise<Buffer> {
  const entry = consumer.write('entry.mjs', code);
  const bundle = await rolldown({ input: entry, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return gzipSync(output[0].code, { level: 9 });
}

describe('size, gzipped', () => {
  test('all of it is at most 8 KB, bundled or as it is published', async () => {
    const whole = await bundled("export * from '@fanfare/sdk';");
    const published = [bytesOf('dist/index.js'), bytesOf('dist/index.cjs')].map(
      (file) => gzipSync(file, { level: 9 }).length,
    );
    console.info(`size: ${whole.length} bytes bundled; ${published.join(' and ')} bytes as published (ESM, CJS)`);
    for (const size of [whole.length, ...published]) expect(size).toBeLessThanOrEqual(8192);
  });

  test('what is not used is left out', async () => {
    const parse = await bundled(
      "import { connect } from '@fanfare/sdk'; export default connect.parseRedirect(location.href);",
    );
    const failed = await bundled("export { failedTargets } from '@fanfare/sdk';");
    console.info(`size: connect alone ${parse.length} bytes, failedTargets alone ${failed.length} bytes`);
    expect(Math.max(parse.length, failed.length)).toBeLessThan(800);
  });
});

test('it is imported in 5 ms', async () => {
  const measure = (load: string): string => `
    ${load.includes('await') ? 'await import("node:path");' : ''}
    const start = performance.now();
    ${load};
    console.log(performance.now() - start);`;
  const files = {
    esm: consumer.write('import.mjs', measure("await import('@fanfare/sdk')")),
    cjs: consumer.write('import.cjs', measure("require('@fanfare/sdk')")),
  };
  const best: Record<string, number> = {};
  for (const [name, file] of Object.entries(files)) {
    const runs: number[] = [];
    for (let index = 0; index < 5; index++) runs.push(Number(await consumer.run(process.execPath, [file])));
    best[name] = Math.min(...runs);
  }
  console.info('import in ms:', best);
  // The best of five, for others use this machine as well.
  expect(Math.max(...Object.values(best))).toBeLessThanOrEqual(5);
});

const PROGRAM = `
const fanfare = new Fanfare();
const { post } = await fanfare.posts.create({ content: 'Hello', platforms: [{ platform: 'x', accountId: 'acc_0' }] });
const error = await fanfare.posts.get('post_2').catch((error) => error);
console.log(post.status, error instanceof NotFoundError);
`;

describe('in a new project', () => {
  const answers = () =>
    server.script(created(post('published', [target(0, 'published')])), errorAnswer(404, 'not_found'));

  test('as an ES module', async () => {
    answers();
    const file = consumer.write('a.mjs', `import { Fanfare, NotFoundError } from '@fanfare/sdk';${PROGRAM}`);
    expect(await consumer.run(process.execPath, [file], env())).toBe('published true\n');
  });

  test('as CommonJS', async () => {
    answers();
    const program = `const { Fanfare, NotFoundError } = require('@fanfare/sdk');(async () => {${PROGRAM}})();`;
    expect(await consumer.run(process.execPath, [consumer.write('a.cjs', program)], env())).toBe('published true\n');
  });

  test('with both in one process, whose errors know each other', async () => {
    server.script(errorAnswer(404, 'not_found'));
    const file = consumer.write(
      'both.mjs',
      `import { createRequire } from 'node:module';
      import * as esm from '@fanfare/sdk';
      const cjs = createRequire(import.meta.url)('@fanfare/sdk');
      const error = await new cjs.Fanfare().posts.get('post_2').catch((error) => error);
      console.log(cjs.NotFoundError === esm.NotFoundError, error instanceof esm.NotFoundError, error instanceof esm.UnauthorizedError);`,
    );
    expect(await consumer.run(process.execPath, [file], env())).toBe('false true false\n');
  });

  const TYPED = `
const fanfare = new Fanfare();
export async function publish(): Promise<string[]> {
  try {
    const { post } = await fanfare.posts.create({ platforms: [{ platform: 'mastodon', accountId: 'acc_0' }] });
    return post.targets.map((target) => (target.status === 'failed' ? target.errorDetail.code : target.platform));
  } catch (error) {
    if (error instanceof InvalidPostError) return error.details.map(({ rule }) => rule);
    throw error;
  }
}
declare module '@fanfare/sdk' {
  interface PlatformNames { mastodon: 'oauth' }
}
`;

  test.each([
    ['node16, as ES module and as CommonJS', ['typed.mts', 'typed.cts'], 'node16', ['node']],
    ['bundler, with the types of browsers alone', ['typed.ts'], 'bundler', []],
  ] as const)('TypeScript: %s', async (_, names, moduleResolution, types) => {
    for (const name of names)
      consumer.write(name, `import { Fanfare, InvalidPostError } from '@fanfare/sdk';\n${TYPED}`);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'es2022',
      module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
      moduleResolution,
      lib: types.length === 0 ? ['es2022', 'dom', 'dom.iterable'] : ['es2022'],
      types,
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
    };
    const project = consumer.write('tsconfig.json', JSON.stringify({ compilerOptions, files: names }));
    expect(await consumer.run(process.execPath, [TSC, '-p', project])).toBe('');
  });
});
