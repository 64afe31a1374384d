import { expect, test } from 'vitest';
import { explainDatabaseFailure } from '../../src/db/database-failure.ts';
import { HostFailed, NoHost } from '../../src/db/database-hosts.ts';
import { DatabaseReadOnly, DatabaseUnavailable } from '../../src/db/database-unavailable.ts';
import { waitForPostgres } from '../../src/db/wait-for-postgres.ts';
import { createLogger } from '../../src/process/log/log.ts';
import { createTestClock } from '../test-clock.ts';

const refusal = (code: string, message: string) => Object.assign(new Error(message), { code });
const REFUSED = new HostFailed('one:5432', refusal('ECONNREFUSED', 'connect ECONNREFUSED'));
const STANDBY = new HostFailed('two:5432', new DatabaseReadOnly('The database is a standby.'));
const FULL = refusal('53300', 'sorry, too many clients already');

/** A start that fails with these errors, one after the other, and then succeeds. */
async function starts(...refusals: Error[]) {
  const clock = createTestClock();
  const lines: { msg: string; waitsForMs: number }[] = [];
  const begunAt = clock.now();
  const end = await waitForPostgres(
    { clock, log: createLogger('warn', (line) => lines.push(JSON.parse(line))) },
    async () => {
      const error = refusals.shift();
      if (error) throw error;
      return 'started';
    },
  ).catch((error: unknown) => error);
  return { end, lines, waitedMs: Math.round((clock.now() - begunAt) / 1_000) * 1_000 };
}

test.each([
  ['all connections are taken', FULL],
  ['the pool found them taken', new DatabaseUnavailable('No connection to the database.', { cause: FULL })],
  ['PostgreSQL is starting up', refusal('57P03', 'the database system is starting up')],
  ['one of several hosts is about to become the primary', new NoHost([REFUSED, STANDBY])],
  ['PgBouncer has no more', refusal('08P01', 'no more connections allowed (max_client_conn)')],
])('a start waits while %s, and reports it', async (_, error) => {
  const { end, lines, waitedMs } = await starts(error, error, error);
  expect({ end, waitedMs }).toEqual({ end: 'started', waitedMs: 6_000 });
  expect(lines).toMatchObject([{ msg: 'PostgreSQL accepts no connection yet; waiting' }]);
});

test('after a minute it ends and says what to do', async () => {
  const { end, lines, waitedMs } = await starts(...Array.from({ length: 100 }, () => FULL));
  expect(end).toBe(FULL);
  expect(waitedMs).toBe(60_000);
  expect(lines).toHaveLength(6);
  expect(explainDatabaseFailure(FULL, 'postgres://ada:secret@db.internal:5432/fanfare')).toBe(
    'PostgreSQL at db.internal:5432 accepts no more connections: sorry, too many clients already. One server needs DATABASE_POOL and four more: raise max_connections, lower DATABASE_POOL, or close other connections.',
  );
});

test('any other error is not waited for', async () => {
  const wrong = refusal('28P01', 'password authentication failed');
  const none = new NoHost([REFUSED, REFUSED]);
  for (const error of [wrong, none]) expect(await starts(error)).toEqual({ end: error, lines: [], waitedMs: 0 });
});
