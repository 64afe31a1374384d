import { describe, expect, test } from 'vitest';
import { isAnimatedGif } from '../src/gif.ts';
import { aFile, gif } from './media-files.ts';

describe('isAnimatedGif', () => {
  test('one frame is still', async () => {
    expect(await isAnimatedGif(aFile('image/gif', gif({ frames: 1 })))).toBe(false);
  });

  test('two frames are animated', async () => {
    expect(await isAnimatedGif(aFile('image/gif', gif({ frames: 2 })))).toBe(true);
  });

  test('a still image that declares to loop is still', async () => {
    expect(await isAnimatedGif(aFile('image/gif', gif({ frames: 1, loop: true })))).toBe(false);
    expect(await isAnimatedGif(aFile('image/gif', gif({ frames: 3, loop: true })))).toBe(true);
  });

  test('frames beyond the first window are found with one window in memory', async () => {
    let largest = 0;
    const file = aFile('image/gif', gif({ frames: 2, bytesPerFrame: 300_000 }));
    const watched = {
      size: file.size,
      slice: (start: number, end: number) => {
        largest = Math.max(largest, end - start);
        return file.slice(start, end);
      },
    };
    expect(await isAnimatedGif(watched)).toBe(true);
    expect(largest).toBe(64 * 1024);
  });

  test('bytes that break off or are invalid are still', async () => {
    const whole = gif({ frames: 2, bytesPerFrame: 1_000 });
    for (const length of [0, 6, 12, 13, 20, 500]) {
      expect(await isAnimatedGif(aFile('image/gif', whole.subarray(0, length)))).toBe(false);
    }
    expect(await isAnimatedGif(aFile('image/gif', Buffer.alloc(5_000, 0x2c)))).toBeTypeOf('boolean');
  });
});
