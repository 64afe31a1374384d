import type { MediaContentType } from './media-source.ts';

/** So many first bytes decide a type. */
export const SNIFF_BYTES = 64;

/** Major brands of `ftyp` for MP4 videos (mp4ra.org, registered brands, checked 2026-11). */
const MP4_BRANDS: ReadonlySet<string> = new Set([
  'isom',
  'iso2',
  'iso3',
  'iso4',
  'iso5',
  'iso6',
  'iso7',
  'iso8',
  'iso9',
  'mp41',
  'mp42',
  'mp71',
  'mmp4',
  'avc1',
  'dash',
  'msdh',
  'M4V ',
  'M4VH',
  'M4VP',
  'F4V ',
  'MSNV',
  'XAVC',
]);

/** Boxes of a QuickTime file older than `ftyp` (Apple, QuickTime File Format, 2026-11). */
const OLD_QUICKTIME_BOXES: ReadonlySet<string> = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** First bytes of a compound file (Microsoft, MS-CFB 2.2, checked 2026-11). */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** First lines of SRT: the number of the first cue, its times; and of WebVTT (W3C, WebVTT, 4.1). */
const SRT = /^(?:\xef\xbb\xbf)?[\r\n]*\d{1,6} *\r?\n\d{1,3}:\d\d:\d\d,\d{3} +--> +\d{1,3}:\d\d:\d\d,\d{3}/;
const VTT = /^(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)/;

/** The type of a file by its first bytes, not its name. Null: none that a network takes. */
export function sniffMediaType(head: Uint8Array): MediaContentType | null {
  const text = (start: number, end: number) => String.fromCharCode(...head.subarray(start, end));
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(0, 5) === '%PDF-') return 'application/pdf';
  if (text(0, 4) === 'PK\x03\x04') return 'application/zip';
  if (text(0, 8) === COMPOUND_FILE) return 'application/x-cfb';
  const start = text(0, SNIFF_BYTES);
  if (SRT.test(start)) return 'text/srt';
  if (VTT.test(start)) return 'text/vtt';
  const box = text(4, 8);
  if (box === 'ftyp') {
    const brand = text(8, 12);
    if (brand === 'qt  ') return 'video/quicktime';
    return MP4_BRANDS.has(brand) ? 'video/mp4' : null;
  }
  return OLD_QUICKTIME_BOXES.has(box) && head.length >= 12 ? 'video/quicktime' : null;
}
