/** A strong ETag: two 32-bit FNV-1a hashes distinguish the versions of one post. */
export function etagOf(body: string): string {
  let low = 0x811c9dc5;
  let high = 0x1000193;
  for (let at = 0; at < body.length; at++) {
    low = Math.imul(low ^ body.charCodeAt(at), 0x01000193) >>> 0;
    high = Math.imul(high ^ low ^ at, 0x85ebca6b) >>> 0;
  }
  return `"${low.toString(16).padStart(8, '0')}${high.toString(16).padStart(8, '0')}"`;
}
