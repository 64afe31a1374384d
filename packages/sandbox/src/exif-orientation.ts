const ORIENTATION = 0x0112;

/**
 * Whether the EXIF data of an APP1 segment turns the picture by 90 or 270 degrees (CIPA DC-008,
 * 4.6.4).
 */
export function isTurned(segment: Buffer): boolean {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let n = 0; n < short(directory); n++) {
    const entry = directory + 2 + n * 12;
    if (short(entry) === ORIENTATION) return [5, 6, 7, 8].includes(short(entry + 8));
  }
  return false;
}
