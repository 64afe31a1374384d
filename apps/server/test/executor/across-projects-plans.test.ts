import { expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { ids } from '../../src/ids.ts';
import { settlePublished } from '../../src/posts/settled-targets.table.ts';
import { intend } from '../../src/posts/write-intents.table.ts';
import { settle, useEvents } from '../events/use-events.ts';

const events = useEvents();

/** How many rows PostgreSQL believes each table has: the statistics say so, the rows need not exist. */
const ROWS = 10_000_000;
const TABLES = ['targets', 'accounts', 'write_intents', 'reservations', 'quota_periods'];

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
};

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How a statement reads tables on the connections that publish. */
async function reads(statement: (db: Database) => Promise<unknown>): Promise<readonly string[]> {
  const nodes: Node[] = [];
  const explaining: Database = {
    query: ({ text, values = [] }) =>
      events.db.transaction(async (tx) => {
        // As the connections that publish are set.
        await tx.query({ text: 'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off' });
        await tx.query({ text: `prepare explained as ${text}` });
        const explained = await tx.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>({
          text: `explain (format json) execute explained(${values.map(() => 'null').join(', ')})`,
        });
        await tx.query({ text: 'deallocate explained' });
        nodes.push(...nodesOf(explained.rows[0]!['QUERY PLAN'][0].Plan));
        return tx.query({ text: 'select where false' });
      }),
  };
  await statement(explaining).catch(() => undefined);
  return nodes
    .filter((node) => /^Seq Scan$|Index/.test(node['Node Type']))
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']} ${node['Index Cond'] ?? ''}`);
}

const target = { projectId: ids.uuid(), targetId: ids.uuid(), token: 1 };
const intents = (db: Database) =>
  intend(db, [{ ...target, id: ids.uuid(), accountId: ids.uuid(), kind: 'publish', ordinal: 0, handle: null }], 60);
const settles = (db: Database) =>
  settlePublished(db, [{ ...target, intentId: ids.uuid(), eventId: ids.uuid(), platformPostId: '1', url: null }]);

/** By its primary key; of a project's counters, one for each month, all may be read. */
const BY_KEY = /^(?:Bitmap )?Index Scan (?:\w+_pkey \(.* AND |quota_periods_pkey \(project_id = )/;

/** Both statements read each row by its key. */
const expectReadsByKey = async () => {
  for (const statement of [intents, settles]) {
    const all = await reads(statement);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((read) => !BY_KEY.test(read))).toEqual([]);
  }
};

/** More rows of a project, of which PostgreSQL knows nothing yet: nobody has analyzed the tables. */
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
