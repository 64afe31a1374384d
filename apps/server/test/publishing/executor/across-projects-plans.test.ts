import { expect, test } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { ids } from '../../../src/process/ids.ts';
import { settlePublished } from '../../../src/publishing/settled-targets.table.ts';
import { intend } from '../../../src/publishing/write-intents.table.ts';
import { settle, useEvents } from '../../events/use-events.ts';
import { explainReads } from '../../explain-reads.ts';

const events = useEvents();

/** Rows that PostgreSQL believes each table has: the statistics say so, the rows need not exist. */
const ROWS = 10_000_000;
const TABLES = ['targets', 'accounts', 'write_intents', 'reservations', 'quota_periods'];

const target = { projectId: ids.uuid(), targetId: ids.uuid(), token: 1 };
const intents = (db: Database) =>
  intend(db, [{ ...target, id: ids.uuid(), accountId: ids.uuid(), kind: 'publish', ordinal: 0, handle: null }], 60);
const settles = (db: Database) =>
  settlePublished(db, [{ ...target, intentId: ids.uuid(), eventId: ids.uuid(), platformPostId: '1', url: null }]);

/**
 * By its primary key; what follows a post, by its post. Of a project's counters, one for each
 * month, all may be read. The guard has one row.
 */
const BY_KEY =
  /^(?:Bitmap )?Index Scan (?:\w+_pkey \(.* AND |targets_of_post \(.* AND |quota_periods_pkey \(project_id = |restore_guard_pkey \(id = 1\)$)/;

/** Both statements read each row by its key. */
const expectReadsByKey = async () => {
  for (const statement of [intents, settles]) {
    const all = await explainReads(events.db, statement);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((read) => !BY_KEY.test(read))).toEqual([]);
  }
};

/**
 * More rows of a project, of which PostgreSQL knows nothing yet: nobody has analyzed the tables.
 */
const addRowsWithoutStatistics = async () => {
  const copy = (table: string, changed: string) =>
    `insert into ${table} select r.* from (select * from ${table} limit 1) t, generate_series(1, 400) n,
       jsonb_populate_record(t::${table}, jsonb_build_object('id', md5(n::text)::uuid, ${changed})) r`;
  await events.db.query({ text: copy('targets', "'position', 1") });
  await events.db.query({ text: copy('write_intents', "'kind', 'media'") });
};

test('a plan that is made while tables are empty, small, not analyzed or large reads rows by their keys', async () => {
  await expectReadsByKey();
  const of = await events.project();
  for (const target of await events.post(of, 20)) await settle(events, target);
  await addRowsWithoutStatistics();
  await expectReadsByKey();
  await events.db.query({ text: `vacuum analyze ${TABLES.join(', ')}` });
  await expectReadsByKey();
  for (const table of TABLES)
    await events.db.query({
      text: `update pg_class set reltuples = greatest(reltuples, 1) * ${ROWS} / 20
             where oid = '${table}'::regclass or oid in (select indexrelid from pg_index where indrelid = '${table}'::regclass)`,
    });
  await expectReadsByKey();
});
