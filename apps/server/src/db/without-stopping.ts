import type { Knex } from 'knex';
import { isErrorCode } from '../process/is-error-code.ts';

/** Limit of a change's wait for a table, as everybody else waits behind it. */
const LONGEST_WAIT = '500ms';
/** Time in which others go first. */
const PAUSE_SECONDS = 0.5;
// lock_not_available, deadlock_detected
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const TRY_AGAIN = ['55P03', '40P01'];

/** Runs statements in a transaction, repeated until it gets its locks at once. */
export async function underShortLock(knex: Knex, sql: string): Promise<void> {
  await tryUntilFree(knex, () =>
    knex.transaction(async (tx) => {
      await tx.raw(`set local lock_timeout = '${LONGEST_WAIT}'`);
      await tx.raw(sql);
    }),
  );
}

/** Builds an index while the table is in use. Drops an unfinished one of a killed process first. */
export const buildIndex = (knex: Knex, name: string, definition: string): Promise<void> =>
  tryUntilFree(knex, () => tryToBuildIndex(knex, name, definition));

async function tryToBuildIndex(knex: Knex, name: string, definition: string): Promise<void> {
  const { rows } = await knex.raw('select indisvalid from pg_index where indexrelid = to_regclass(?)', [name]);
  if (rows[0]?.indisvalid) return;
  if (rows[0]) await knex.raw(`drop index concurrently ${name}`);
  await knex.raw(`create index concurrently ${name} on ${definition}`);
}

async function tryUntilFree(knex: Knex, change: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await change();
    } catch (error) {
      if (!TRY_AGAIN.some((code) => isErrorCode(error, code))) throw error;
      await knex.raw('select pg_sleep(?)', [PAUSE_SECONDS]);
    }
  }
}
