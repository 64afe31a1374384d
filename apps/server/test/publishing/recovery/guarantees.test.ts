import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SCENARIOS } from '../../chaos/scenarios/all.ts';

const TESTS = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(fileURLToPath(new URL('../../../../../docs/guarantees.md', import.meta.url)), 'utf8');

const COMMANDS = ['fanfare audit', 'pnpm nightly', 'pnpm bench isolation'];

/**
 * The right cell of each promise, and of each row that was measured. A head stands above a line.
 */
const held = [...page.matchAll(/^\| (?!-)(.*) \| ([^|]*) \|$(?!\n\|-)/gm)].map(([, promise = '', by = '']) => ({
  promise,
  by,
}));
const names = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('every promise of docs/guarantees.md names tests and scenarios that exist', () => {
  expect(held.length).toBeGreaterThan(20);
  for (const { promise, by } of held) {
    const mentioned = names(by);
    const files = mentioned.filter((name) => name.includes('/'));
    const others = mentioned.filter((name) => !name.includes('/') && !COMMANDS.includes(name));
    expect({ promise, files: files.length > 0 || by.startsWith('the same') || by.startsWith('every') }).toEqual({
      promise,
      files: true,
    });
    for (const file of files) {
      const pattern = file.endsWith('*') ? file : `${file}{,-*}.{test,nightly}.ts`;
      expect({ file, found: globSync(pattern, { cwd: TESTS }).length > 0 }).toEqual({ file, found: true });
    }
    for (const name of others) expect(SCENARIOS.map((scenario) => scenario.name)).toContain(name);
  }
});
