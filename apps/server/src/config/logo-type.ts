export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Recognises an image by its first bytes (PNG, 3rd edition, 5.2; JPEG, ITU T.81, B.1.1.3; WebP
 * container, RFC 9649, 2.4; checked 2026-11); null for others, also SVG: it can hold scripts.
 */
export function logoType(bytes: Buffer): LogoType | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : null;
}
