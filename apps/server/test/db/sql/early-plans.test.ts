import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { withoutPartition } from '../../../src/db/partitioned-tables.ts';
import { nodesOf, type PlanNode } from '../../explain-reads.ts';
import { partitionDatabase } from '../../migrate-for-tests.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { everyStatement } from './every-statement.ts';
import { GROW_WITH_POSTS } from './growing-tables.ts';

/**
 * Statements that read a table in any case, and why they may. None of them is part of a request of
 * the API, or of a run of a target.
 */
const READ_ALL: Readonly<Record<string, readonly string[]>> = {
  'takes the first row of an index': ['events/webhooks/due-deliveries.table.ts findDueEndpoints'],
  'reads everything once, after a restore or for the operator': [
    'events/audit-events.table.ts findEventDifferences',
    'publishing/reconcile-journal.table.ts reconcileJournal',
    'usage/audit.table.ts findDifferences',
    'usage/reconcile.table.ts reconcileUsage',
  ],
};

/** The same, in partitions only. */
const READ_ALL_PARTITIONS: Readonly<Record<string, readonly string[]>> = {
  'reads everything once, after a restore or a promotion': ['publishing/stuck-targets.table.ts markDueUnknown'],
};

let database: TestDatabase;
let db: DatabasePool;

const readsAll = (node: PlanNode): boolean =>
  GROW_WITH_POSTS.includes(withoutPartition(node['Relation Name'] ?? '')) &&
  /^(Seq|Index|Index Only) Scan$/.test(node['Node Type']) &&
  node['Index Cond'] === undefined;

/** Returns what a kept plan reads without a condition, if it is made while tables are empty. */
async function wholeReadsOf(text: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>({
    text: `explain (generic_plan, format json) ${text}`,
  });
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
    .filter(readsAll)
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
}

describe.each([
  { shape: 'tables without partitions', partitions: null },
  { shape: 'partitions', partitions: 4 },
])('with $shape', ({ partitions }) => {
  beforeAll(async () => {
    database = await createTestDatabase();
    if (partitions !== null) await partitionDatabase(database.url, partitions);
    db = openDatabase({ url: database.url, maxConnections: 1, onError: () => undefined });
    // As the connections that publish are set.
    await db.query({ text: 'set enable_seqscan = off' });
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  /**
   * A session keeps its plans until PostgreSQL analyzes the table: a new installation may work with
   * them for minutes.
   */
  test('a plan that was made before the first row reads rows by conditions of an index, not all that a table has had since', async () => {
    const captured = await everyStatement();
    const found: { readonly froms: readonly string[]; readonly reads: readonly string[] }[] = [];
    for (const text of new Set(captured.map((each) => each.text))) {
      const reads = await wholeReadsOf(text);
      const froms = captured.filter((each) => each.text === text).map(({ from }) => from);
      if (reads.length > 0) found.push({ froms, reads });
    }
    const listed = Object.values(partitions === null ? READ_ALL : { ...READ_ALL, ...READ_ALL_PARTITIONS }).flat();
    expect(found.filter(({ froms }) => !froms.some((from) => listed.includes(from)))).toEqual([]);
    expect(listed.filter((from) => !found.some(({ froms }) => froms.includes(from)))).toEqual([]);
  });
});
