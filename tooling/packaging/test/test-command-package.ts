import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../src/run.ts';
import { sourceMapFaults } from './source-maps.ts';

/** A package that is one command: where its tarball is, and what its manifest says. */
type CommandPackage = {
  readonly tarball: string;
  readonly name: string;
  readonly command: string;
  readonly directory: string;
  /** Its manual in `dist`, if it has one. */
  readonly manual?: string;
};

/**
 * Declares the tests of what every package of a command has in common. Returns how to run its
 * program, which is whole, from the tarball; `npx.nightly.ts` runs it as people do.
 */
export function testCommandPackage({ tarball, name, command, directory, manual }: CommandPackage) {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-command-'));
  beforeAll(() => run(folder, 'tar', ['-xzf', tarball]));
  afterAll(() => rmSync(folder, { recursive: true }));
  const unpacked = path.join(folder, 'package');

  test('the tarball has the program, what to read, and nothing else', async () => {
    const files = (await run(folder, 'tar', ['-tzf', tarball])).trim().split('\n');
    expect(files.filter((file) => !/^package\/dist\/[\w-]+\.js(?:\.map)?$/.test(file)).toSorted()).toEqual([
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/README.md',
      'package/dist/THIRD-PARTY-NOTICES.txt',
      ...(manual === undefined ? [] : [`package/dist/${manual}`]),
      'package/dist/sbom.cdx.json',
      'package/package.json',
    ]);
    expect(files).toContain('package/dist/bin.js');
  });

  test('it needs no other package, and runs nothing when it is installed', () => {
    const manifest = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name,
      license: 'Apache-2.0',
      bin: { [command]: './dist/bin.js' },
      engines: { node: '>=22.19' },
      repository: { directory },
    });
    expect([manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(Object.keys(manifest.scripts).filter((script) => /install|prepare/.test(script))).toEqual([]);
  });

  test('its source maps have their sources', () => {
    expect(sourceMapFaults(path.join(unpacked, 'dist'))).toEqual([]);
  });

  test('its README links to nothing that is not in it', () => {
    const readme = readFileSync(path.join(unpacked, 'README.md'), 'utf8');
    expect([...readme.matchAll(/\]\((?!https?:|#)([^)]*)\)/g)].map(([, link]) => link)).toEqual([]);
  });

  test('publint finds nothing', async () => {
    expect((await publint({ pkgDir: unpacked, strict: true, pack: false })).messages).toEqual([]);
  });

  /** Runs the program in an empty folder. */
  function runProgram(args: readonly string[]): Promise<{ readonly code: number | string; readonly stdout: string }> {
    const empty = mkdtempSync(path.join(folder, 'empty-'));
    const program = path.join(unpacked, 'dist/bin.js');
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { cwd: empty }, (error, stdout) =>
        resolve({ code: error?.code ?? 0, stdout }),
      );
    });
  }
  return runProgram;
}
