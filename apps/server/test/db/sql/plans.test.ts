import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { inPartition } from '../../../src/db/partitioned-tables.ts';
import { findWaiting } from '../../../src/events/event-positions.table.ts';
import { claimDue } from '../../../src/publishing/due-targets.table.ts';
import { explainNodes, nodesOf, type PlanNode } from '../../explain-reads.ts';
import { partitionDatabase } from '../../migrate-for-tests.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { everyStatement } from './every-statement.ts';
import { GROW_WITH_POSTS } from './growing-tables.ts';

type Shape = {
  readonly name: string;
  /**
   * Rows that PostgreSQL believes the tables have: the statistics say so, the rows need not exist.
   */
  readonly rows: number;
  readonly projects: number;
  readonly partitions: number | null;
};

const SHAPES: readonly Shape[] = [
  { name: 'ten million posts', rows: 10_000_000, projects: 100, partitions: null },
  { name: 'a hundred million posts in partitions', rows: 100_000_000, projects: 1_000, partitions: 8 },
];
const OTHER_ROWS = 100_000;
const PRESENT = 2_000;
/**
 * The networks with open targets; what is due of each, counted; the runs that ended; turns of
 * projects; the rest.
 */
const READS_OF_A_CLAIM = [
  ...['targets_free', 'targets_held'],
  ...['targets_held', 'targets_free'],
  'targets_held',
  ...['targets_free_in_turn', 'targets_free_in_turn', 'targets_free_in_turn'],
  'targets_free',
];
/**
 * Highest cost by PostgreSQL's planner, in pages read in order. A statement that finds what it
 * needs by keys costs 10 to 700, a scan of ten million rows 150,000 and more.
 */
const MOST = 5_000;

/** Statements that cost more, and why they may. None of them is part of a request of the API. */
const MAY_COST_MORE: Readonly<Record<string, readonly string[]>> = {
  'its cost depends on how much is due, which claim-due-plan.test.ts holds': [
    'publishing/due-targets.table.ts claimDue',
  ],
  'reads everything that is open: each minute for /metrics, each few seconds for runs that ended': [
    'observe/metrics/backlog.table.ts readBacklog',
    'publishing/stuck-targets.table.ts markDueUnknown',
    'publishing/stuck-targets.table.ts sweepTargets',
  ],
  'reads everything once, after a restore or a promotion, or for the operator': [
    'accounts/credentials/wrapped-keys.table.ts countByKey',
    'publishing/restore-guard.table.ts readGuard',
    'events/audit-events.table.ts findEventDifferences',
    'media/audit-media.table.ts listReadyMedia',
    'people/mail/wrapped-mails.table.ts countMailsByKey',
    'publishing/histories.table.ts readUnchecked',
    'publishing/reconcile-journal.table.ts reconcileJournal',
    'publishing/unknown-intents.table.ts recordUnknownIntents',
    'usage/audit.table.ts findDifferences',
    'usage/reconcile.table.ts reconcileUsage',
  ],
  'the page of usage adds up the month of a project': ['dashboard/api/usage-days.table.ts findAccountUse'],
};

let database: TestDatabase;
let db: DatabasePool;

const select = async <Row extends Record<string, unknown>>(text: string): Promise<Row[]> =>
  (await db.query<Row>({ text })).rows;

/** Name of the table of a partition. */
const WITHOUT_PARTITION = (name: string): string => `regexp_replace(${name}, '_p\\d\\d$', '')`;

type Column = { readonly table: string; readonly name: string; readonly type: string };

/**
 * Fills every table with some rows of any kind, and makes PostgreSQL believe that they are many.
 */
async function fillTables({ rows: rowsOfLarge, projects }: Shape): Promise<void> {
  const constraints = await select<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
     from pg_constraint where contype in ('c', 'f') and connamespace = current_schema::regnamespace and conparentid = 0 and coninhcount = 0`,
  );
  for (const { drop } of constraints) await db.query({ text: drop });
  const columns = await select<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  );
  for (const table of new Set(columns.map((column) => column.table))) {
    const of = columns.filter((column) => column.table === table);
    await db.query({
      text: `insert into ${table} (${of.map(({ name }) => `"${name}"`).join(', ')})
             select ${of.map((column) => anyValue(column, projects)).join(', ')} from generate_series(1, ${PRESENT}) g on conflict do nothing`,
    });
  }
  // As autovacuum does: what is partitioned has no statistics as a whole.
  const stored = await select<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema::regnamespace and relkind = 'r'`,
  );
  await db.query({ text: `analyze ${stored.map(({ name }) => name).join(', ')}` });
  // PostgreSQL multiplies the density of pg_class with the size of the file: a denser table has
  // more rows for the planner.
  for (const [rows, is] of [
    [rowsOfLarge, 'any'],
    [OTHER_ROWS, '<> all'],
  ] as const)
    await db.query({
      text: `update pg_class set reltuples = greatest(reltuples, 1) * ${rows / PRESENT}
             where oid in (select oid from pg_class where relnamespace = current_schema::regnamespace and relkind = 'r'
                             and ${WITHOUT_PARTITION('relname')} ${is === 'any' ? '= any' : is} ($1)
                           union select x.indexrelid from pg_index x join pg_class t on t.oid = x.indrelid
                           where t.relnamespace = current_schema::regnamespace and t.relkind = 'r' and ${WITHOUT_PARTITION('t.relname')} ${is === 'any' ? '= any' : is} ($1))`,
      values: [GROW_WITH_POSTS],
    });
}

/** A value of the row with the number `g`. */
function anyValue({ name, type }: Column, projects: number): string {
  if (name === 'project_id') return `('01900000-0000-7000-8000-' || lpad((g % ${projects})::text, 12, '0'))::uuid`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'boolean') return 'g % 10 > 0';
  if (type === 'bytea') return 'int4send(g)';
  if (type === 'jsonb') return "'{}'";
  if (type === 'xid8') return 'pg_current_xact_id()';
  if (type === 'xid') return 'pg_current_xact_id()::xid';
  if (type === 'date') return "date '2026-01-01' + g % 12 * 30";
  if (type.startsWith('timestamp')) return "now() - g * interval '1 minute'";
  if (type.endsWith('[]')) return `array['value']::${type}`;
  if (/int/.test(type)) return 'g % 1000';
  return "'value ' || g";
}

/**
 * A number of rows that only the call knows counts as a tenth of the table for PostgreSQL. Here it
 * is the hundred that a call asks for.
 */
const withKnownLimit = (text: string): string => {
  const parameters = [...new Set([...text.matchAll(/limit (\$\d+)/g)].map(([, parameter]) => `${parameter}::bigint`))];
  if (parameters.length === 0) return text;
  const typed = `limits_of_call as (select ${parameters.join()})`;
  const known = text.replaceAll(/limit \$\d+/g, 'limit 100');
  return /^\s*with\s/.test(known)
    ? known.replace(/with (recursive )?/, (start) => `${start}${typed}, `)
    : `with ${typed} ${known}`;
};

/**
 * Returns what the planner expects the statement to cost as a prepared statement that has run
 * often.
 */
async function costOf(text: string): Promise<{ readonly cost: number; readonly readsPartitions: boolean }> {
  const [row] = await select<{ 'QUERY PLAN': readonly [{ Plan: PlanNode & { 'Total Cost': number } }] }>(
    `explain (generic_plan, format json) ${withKnownLimit(text)}`,
  );
  const plan = row!['QUERY PLAN'][0].Plan;
  const readsPartitions = nodesOf(plan).some((node) => /_p\d\d$/.test(node['Relation Name'] ?? ''));
  return { cost: plan['Total Cost'], readsPartitions };
}

describe.each(SHAPES)('at $name', (shape) => {
  /** A plan names all partitions, of which a run for one project reads one. */
  const mostOf = (readsPartitions: boolean): number => (readsPartitions ? MOST * shape.partitions! : MOST);

  beforeAll(async () => {
    database = await createTestDatabase();
    if (shape.partitions !== null) await partitionDatabase(database.url, shape.partitions);
    db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
    await fillTables(shape);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  test('no statement of a request scans a table', async () => {
    const captured = await everyStatement();
    const costs: { readonly froms: readonly string[]; readonly cost: number; readonly most: number }[] = [];
    for (const text of new Set(captured.map((each) => each.text))) {
      const froms = captured.filter((each) => each.text === text).map(({ from }) => from);
      const { cost, readsPartitions } = await costOf(text);
      costs.push({ froms, cost, most: mostOf(readsPartitions) });
    }
    const expensive = costs.filter(({ cost, most }) => cost > most);
    const listed = Object.values(MAY_COST_MORE).flat();
    expect(expensive.filter(({ froms }) => !froms.some((from) => listed.includes(from)))).toEqual([]);
    if (shape.partitions === null)
      expect(listed.filter((from) => !expensive.some(({ froms }) => froms.includes(from)))).toEqual([]);
  });

  test('the relay finds waiting events with one read of an index, however many partitions there are', async () => {
    const reads = (await explainNodes(db, findWaiting)).filter(
      (node) => node['Node Type'].includes('Scan') && 'Relation Name' in node,
    );
    expect(reads.map((node) => [node['Index Name'], node['Index Cond']])).toEqual([
      ['events_to_relay', '(show_at <= now())'],
      ['event_positions_pkey', '(project_id = w.project_id)'],
    ]);
  });

  const { partitions } = shape;
  if (partitions === null) return;

  test('a claim reads each of its indexes in order, from its head in every partition', async () => {
    const claim = { owner: 'me', leaseSeconds: 60, limit: 100, lateLimitSeconds: 3_600, of: 'others' } as const;
    const nodes = await explainNodes(db, (tx) => claimDue(tx, claim));
    const indexesOf = (of: readonly PlanNode[]): string[] =>
      of.flatMap((node) => node['Index Name'] ?? []).filter((name) => name.startsWith('targets_'));
    const inEach = (index: string) => Array.from({ length: partitions }, (_, n) => inPartition(index, n));
    const merged = nodes.filter((node) => node['Node Type'] === 'Merge Append').map((node) => indexesOf(nodesOf(node)));
    expect(merged).toEqual(READS_OF_A_CLAIM.map(inEach));
    // Besides these only what it claims is read, by key.
    expect(indexesOf(nodes).toSorted()).toEqual([...merged.flat(), ...inEach('targets_pkey')].toSorted());
  });
});
