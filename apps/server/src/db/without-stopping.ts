import type { Knex } from 'knex';
import { isErrorCode } from '../process/is-error-code.ts';

/** Everybody who wants a table waits behind a change that waits for it. */
const LONGEST_WAIT = '500ms';
/** How long others go first. */
const PAUSE_SECONDS = 0.5;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html: lock_not_available, deadlock_detected */
const TRY_AGAIN = ['55P03', '40P01'];

/** Runs statements in a transaction of their own, again and again until they get their locks at once: readers and writers never queue behind them for long. */
export async function underShortLock(knex: Knex, sql: string): Promise<void> {
  await tryUntilFree(knex, () =>
    knex.transaction(async (tx) => {
      await tx.raw(`set local lock_timeout = '${LONGEST_WAIT}'`);
      await tx.raw(sql);
    }),
  );
}

/** Builds an index while the table is read and written. One that a killed process left unfinished is dropped first. */
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
