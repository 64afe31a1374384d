import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const withMatch = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(SOURCE + file, 'utf8')));

// A rule of tooling/dependency-cruiser.cjs defines who may import clock.ts.
test("only process/clock.ts reads the process's time; durations are measured with performance.now()", () => {
  expect(withMatch(/\bDate\.now\b|new Date\(\)|\bDate\(\)|Temporal\.Now|performance\.timeOrigin/)).toEqual([
    'process/clock.ts',
  ]);
});
