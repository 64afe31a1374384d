import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { faint, showProgress } from '../src/say.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CLEAR = '\r\u001b[2K';
const line = (seconds: string): string => `${CLEAR}${faint(`   Waiting… ${seconds} s`)}`;

function createScreen(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

/** Work with this duration on the moved clock. */
const work = (ms: number, outcome: () => string) =>
  new Promise<string>((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(outcome());
      } catch (error) {
        reject(error);
      }
    }, ms);
  });

test('a terminal shows the elapsed seconds on one line that is removed at the end', async () => {
  const screen = createScreen(true);
  const result = showProgress(
    'Waiting',
    work(250, () => 'done'),
    screen,
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await result).toBe('done');
  expect(screen.written).toEqual([line('0.1'), line('0.2'), CLEAR]);
});

test('the line is removed when the work fails, too', async () => {
  const screen = createScreen(true);
  const fail = (): never => {
    throw new Error('no answer');
  };
  const result = showProgress('Waiting', work(150, fail), screen);
  const outcome = expect(result).rejects.toThrow('no answer');
  await vi.advanceTimersByTimeAsync(5_000);
  await outcome;
  expect(screen.written).toEqual([line('0.1'), CLEAR]);
});

test('a file or pipe gets none of it', async () => {
  const screen = createScreen(false);
  const result = showProgress(
    'Waiting',
    work(250, () => 'done'),
    screen,
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect([await result, screen.written]).toEqual(['done', []]);
});
