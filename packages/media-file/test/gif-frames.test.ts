import { expect, test } from 'vitest';
import { countGifFrames } from '../src/index.ts';
import { gif } from './build/index.ts';
import { inMemory } from './bytes.ts';

const size = { width: 1, height: 1 };

test.each([1, 2, 350])('%i frames are counted', async (frames) => {
  expect(await countGifFrames(inMemory(gif({ ...size, frames })))).toEqual({ frames, isWhole: true });
});

test('frames beyond the first window are found with one window in memory', async () => {
  const file = inMemory(gif({ ...size, frames: 2, bytes: 300_000 }));
  expect(await countGifFrames(file)).toEqual({ frames: 2, isWhole: true });
  expect(Math.max(...file.reads.map(({ start, end }) => end - start))).toBe(64 * 1024);
  expect(file.reads.length).toBeLessThanOrEqual(5);
});

test('a GIF that is cut is not whole, wherever it is cut', async () => {
  const whole = gif({ ...size, frames: 2 });
  for (let length = 0; length < whole.length; length++) {
    const found = await countGifFrames(inMemory(whole.subarray(0, length)));
    expect(found, `${length} bytes`).toEqual({ frames: expect.any(Number), isWhole: false });
    expect(found.frames, `${length} bytes`).toBeLessThanOrEqual(2);
  }
});

test('20,000 frames are not counted to their end', async () => {
  expect(await countGifFrames(inMemory(gif({ ...size, frames: 20_000 })))).toEqual({
    frames: 10_000,
    isWhole: true,
  });
});
