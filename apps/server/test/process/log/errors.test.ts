import { NetworkError } from '@fanfare/network';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/db/database.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { until } from '../../until.ts';

const lines: string[] = [];
const log = createLogger('info', (line) => lines.push(line));
const lastLine = (): Record<string, unknown> => JSON.parse(lines.at(-1)!);

test('an idle connection that breaks is one short line, without the client attached to its error', async () => {
  const url = new URL(inject('postgresUrl'));
  let broken: Error | null = null;
  const db = openDatabase({
    url: url.href,
    maxConnections: 1,
    onError(err) {
      broken = err;
      log.warn({ err }, 'an idle database connection broke');
    },
  });
  const { rows } = await db.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  await until(async () => broken);
  expect(Object.keys(broken!)).toContain('client');
  expect(Object.keys(lastLine().err as object).sort()).toEqual(
    ['code', 'message', 'routine', 'severity', 'stack', 'type'].sort(),
  );
  expect(lines.at(-1)!.length).toBeLessThan(3_000);
  await admin.end();
  await db.close();
});

test('a row that PostgreSQL refuses is not repeated in the log', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query('create temp table people (email text unique)');
  const insert = () => client.query("insert into people values ('ada@example.org')");
  await insert();
  const err: unknown = await insert().catch((error: unknown) => error);
  log.error({ err }, 'refused');
  await client.end();
  expect(err).toMatchObject({ detail: 'Key (email)=(ada@example.org) already exists.' });
  expect(lastLine().err).toMatchObject({
    type: 'DatabaseError',
    code: '23505',
    constraint: 'people_email_key',
    table: 'people',
  });
  expect(lines.at(-1)).not.toContain('ada@example.org');
});

test.each(['err', 'reason', 'why'])(
  'values attached to an error under "%s" are left out, its causes and known facts are logged',
  (name) => {
    const body = "a caller's own words";
    const socket = { remoteAddress: '10.0.0.1', password: 'hidden' };
    const inner = Object.assign(new TypeError('other side closed'), { code: 'UND_ERR_SOCKET', socket });
    const error = new NetworkError({
      code: 'network_unavailable',
      outcome: 'unknown',
      message: 'No answer.',
      networkCode: '502',
      cause: inner,
    });
    log.warn({ [name]: Object.assign(error, { body }) }, 'failed');
    expect(lastLine()[name]).toEqual({
      type: 'NetworkError',
      message: 'network_unavailable: No answer.',
      code: 'network_unavailable',
      outcome: 'unknown',
      networkCode: '502',
      stack: expect.any(String),
      cause: { type: 'TypeError', message: 'other side closed', code: 'UND_ERR_SOCKET', stack: expect.any(String) },
    });
    expect(lines.at(-1)).not.toMatch(/hidden|10\.0\.0\.1|own words/);
  },
);

test('a reason in words stays as it is, and a circular cause ends', () => {
  log.info({ reason: 'refresh_rejected' }, 'account lost its credential');
  expect(lastLine().reason).toBe('refresh_rejected');
  const error = new Error('round');
  error.cause = error;
  log.info({ err: new AggregateError([error], 'all of them') }, 'failed');
  expect(lastLine().err).toMatchObject({
    type: 'AggregateError',
    errors: [{ message: 'round', cause: { message: 'round' } }],
  });
});
