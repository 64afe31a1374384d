import type { DatabasePool } from '../../../src/db/database.ts';
import { until } from '../../until.ts';

/**
 * Settings of a server whose pages may have six statements of one caller in the database at once.
 */
export const SIX_AT_ONCE = { DATABASE_POOL: '19', DATABASE_POOL_PAGES: '13' };

/**
 * Begins requests whose inserts into a table wait until all of them wait in the database: none has
 * read what another wrote. Returns their answers.
 */
export async function atOnce<T>(db: DatabasePool, table: string, begin: () => readonly Promise<T>[]): Promise<T[]> {
  const begun = await db.transaction(async (tx) => {
    await tx.query({ text: `lock table ${table} in share mode` });
    const answers = begin();
    await until(async () => {
      const { rows } = await db.query<{ waiting: number }>({
        text: `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      });
      return rows[0]!.waiting === answers.length ? true : null;
    });
    return { answers };
  });
  return Promise.all(begun.answers);
}
