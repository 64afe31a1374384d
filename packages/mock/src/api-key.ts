import type { Ids } from './ids.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A key of the documented form: 43 characters and 6 of CRC32, so that programs that check the form accept it. It opens nothing but its mock. */
export function mockApiKey(ids: Ids): string {
  const body = `fanfare_sk_${ids.token(43)}`;
  let rest = crc32(body);
  let checksum = '';
  for (let at = 0; at < 6; at++) {
    checksum = BASE62[rest % 62]! + checksum;
    rest = Math.floor(rest / 62);
  }
  return body + checksum;
}

/** CRC-32 as zlib computes it (RFC 1952, 8). */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
