import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startKeyUseWriter } from '../../src/callers/key-use-writer.ts';
import { createLogger } from '../../src/process/log/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function useWriter() {
  const batches: string[][] = [];
  const lines: string[] = [];
  let isAway = false;
  const writer = startKeyUseWriter({
    log: createLogger('warn', (line) => lines.push(line)),
    async write(keyIds) {
      if (isAway) throw new Error('The database is away.');
      batches.push([...keyIds]);
    },
  });
  return {
    ...{ writer, batches, lines },
    away(away: boolean) {
      isAway = away;
    },
  };
}

test('the uses of two seconds are one statement, with each key once', async () => {
  const { writer, batches } = useWriter();
  const [one, other] = [randomUUID(), randomUUID()];
  for (const key of [one, other, one, one]) writer.note(key);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(batches).toEqual([[one, other]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(batches).toHaveLength(1);
  writer.note(other);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(batches.slice(1)).toEqual([[other]]);
});

test('a stop writes what waits', async () => {
  const { writer, batches } = useWriter();
  const key = randomUUID();
  writer.note(key);
  await writer.stop();
  expect(batches).toEqual([[key]]);
});

test('a database that is away loses what waits and no later use', async () => {
  const { writer, batches, lines, away } = useWriter();
  const key = randomUUID();
  away(true);
  writer.note(key);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(lines.join('')).toContain('the last use of keys could not be recorded');
  away(false);
  writer.note(key);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(batches).toEqual([[key]]);
});
