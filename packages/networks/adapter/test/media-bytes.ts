import type { MediaContentType } from '../src/media-source.ts';

const pad = (head: Buffer, size: number) => Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), 7)]);
const ftyp = (brand: string) => Buffer.concat([Buffer.of(0, 0, 0, 24), Buffer.from(`ftyp${brand}\0\0\0\0isommp42`)]);

/** First bytes of a file of each type, as cameras and encoders write them. */
export const HEADS: Readonly<Record<MediaContentType, readonly Buffer[]>> = {
  'image/jpeg': [
    Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46),
    Buffer.of(0xff, 0xd8, 0xff, 0xe1),
    Buffer.of(0xff, 0xd8, 0xff, 0xdb),
  ],
  'image/png': [Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
  'image/gif': [Buffer.from('GIF87a'), Buffer.from('GIF89a')],
  'image/webp': [Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.from('RIFF\x10\0\0\0WEBPVP8X')],
  'video/mp4': ['isom', 'iso2', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash', 'MSNV', 'XAVC'].map(ftyp),
  'application/pdf': [Buffer.from('%PDF-1.7\n')],
  'application/zip': [Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1')],
  'application/x-cfb': [Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  'text/srt': [
    Buffer.from('1\n00:00:00,000 --> 00:00:02,500\nHello'),
    Buffer.from('\ufeff\r\n1\r\n00:00:00,000 --> 00:00:02,500\r\nHello'),
  ],
  'text/vtt': [Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.500\nHello'), Buffer.from('\ufeffWEBVTT Kind: captions\n')],
  'video/quicktime': [
    ftyp('qt  '),
    ...['moov', 'mdat', 'wide', 'free', 'skip'].map((box) => pad(Buffer.from(`\0\0\0\x08${box}`), 16)),
  ],
};

/** A file of the type, `size` bytes long. */
export const fileOf = (type: MediaContentType, size: number): Buffer => pad(HEADS[type][0] ?? Buffer.alloc(0), size);
