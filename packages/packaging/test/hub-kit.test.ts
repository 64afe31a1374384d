import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packed } from './packed.ts';
import { run } from './run.ts';

const { hubKit } = await packed();
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-hub-kit-'));
beforeAll(() => run(folder, 'tar', ['-xzf', hubKit]));
afterAll(() => rmSync(folder, { recursive: true }));
const unpacked = path.join(folder, 'package');

test('the tarball has the program, what to read, and nothing else', async () => {
  const files = (await run(folder, 'tar', ['-tzf', hubKit])).trim().split('\n');
  expect(files.filter((file) => !/^package\/dist\/[\w-]+\.js$/.test(file)).toSorted()).toEqual([
    'package/CHANGELOG.md',
    'package/LICENSE',
    'package/README.md',
    'package/package.json',
  ]);
  expect(files).toContain('package/dist/bin.js');
});

test('it needs no other package, and runs nothing when it is installed', () => {
  const manifest = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: '@fanfare/hub-kit',
    license: 'Apache-2.0',
    bin: { 'hub-kit': './dist/bin.js' },
    engines: { node: '>=22.19' },
    repository: { directory: 'packages/hubs/kit' },
  });
  expect([manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(Object.keys(manifest.scripts).filter((script) => /install|prepare/.test(script))).toEqual([]);
});

test('its README links to nothing that is not in it', () => {
  const readme = readFileSync(path.join(unpacked, 'README.md'), 'utf8');
  expect([...readme.matchAll(/\]\((?!https?:|#)([^)]*)\)/g)].map(([, link]) => link)).toEqual([]);
});

test('publint finds nothing', async () => {
  expect((await publint({ pkgDir: unpacked, strict: true, pack: false })).messages).toEqual([]);
});

test('npx runs it in an empty folder, and it reports what a hub answers', async () => {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"version":1,"exchange":"https://elsewhere.example/"}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { code, stdout } = await npx([url, '--no-codes']);
    expect(stdout).toContain('  ✓ the discovery document is there\n');
    expect(stdout).toContain('      came      "https://elsewhere.example/"\n');
    expect(code).toBe(1);
  } finally {
    server.close();
  }
});

/** `npx @fanfare/hub-kit …` with the tarball in place of the name, by this Node. */
function npx(args: readonly string[]): Promise<{ readonly code: number | string; readonly stdout: string }> {
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` };
  return new Promise((resolve) => {
    execFile('npx', ['--yes', '--package', hubKit, 'hub-kit', ...args], { cwd: folder, env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    );
  });
}
