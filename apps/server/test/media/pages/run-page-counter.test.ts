import { readFileSync } from 'node:fs';
import { pdfCycle, pdfOfLevels, pdfOfPages, pdfWithObjectStream } from '@fanfare/media-file/testing/files';
import { describe, expect, test } from 'vitest';
import { PageCounterFailed, runPageCounter } from '../../../src/media/pages/run-page-counter.ts';
import { BOUNDS, inMemory } from './count-file.ts';

const file = (name: string) => readFileSync(new URL(`files/${name}`, import.meta.url));

const FILES: readonly (readonly [name: string, bytes: () => Buffer, counted: object])[] = [
  ['301 pages in an object stream', () => pdfWithObjectStream(301), { pages: 301 }],
  ['a password that every reader needs', () => file('encrypted.pdf'), { why: 'encrypted' }],
  ['a password for changes only', () => file('owner-password.pdf'), { pages: 2 }],
  ['3 pages that claims ten million', () => pdfOfPages(3, 10_000_000), { pages: 3 }],
  ['a tree of pages that leads back to its root', pdfCycle, { pages: 2 }],
  ['a tree of 2 to the 40 pages', () => pdfOfLevels(40, 2), { pages: 2 }],
  ['its second half missing', () => pdfOfPages(301).subarray(0, 15_000), { why: 'damaged' }],
];

describe('a PDF with', () => {
  test.concurrent.each(FILES)('%s', async (_, bytes, counted) => {
    expect(await runPageCounter(inMemory(bytes()), BOUNDS)).toMatchObject(counted);
  });
});

test('a file that needs more time or memory than the bounds allow ends its process, and is not counted', async () => {
  const bounded = (bounds: Partial<typeof BOUNDS>) => runPageCounter(inMemory(pdfOfPages(1)), { ...BOUNDS, ...bounds });
  expect(await Promise.all([bounded({ timeoutMs: 1 }), bounded({ memoryBytes: 1024 * 1024 })])).toEqual([
    { why: 'takes_too_long' },
    { why: 'needs_too_much_memory' },
  ]);
});

test('a file that cannot be read throws what its store throws', async () => {
  const failing = { size: 900, read: () => Promise.reject(new Error('The store is gone.')) };
  await expect(runPageCounter(failing, BOUNDS)).rejects.toThrow('The store is gone.');
});

test('a process that fails by itself throws what it said; it has no environment and writes no file', async () => {
  const program = new URL('says-what-it-has.ts', import.meta.url);
  const counting = runPageCounter(inMemory(pdfOfPages(1)), BOUNDS, program);
  await expect(counting).rejects.toBeInstanceOf(PageCounterFailed);
  await expect(counting).rejects.toThrow(/ended with 3\.[\s\S]*environment \[\], ERR_ACCESS_DENIED/);
});
