import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { requireSessions } from '../../src/db/require-sessions.ts';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import { startServerProcess } from '../composition/server-process.ts';
import { startTestServer } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { runFanfare } from '../operator/cli/run-fanfare.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { personOf } from '../use-server.ts';
import { PGBOUNCER, type PgBouncer, startPgBouncer } from './pgbouncer.ts';

const REFUSAL =
  'DATABASE_URL leads to a pooler that gives the connection to another client after each transaction (PgBouncer: pool_mode = transaction or statement). Set pool_mode = session for this database, or set DATABASE_URL to the address of PostgreSQL itself.\n';

let database: TestDatabase;
let pooler: PgBouncer | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await pooler?.stop();
  pooler = null;
});
afterAll(() => database.drop());

const through = async (settings: Record<string, string>, url = database.url): Promise<string> => {
  pooler = await startPgBouncer(url, settings);
  return pooler.url;
};
const settings = (url: string) => ({ DATABASE_URL: url, ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}` });

describe.skipIf(PGBOUNCER === null)('behind a real PgBouncer (Debian: pgbouncer)', () => {
  test('in session mode, with its defaults, everything works: schema, job queue, immediate and scheduled publishing', async () => {
    const url = await through({ pool_mode: 'session' });
    expect(await migrate(url)).toEqual([]);
    const server = await startTestServer({
      database: async () => ({ url, drop: async () => undefined }),
      options: { startJobs: (deps) => startJobs({ ...deps, times: { startAfterMs: 0 } }) },
    });
    try {
      const ana = await personOf(server, 'x');
      expect((await ana.publish({ content: 'Now' })).body.post.status).toBe('published');
      const { post } = (await ana.publish({ content: 'In a moment', publishAt: inMs(1_500) })).body;
      expect((await ana.project.settled(post.id)).status).toBe('published');
      // Session settings survive the pooler.
      const { rows } = await server.db.query({
        text: "select current_setting('statement_timeout') as statement, current_setting('jit') as jit, current_setting('timezone') as zone",
      });
      expect(rows).toEqual([{ statement: '15s', jit: 'off', zone: 'UTC' }]);
      expect(server.log()).not.toContain('"level":50');
    } finally {
      await server.stop();
    }
  });

  test('in session mode with a single connection the wait is not mistaken for another mode', async () => {
    const url = await through({ pool_mode: 'session', default_pool_size: '1' });
    // The second connection waits for as long as the first one lasts, which is any time.
    await expect(requireSessions(url, 100)).resolves.toBeUndefined();
  });

  test.each(['transaction', 'statement'])(
    'in %s mode a server and "fanfare migrate" are refused with one sentence',
    async (mode) => {
      const url = await through({ pool_mode: mode });
      const { code, stdout, stderr } = await startServerProcess(settings(url)).ended;
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: REFUSAL });
      expect(await runFanfare(['migrate'], { DATABASE_URL: url })).toEqual({
        code: 1,
        stdout: '',
        stderr: `fanfare: ${REFUSAL}`,
      });
      expect(await locksBehind(url)).toBe(0);
    },
  );

  test.each<Record<string, string>>([
    { server_round_robin: '1', min_pool_size: '5' },
    { default_pool_size: '1' },
    { ignore_startup_parameters: 'options' },
  ])('in transaction mode with %o the schema is refused as well', async (more) => {
    const url = await through({ pool_mode: 'transaction', ...more });
    await expect(migrate(url)).rejects.toThrow(REFUSAL.trim());
    expect(await locksBehind(url)).toBe(0);
  });

  /** Counts locks of ours that remain in the sessions of others. */
  async function locksBehind(url: string): Promise<number> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ locks: number }>(
      "select count(*)::int as locks from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    );
    await client.end();
    return rows[0]!.locks;
  }

  test('transaction mode is detected while others use the pool', async () => {
    const url = await through({ pool_mode: 'transaction', default_pool_size: '8' });
    const others = Array.from({ length: 6 }, () => new pg.Client({ connectionString: url }));
    let isOver = false;
    const busy = others.map(async (client) => {
      await client.connect();
      while (!isOver) await client.query('select pg_sleep(random() * 0.002)');
      await client.end();
    });
    for (let n = 0; n < 20; n++) await expect(migrate(url)).rejects.toThrow(REFUSAL.trim());
    isOver = true;
    await Promise.all(busy);
  });
});
