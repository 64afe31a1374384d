import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { PARTITIONED } from '../../db/partitioned-tables.ts';
import { underShortLock } from '../../db/without-stopping.ts';
import { isErrorCode } from '../../process/is-error-code.ts';
import { readColumns, readKey, type Schemas } from './read-tables.ts';

/** Rows of a transaction: a change of one of them by a server waits for its end. */
const BATCH = 5_000;
/** Well below `deadlock_timeout`, so that the copy gives way and no server does. */
const LONGEST_WAIT = '100ms';
const PAUSE_MS = 50;
// https://www.postgresql.org/docs/18/errcodes-appendix.html: lock_not_available, deadlock_detected
const TRY_AGAIN = ['55P03', '40P01'];

type Progress = { readonly copied_to: string[] | null; readonly rows: number; readonly is_copied: boolean };
type Show = (table: string, rows: number) => void;

/** Copies all rows, in the order of the primary key. Continues after a killed process. */
export async function copyRows(knex: Knex, schemas: Schemas, show: Show): Promise<void> {
  for (const table of PARTITIONED) {
    const copy = await prepareCopy(knex, schemas, table);
    const progress = await readProgress(knex, copy);
    if (progress.is_copied) continue;
    while (!(await copyBatch(knex, copy, show)));
    await endCopy(knex, copy);
  }
}

async function readProgress(knex: Knex, { copies, table }: Copy): Promise<Progress> {
  const { rows } = await knex.raw<{ rows: Progress[] }>(
    `select copied_to, rows::float8 as rows, is_copied from ${copies}.progress where name = ?`,
    [table],
  );
  return rows[0]!;
}

type Copy = Schemas & {
  readonly table: string;
  readonly columns: string;
  readonly key: string;
  readonly types: readonly string[];
};

async function prepareCopy(knex: Knex, schemas: Schemas, table: string): Promise<Copy> {
  const [columns, key] = await Promise.all([readColumns(knex, table), readKey(knex, table)]);
  return {
    ...{ ...schemas, table, columns: columns.join(', ') },
    key: key.map(({ name }) => name).join(', '),
    types: key.map(({ type }) => type),
  };
}

/** Copies the next rows; true after the last ones. */
async function copyBatch(knex: Knex, copy: Copy, show: Show): Promise<boolean> {
  const { own, copies, table, columns, key } = copy;
  for (;;) {
    try {
      return await knex.transaction(async (tx) => {
        const { copied_to: from, rows: before } = await readProgress(tx, copy);
        await tx.raw(`set local lock_timeout = '${LONGEST_WAIT}'`);
        const to = await findEnd(tx, copy, from);
        const bounds = [...(from === null ? [] : [after(copy, from)]), ...(to === null ? [] : [upTo(copy, to)])];
        // A row that a trigger has repeated in the meantime is newer than what this statement
        // reads.
        const { rowCount } = await tx.raw<{ rowCount: number }>(
          `insert into ${copies}.${table} (${columns}) select ${columns} from ${own}.${table}
           ${bounds.length === 0 ? '' : `where ${bounds.map(({ sql }) => sql).join(' and ')}`} order by ${key} on conflict do nothing`,
          bounds.flatMap(({ values }) => values),
        );
        const copied = before + rowCount;
        await tx.raw(`update ${copies}.progress set copied_to = ?::text[], rows = ? where name = ?`, [
          to ?? from,
          copied,
          table,
        ]);
        show(table, copied);
        return to === null;
      });
    } catch (error) {
      if (!TRY_AGAIN.some((code) => isErrorCode(error, code))) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Key of the last row of the next batch; null where less than a batch is left. */
async function findEnd(tx: Knex, copy: Copy, from: readonly string[] | null): Promise<string[] | null> {
  const bound = from === null ? null : after(copy, from);
  const { rows } = await tx.raw<{ rows: { key: string[] }[] }>(
    `select array[${copy.key.split(', ').map((name) => `${name}::text`)}] as key from ${copy.own}.${copy.table}
     ${bound === null ? '' : `where ${bound.sql}`} order by ${copy.key} offset ${BATCH - 1} limit 1`,
    bound === null ? [] : bound.values,
  );
  return rows[0]?.key ?? null;
}

type Bound = { readonly sql: string; readonly values: readonly string[] };

const after = (copy: Copy, key: readonly string[]): Bound => bound(copy, '>', key);
const upTo = (copy: Copy, key: readonly string[]): Bound => bound(copy, '<=', key);
const bound = ({ key, types }: Copy, is: string, values: readonly string[]): Bound => ({
  sql: `(${key}) ${is} (${types.map((type) => `?::${type}`).join(', ')})`,
  values,
});

/**
 * Deletes again what was deleted while a batch that had read it was copied. It waits for those who
 * write at the moment: from then on they see the whole copy.
 */
const endCopy = (knex: Knex, { own, copies, table, key }: Copy): Promise<void> =>
  underShortLock(
    knex,
    `lock table ${own}.${table} in share row exclusive mode;
     delete from ${copies}.${table} t using ${copies}.deleted_${table} d where ${key
       .split(', ')
       .map((name) => `t.${name} = d.${name}`)
       .join(' and ')};
     update ${copies}.progress set is_copied = true where name = '${table}'`,
  );
