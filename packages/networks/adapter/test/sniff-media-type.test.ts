import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SNIFF_BYTES, sniffMediaType } from '../src/sniff-media-type.ts';
import { HEADS } from './media-bytes.ts';

const box = (type: string, brand = '') => Buffer.from(`\0\0\0\x18${type}${brand}\0\0\0\0isommp42`, 'latin1');

describe('a type is known by its first bytes', () => {
  const cases = Object.entries(HEADS).flatMap(([type, heads]) =>
    heads.map((head) => [type, head.toString('latin1'), head] as const),
  );
  it.each(cases)('%s from %j', (type, _text, head) => {
    expect(sniffMediaType(head)).toBe(type);
    expect(sniffMediaType(Buffer.concat([head, Buffer.alloc(SNIFF_BYTES, 0xff)]))).toBe(type);
  });
});

describe('a type that no network accepts is unknown', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<!DOCTYPE html><html>')],
    ['a vector image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a cut compound file', Buffer.from('d0cf11e0a1b11a', 'hex')],
    ['an empty archive', Buffer.from('PK\x05\x06', 'latin1')],
    ['subtitles without times', Buffer.from('1\nHello\n')],
    ['subtitles in UTF-16', Buffer.from('\ufeff1\n00:00:00,000 --> 00:00:02,500\nHello', 'utf16le')],
    ['a text with the name of WebVTT', Buffer.from('WEBVTTS')],
    ['a bitmap', Buffer.from('BM6\0\0\0')],
    ['a TIFF', Buffer.from('II*\0')],
    ['an icon', Buffer.of(0, 0, 1, 0)],
    ['HEIC', box('ftyp', 'heic')],
    ['HEIF', box('ftyp', 'mif1')],
    ['AVIF', box('ftyp', 'avif')],
    ['an AVIF sequence', box('ftyp', 'avis')],
    ['JPEG 2000', box('ftyp', 'jp2 ')],
    ['a Canon raw image', box('ftyp', 'crx ')],
    ['audio', box('ftyp', 'M4A ')],
    ['3GP', box('ftyp', '3gp5')],
    ['WebM', Buffer.of(0x1a, 0x45, 0xdf, 0xa3)],
    ['AVI', Buffer.from('RIFF\x10\0\0\0AVI LIST')],
    ['WAV', Buffer.from('RIFF\x10\0\0\0WAVEfmt ')],
    ['MP3', Buffer.from('ID3\x04')],
    ['an ASF of 55 bytes', Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(39)])],
    ['a cut JPEG marker', Buffer.of(0xff, 0xd8)],
    ['a cut PNG signature', Buffer.from('\x89PNG\r\n', 'latin1')],
    ['a GIF of no version', Buffer.from('GIF88a')],
    ['a box and nothing else', Buffer.from('\0\0\0\x08moov')],
    ['a JPEG that begins later', Buffer.of(0, 0xff, 0xd8, 0xff)],
  ])('%s', (_what, head) => {
    expect(sniffMediaType(head)).toBe(null);
  });
});

it('every run of bytes gets an answer', () => {
  const types = [null, ...Object.keys(HEADS)];
  fc.assert(fc.property(fc.uint8Array({ maxLength: SNIFF_BYTES }), (head) => types.includes(sniffMediaType(head))));
});
