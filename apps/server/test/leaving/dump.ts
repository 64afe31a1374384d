import type { DatabasePool } from '../../src/db/database.ts';
import { fromPublicId } from '../../src/process/ids.ts';
import { until } from '../until.ts';

/**
 * The last use of keys is noted in batches beside the requests, so two dumps would differ in it.
 */
const WITHOUT_USE = `jsonb_populate_record(t, '{"last_used_at": null}')`;

/** Every row of every table as text, as in a dump of the database. */
export async function dumpOf(db: DatabasePool): Promise<string[]> {
  const tables = await db.query<{ name: string }>({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
           where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  });
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const row = name === 'public.api_keys' ? WITHOUT_USE : 't';
    const found = await db.query<{ row: string }>({ text: `select ${row}::text as row from ${name} t order by 1` });
    rows.push(...found.rows.map(({ row }) => `${name} ${row}`));
  }
  return rows;
}

/** The dump without the request log, which is written in batches beside the requests. */
export const withoutRequestLog = (dump: readonly string[]): string[] =>
  dump.filter((row) => !row.startsWith('public.request_log '));

/**
 * The rows that contain one of the texts, in any encoding: as it is, or as the bytes of a bytea.
 */
export function rowsWith(dump: readonly string[], texts: readonly string[]): string[] {
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]).map((text) => text.toLowerCase());
  return dump.filter((row) => wanted.some((text) => row.toLowerCase().includes(text)));
}

/** The id as it appears in rows. */
export function uuidOf(id: string): string {
  const [prefix = ''] = id.split('_');
  const uuid = fromPublicId(prefix as 'acc', id);
  if (!uuid) throw new Error(`${id} is no id`);
  return uuid;
}

/** Waits until every removal is done. */
export async function removalsDone(db: DatabasePool): Promise<void> {
  await until(async () => {
    const { rowCount } = await db.query({ text: 'select 1 from removal_requests where completed_at is null' });
    return rowCount === 0 ? true : null;
  });
}
