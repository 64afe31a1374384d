const signatures: readonly { readonly type: string; readonly at: number; readonly bytes: string }[] = [
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/gif', at: 0, bytes: 'GIF87a' },
  { type: 'image/gif', at: 0, bytes: 'GIF89a' },
  { type: 'image/webp', at: 8, bytes: 'WEBP' },
  { type: 'image/bmp', at: 0, bytes: 'BM' },
  { type: 'image/tiff', at: 0, bytes: 'II*\0' },
  { type: 'image/tiff', at: 0, bytes: 'MM\0*' },
  { type: 'image/heic', at: 4, bytes: 'ftyphei' },
  { type: 'image/heic', at: 4, bytes: 'ftypmif1' },
  { type: 'image/avif', at: 4, bytes: 'ftypavi' },
  { type: 'audio/mp4', at: 4, bytes: 'ftypM4A' },
  { type: 'video/3gpp', at: 4, bytes: 'ftyp3g' },
  { type: 'video/quicktime', at: 4, bytes: 'ftypqt' },
  // QuickTime files older than ftyp (Apple, QuickTime File Format, checked 2026-11).
  { type: 'video/quicktime', at: 4, bytes: 'moov' },
  { type: 'video/quicktime', at: 4, bytes: 'mdat' },
  { type: 'video/quicktime', at: 4, bytes: 'wide' },
  { type: 'video/mp4', at: 4, bytes: 'ftyp' },
  { type: 'video/webm', at: 0, bytes: '\x1aE\xdf\xa3' },
];

/** Finds a file's type by its first bytes; null for others, such as an error page. */
export function sniffMedia(bytes: Buffer): string | null {
  const head = bytes.subarray(0, 16).toString('latin1');
  return signatures.find((signature) => head.startsWith(signature.bytes, signature.at))?.type ?? null;
}
