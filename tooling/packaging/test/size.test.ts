import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';
import { packed } from './packed.ts';
import { projectIn } from './project.ts';

const project = projectIn((await packed()).modules);
const zipped = (code: string | Buffer): number => gzipSync(code, { level: 9 }).length;

/**
 * Bundles a program that uses the packages for browsers, by Rolldown, which is also in Vite: its
 * entry and every chunk that is loaded with it. What the program imports later, when somebody asks
 * for it, is not among them.
 */
async function bundled(code: string): Promise<string> {
  const input = project.write('entry.js', code);
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const loaded = new Set([output[0].fileName]);
  // A set goes on to what is added while it is walked.
  for (const name of loaded) for (const imported of chunks.get(name)?.imports ?? []) loaded.add(imported);
  return [...loaded].map((name) => chunks.get(name)?.code ?? '').join('\n');
}

describe('bytes of the SDK, gzipped', () => {
  test('the client is at most 8.5 KB, bundled or as it is published, and what the README says', async () => {
    const whole = zipped(await bundled("export * from '@fanfare/sdk';"));
    const published = ['dist/index.js', 'dist/index.cjs'].map((file) => zipped(project.read('@fanfare/sdk', file)));
    console.info(`SDK: ${whole} bytes bundled; ${published.join(' and ')} bytes as published (ESM, CJS)`);
    for (const size of [whole, ...published]) expect(size).toBeLessThanOrEqual(8704);
    const readme = project.read('@fanfare/sdk', 'README.md').toString();
    expect(readme).toContain(`${Math.round(whole / 1024)} KB gzipped in a bundle`);
  });

  test('what sends files is at most 4.5 KB, has no client with it, and no client has it', async () => {
    const whole = await bundled("export * from '@fanfare/sdk/upload';");
    const published = ['upload', 'upload-chunk'].flatMap((name) =>
      ['js', 'cjs'].map((ending) => project.read('@fanfare/sdk', `dist/${name}.${ending}`)),
    );
    const sizes = [whole, ...published].map(zipped);
    console.info(`SDK: upload ${sizes.join(', ')} bytes (bundled, as published, and as the client loads it)`);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(4608);
    expect(whole).not.toContain('Authorization');
    expect(whole).not.toMatch(/["']node:/);
    expect(await bundled("export * from '@fanfare/sdk';")).not.toContain('Upload-Offset');
  });

  test('what verifies webhooks is at most 2.5 KB, and has no client with it', async () => {
    const whole = await bundled("export * from '@fanfare/sdk/webhooks';");
    const published = ['dist/webhooks.js', 'dist/webhooks.cjs'].map((file) => project.read('@fanfare/sdk', file));
    const sizes = [whole, ...published].map(zipped);
    console.info(`SDK: webhooks ${sizes.join(', ')} bytes (bundled, ESM, CJS)`);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(2560);
    expect(whole).not.toContain('Authorization');
    expect(whole).not.toMatch(/["']node:/);
  });

  test.each([
    [
      'connect.parseRedirect',
      "import { connect } from '@fanfare/sdk'; export default connect.parseRedirect(location.href);",
      400,
    ],
    ['failedTargets', "export { failedTargets } from '@fanfare/sdk';", 600],
    ['two error classes', "export { NotFoundError, QuotaExceededError } from '@fanfare/sdk';", 900],
    ['nothing', "import '@fanfare/sdk';", 30],
  ])('a program that uses %s gets no client with it', async (name, code, limit) => {
    const made = await bundled(code);
    console.info(`SDK: ${name} alone ${zipped(made)} bytes`);
    expect(made).not.toContain('Authorization');
    expect(zipped(made)).toBeLessThanOrEqual(limit);
  });
});

describe('bytes of the mock, gzipped', () => {
  test('what a browser loads of it is at most 80 KB, zod included, and nothing of it needs Node', async () => {
    const made = await bundled("export * from '@fanfare/mock';");
    const own = [
      'index.js',
      ...project
        .read('@fanfare/mock', 'dist/index.js')
        .toString()
        .matchAll(/from "\.\/([^"]+)"/g),
    ];
    console.info(`mock: ${zipped(made)} bytes bundled, of ${own.length} files`);
    expect(made).not.toMatch(/["']node:/);
    expect(zipped(made)).toBeLessThanOrEqual(80 * 1024);
  });
});
