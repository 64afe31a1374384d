import { randomBytes } from 'node:crypto';
import {
  pdfBomb,
  pdfOf,
  pdfOfLevels,
  pdfOfPages,
  pdfStreamBomb,
  pdfWithContents,
} from '@fanfare/media-file/testing/files';
import { describe, expect, test } from 'vitest';
import { runPageCounter } from '../../../src/media/pages/run-page-counter.ts';
import { BOUNDS, inMemory } from './count-file.ts';

const MIB = 1024 * 1024;
const DAMAGED = { why: 'damaged' };
const withoutTable = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replace(/startxref\n\d+/, 'startxref\n0'), 'latin1');

const FILES: readonly (readonly [name: string, bytes: () => Buffer, counted: object])[] = [
  ['300 pages', () => pdfOfPages(300), { pages: 300 }],
  ['a wrong place for its table', () => withoutTable(pdfOfPages(301)), { pages: 301 }],
  ['3 pages that claims less than none', () => pdfOfPages(3, -5), DAMAGED],
  ['no tree of pages', () => pdfOf({ 1: '<< /Type /Catalog >>' }), DAMAGED],
  ['a bomb for a page', pdfBomb, DAMAGED],
  ['nonsense behind its head', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]), DAMAGED],
  ['nothing behind its head', () => Buffer.from('%PDF-1.7\n'), DAMAGED],
];

describe('a PDF with', () => {
  test.each(FILES)('%s', async (_, bytes, counted) => {
    expect(await runPageCounter(inMemory(bytes()), BOUNDS)).toMatchObject(counted);
  });
});

test('a PDF of 100 MB is counted without reading all of it', async () => {
  const bytes = pdfWithContents(290, 350_000);
  expect(bytes.length).toBeGreaterThan(96 * MIB);
  let read = 0;
  const file = {
    size: bytes.length,
    read: async (start: number, end: number) => {
      read += end - start;
      return bytes.subarray(start, end);
    },
  };
  expect(await runPageCounter(file, BOUNDS)).toEqual({ pages: 290 });
  expect(read).toBeLessThan(bytes.length);
});

test('a stream that becomes 400 MB ends its process by its memory, 100,000 levels of a tree by their time', async () => {
  expect(await runPageCounter(inMemory(pdfStreamBomb()), { ...BOUNDS, memoryBytes: 256 * MIB })).toEqual({
    why: 'needs_too_much_memory',
  });
  expect(await runPageCounter(inMemory(pdfOfLevels(100_000, 1)), { ...BOUNDS, timeoutMs: 1_500 })).toEqual({
    why: 'takes_too_long',
  });
});
