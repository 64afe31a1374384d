import { expect } from 'vitest';
import { readMediaFile } from '../src/index.ts';
import { clip, gif, heif, jpeg, png, tiff, webp } from './build/index.ts';
import { inMemory } from './bytes.ts';

const read = (bytes: Uint8Array) => readMediaFile(inMemory(bytes));
const square = { width: 1_080, height: 1_080 };

/** Cuts pictures at every so many bytes. */
export async function expectCutsAreSeen(step: number): Promise<void> {
  const thumbnail = jpeg({ width: 160, height: 120 });
  const whole = [
    jpeg({ ...square, orientation: 1, thumbnail }),
    png(square),
    webp(square),
    gif({ ...square, frames: 3 }),
  ];
  for (const bytes of whole) {
    for (let length = 24; length < bytes.length; length += step)
      expect(await read(bytes.subarray(0, length)), `${length} bytes`).toMatchObject({ isCut: true });
    expect(await read(bytes.subarray(0, -1)), 'the last byte').toMatchObject({ isCut: true });
  }
}

/** Changes some of the first bytes of a file, so many times. */
export async function expectChangedFilesAreRead(rounds: number): Promise<void> {
  const files = [
    jpeg({ ...square, orientation: 6 }),
    png(square),
    gif(square),
    webp(square),
    clip({ bytes: 4_000 }),
    clip({ bytes: 4_000, isIndexFirst: false }),
    heif({ ...square, brand: 'heic' }),
    tiff(square),
  ];
  let random = 39;
  const next = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((random / 2_147_483_648) * below);
  };
  for (let round = 0; round < rounds; round++) {
    const bytes = Buffer.from(files[round % files.length]!);
    const changes = Array.from(
      { length: 1 + next(8) },
      () => [next(Math.min(bytes.length, 1_500)), next(256)] as const,
    );
    for (const [at, value] of changes) bytes[at] = value;
    await expect(read(bytes), JSON.stringify({ file: round % files.length, changes })).resolves.toMatchObject({
      bytes: bytes.length,
    });
  }
}
