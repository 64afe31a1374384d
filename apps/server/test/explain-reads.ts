import type { Database, DatabasePool } from '../src/db/database.ts';
import { withoutPartition } from '../src/db/partitioned-tables.ts';

/** One node of a plan (EXPLAIN, format json). */
export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
};

export const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

type Statement = (db: Database) => Promise<unknown>;

/**
 * Explains how a statement reads tables where its plan is kept, as on the connections that publish.
 * Each read as `Index Scan targets_pkey (conditions)`; of a table with partitions, which are all
 * read alike, the first one without its number.
 */
export const explainReads = async (db: DatabasePool, statement: Statement): Promise<readonly string[]> =>
  (await explainNodes(db, statement))
    .filter((node) => /^Seq Scan$|Index/.test(node['Node Type']))
    .map((node) => ({ ...node, of: node['Index Name'] ?? node['Relation Name']! }))
    .filter(({ of }) => !/_p(?!00)\d\d$/.test(of))
    .map(({ of, ...node }) => `${node['Node Type']} ${withoutPartition(of)} ${node['Index Cond'] ?? ''}`);

/** Explains how it joins what it reads, such as `Hash Join` or `Nested Loop`. */
export const explainJoins = async (db: DatabasePool, statement: Statement): Promise<readonly string[]> =>
  (await explainNodes(db, statement))
    .map((node) => node['Node Type'])
    .filter((type) => /Nested Loop|Hash Join|Merge Join/.test(type));

/** Every node of its plan. */
export async function explainNodes(db: DatabasePool, statement: Statement): Promise<readonly PlanNode[]> {
  const nodes: PlanNode[] = [];
  const explaining: Database = {
    query: ({ text, values = [] }) =>
      db.transaction(async (tx) => {
        // As the connections that publish are set.
        await tx.query({ text: 'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off' });
        await tx.query({ text: `prepare explained as ${text}` });
        const parameters = values.length === 0 ? '' : `(${values.map(() => 'null').join(', ')})`;
        const explained = await tx.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>({
          text: `explain (format json) execute explained${parameters}`,
        });
        await tx.query({ text: 'deallocate explained' });
        nodes.push(...nodesOf(explained.rows[0]!['QUERY PLAN'][0].Plan));
        return tx.query({ text: 'select where false' });
      }),
  };
  await statement(explaining).catch(() => undefined);
  return nodes;
}
