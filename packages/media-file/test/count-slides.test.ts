import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countSlides } from '../src/index.ts';
import { listOfSlides, office, pdf, pptxOfSlides, zip, zipBomb } from './build/index.ts';
import { inMemory } from './bytes.ts';

const MIB = 1024 * 1024;
const END_BYTES = 22;
const count = (bytes: Uint8Array) => countSlides(inMemory(bytes));
const part = (text: string) => zip([['ppt/presentation.xml', text]], true);
/** The record at the end of a ZIP, changed. */
const withEnd = (bytes: Buffer, change: (end: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy.subarray(-END_BYTES));
  return copy;
};
const sections =
  '<p:extLst><p14:sectionLst><p14:section><p14:sldIdLst><p14:sldId id="256"/><p14:sldId id="257"/></p14:sldIdLst></p14:section></p14:sectionLst></p:extLst>';

describe('slides of', () => {
  test.each<[string, Buffer, number | null]>([
    // Made with LibreOffice Impress 7.4; the first slide is hidden.
    ['a file of Impress', readFileSync(new URL('files/impress.pptx', import.meta.url)), 3],
    ['301 slides', pptxOfSlides(301), 301],
    ['301 slides without compression', pptxOfSlides(301, listOfSlides(301), false), 301],
    ['400 slides, of which 300 are listed', pptxOfSlides(400, listOfSlides(300)), 300],
    ['sections with lists of their own', part(listOfSlides(2).replace('</p:pres', `${sections}</p:pres`)), 2],
    ['another prefix', part(listOfSlides(2).replaceAll('p:', 'ns0:')), 2],
    ['no slides', pptxOfSlides(0), null],
    ['a DOCX', office('docx'), null],
    ['a PDF', pdf(), null],
    ['nothing', Buffer.alloc(0), null],
    ['an archive that is cut', pptxOfSlides(301).subarray(0, -END_BYTES), null],
    ['an archive that is a bomb', zipBomb(), null],
  ])('%s', async (_, bytes, slides) => {
    expect(await count(bytes)).toBe(slides);
  });
});

describe('hostile archives', () => {
  const many = (entries: number, name = 'ppt/slides/slide1.xml') =>
    zip([...Array.from({ length: entries }, () => [name, ''] as const), ['ppt/presentation.xml', listOfSlides(2)]]);
  test.each<[string, Buffer, number | null]>([
    ['9,999 entries of one name', many(9_999), 2],
    ['20,000 entries of one name', many(20_000), null],
    ['9,000 names of 1,000 letters', many(9_000, 'a'.repeat(1_000)), null],
    ['a list that becomes 200 MB', part(listOfSlides(2) + ' '.repeat(200 * MIB)), null],
    ['a directory of 4 GB', withEnd(pptxOfSlides(3), (end) => end.writeUInt32LE(0xffffffff, 12)), 3],
    ['a directory behind the file', withEnd(pptxOfSlides(3), (end) => end.writeUInt32LE(0xfffffff0, 16)), null],
    ['more entries than it has', withEnd(part('<a/>'), (end) => end.writeUInt16LE(60_000, 10)), null],
    ['ZIP64', withEnd(pptxOfSlides(3), (end) => end.fill(0xff, 8, 20)), null],
  ])('%s: little of it is read', async (_, bytes, slides) => {
    const file = inMemory(bytes);
    expect(await countSlides(file)).toBe(slides);
    expect(file.reads.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThan(8 * MIB);
  });

  test('one that is cut or changed anywhere is counted or not, and throws nothing', async () => {
    const whole = pptxOfSlides(5);
    for (let at = 0; at < whole.length; at += 3) {
      expect(await count(whole.subarray(0, at)), `cut at ${at}`).toBeNull();
      const changed = Buffer.from(whole);
      changed[at] = 0xff;
      expect(Number.isInteger((await count(changed)) ?? 0), `changed at ${at}`).toBe(true);
    }
  });
});

test('a file that cannot be read throws what its store throws', async () => {
  const failing = { size: 900, read: () => Promise.reject(new Error('The store is gone.')) };
  await expect(countSlides(failing)).rejects.toThrow('The store is gone.');
});
