import pg from 'pg';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/db/database-unavailable.ts';
import { retryTransient } from '../../src/db/retry-transient.ts';

let nowMs = 0;
const time = {
  now: () => nowMs,
  async sleep(ms: number) {
    nowMs += ms;
  },
};

function databaseError(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('refused', 0, 'error');
  error.code = code;
  return error;
}

/** Fails with these errors, one after the other, and then succeeds. */
function failing(...errors: Error[]) {
  const at: number[] = [];
  const startedAt = nowMs;
  return {
    at,
    async run() {
      at.push(nowMs - startedAt);
      const error = errors.shift();
      if (error) throw error;
      return 'stored';
    },
  };
}

const gone = () => new DatabaseUnavailable('No connection to the database.');

test('a statement that succeeds is sent once', async () => {
  const statement = failing();
  expect(await retryTransient(statement.run, time)).toBe('stored');
  expect(statement.at).toHaveLength(1);
});

test('a lost connection, a deadlock, a conflict, a lack of resources and timeouts are retried with growing pauses', async () => {
  const statement = failing(
    gone(),
    databaseError('40P01'),
    databaseError('40001'),
    databaseError('53300'),
    databaseError('55P03'),
    databaseError('57014'),
    gone(),
  );
  expect(await retryTransient(statement.run, time)).toBe('stored');
  expect(statement.at).toEqual([0, 50, 150, 350, 750, 1_550, 3_150, 5_150]);
});

test.each(['23505', '22P02', '42P01', '23514'])(
  'a statement that the database refuses with %s is not sent again',
  async (code) => {
    const statement = failing(databaseError(code));
    await expect(retryTransient(statement.run, time)).rejects.toMatchObject({ code });
    expect(statement.at).toHaveLength(1);
  },
);

test('our own defect is not retried', async () => {
  const statement = failing(new TypeError('no such thing'));
  await expect(retryTransient(statement.run, time)).rejects.toThrow('no such thing');
  expect(statement.at).toHaveLength(1);
});

test('after twenty seconds it ends with the last error', async () => {
  const statement = failing(...Array.from({ length: 100 }, gone));
  await expect(retryTransient(statement.run, time)).rejects.toThrow(DatabaseUnavailable);
  expect(statement.at.at(-1)).toBeLessThanOrEqual(20_000);
  expect(statement.at.at(-1)).toBeGreaterThan(17_000);
});
