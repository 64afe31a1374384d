import path from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { TestServer } from '../../harness.ts';
import { outliveRestore, useStart } from './outlive-restore.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from './system-postgres.ts';

const WORDS = {
  'pg_restore --clean': ['--clean', '--if-exists'],
  'pg_restore --clean --single-transaction': ['--clean', '--if-exists', '--single-transaction'],
  'pg_restore --data-only': ['--data-only', '--disable-triggers'],
} as const;

/** `--clean` drops the constraints of each partition, which PostgreSQL refuses. */
const isRefused = (command: string): boolean =>
  'TEST_PARTITIONS' in process.env && command.startsWith('pg_restore --clean');

/**
 * Declares a test for each: after this restore into the same database no server starts before it is
 * recovered.
 */
export function restoreByTools(...commands: readonly (keyof typeof WORDS)[]): void {
  const start = useStart();
  describe.skipIf(findSystemPostgres() === null)('with the tools of PostgreSQL (Debian: postgresql)', () => {
    let postgres: SystemPostgres;
    beforeAll(async () => {
      postgres = await startSystemPostgres();
    });
    afterAll(() => postgres.stop());

    test.for(commands)('%s', async (command, context) => {
      context.skip(isRefused(command), 'PostgreSQL refuses to drop constraints of single partitions.');
      const [server, ana] = await start(600_000, postgres.createDatabase);
      const file = path.join('/tmp', `${new URL(server.databaseUrl).pathname.slice(1)}-${process.pid}.dump`);
      await outliveRestore([server, ana], async () => {
        // The tables of pg-boss are partitions, whose constraints `--clean` cannot drop; the guard
        // does not need them.
        const dump = ['--format=custom', '--exclude-schema=pgboss*', '--file', file, '--dbname', server.databaseUrl];
        await postgres.run('pg_dump', dump);
        return {
          async restore() {
            if (command === 'pg_restore --data-only') await emptyAll(server);
            await postgres.run('pg_restore', [...WORDS[command], '--dbname', server.databaseUrl, file]);
          },
        };
      });
    });
  });
}

async function emptyAll({ db }: TestServer): Promise<void> {
  const { rows } = await db.query<{ tables: string }>({
    text: "select string_agg(quote_ident(relname), ', ') as tables from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  });
  await db.query({ text: `truncate ${rows[0]!.tables}` });
}
