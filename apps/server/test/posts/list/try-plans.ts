import { POST_STATUSES } from '@fanfare/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { withoutPartition } from '../../../src/db/partitioned-tables.ts';
import { listPosts, type PostFilter } from '../../../src/posts/list-posts.table.ts';
import { fromPublicId } from '../../../src/process/ids.ts';
import { partitionDatabase } from '../../migrate-for-tests.ts';
import { storePosts } from '../../stored-posts.ts';
import { createTestDatabase } from '../../test-database.ts';
import { type ServerOfFile, useServer } from '../../use-server.ts';

/**
 * Numbers of posts and targets that PostgreSQL believes there are: the statistics say so, the rows
 * need not exist.
 */
export type Shape = { readonly name: string; readonly posts: number; readonly partitions: number | null };

export const TEN_MILLION: Shape = { name: 'ten million posts', posts: 10_000_000, partitions: null };
export const IN_PARTITIONS: Shape = {
  name: 'a hundred million posts in partitions',
  posts: 100_000_000,
  partitions: 8,
};
const STORED = 5_000;
const OTHERS = 40;
const OF_OTHERS = 100;
const PAGE = 26;

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly Node[];
};

/**
 * Projects in all partitions, which have some of the same posts. PostgreSQL reads an empty table as
 * a whole.
 */
async function copyToOthers(server: ServerOfFile, projectId: string): Promise<void> {
  for (const table of ['accounts', 'posts', 'targets']) {
    await server.db.query({
      text: `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('project_id', md5('project ' || n)::uuid))).*
             from ${table} t, generate_series(1, $3) n
             where t.project_id = $1 and t.id in (select id from ${table} where project_id = $1 order by id limit $2)`,
      values: [projectId, OF_OTHERS, OTHERS],
    });
  }
}

/** Fills the tables, and returns the project of the posts. */
async function fill(server: ServerOfFile, posts: number): Promise<string> {
  const ana = await server.person('threads');
  const state = (index: number) => (['published', 'published', 'published', 'failed', 'waiting'] as const)[index % 5]!;
  const HOUR = 3_600_000;
  await storePosts(
    server.db,
    ana.account,
    Array.from({ length: STORED }, (_, index) => ({
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * HOUR),
      publishAt: index % 2 === 0 ? new Date(Date.UTC(2026, 0, 2) + index * HOUR) : null,
      targets: [state(index)],
    })),
  );
  const { rows } = await server.db.query<{ project_id: string }>({
    text: 'select project_id from accounts where id = $1',
    values: [fromPublicId('acc', ana.account.id)],
  });
  const projectId = rows[0]!.project_id;
  await copyToOthers(server, projectId);
  await server.db.query({
    text: `update posts p set settled_as = t.status from targets t where t.project_id = p.project_id and t.post_id = p.id and t.done`,
  });
  const { rows: tables } = await server.db.query<{ name: string }>({
    text: `select relname as name from pg_class where relkind = 'r' and relname ~ '^(posts|targets)(_p\\d\\d)?$'`,
  });
  for (const { name } of tables) await server.db.query({ text: `alter table ${name} set (autovacuum_enabled = off)` });
  // As autovacuum does: what is partitioned has no statistics as a whole.
  await server.db.query({ text: `vacuum analyze ${tables.map(({ name }) => name).join(', ')}, accounts` });
  // PostgreSQL multiplies the density of pg_class with the size of the file: a denser table has
  // more rows for the planner.
  await server.db.query({
    text: `update pg_class set reltuples = reltuples * ${posts / STORED}
           where oid in (select to_regclass(n) from unnest($1::text[]) n
             union select indexrelid from pg_index where indrelid in (select to_regclass(n) from unnest($1::text[]) n))`,
    values: [tables.map(({ name }) => name)],
  });
  return projectId;
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plan of the list as a prepared statement that has run often. */
async function plan(server: ServerOfFile, projectId: string, filter: Partial<PostFilter>): Promise<Node> {
  let root: Node | undefined;
  const explaining: Database = {
    query: async ({ text, values = [] }) => {
      root = await server.db.transaction(async (tx) => {
        await tx.query({ text: 'set local plan_cache_mode = force_generic_plan' });
        await tx.query({ text: `prepare list as ${text}` });
        const literals = values.map((value) =>
          typeof value === 'number'
            ? String(value)
            : `'${value instanceof Date ? value.toISOString() : String(value)}'`,
        );
        const explained = await tx.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>({
          text: `explain (format json) execute list(${literals.join(', ')})`,
        });
        await tx.query({ text: 'deallocate list' });
        return explained.rows[0]!['QUERY PLAN'][0].Plan;
      });
      return server.db.query({ text: 'select where false' });
    },
  };
  await listPosts(explaining, projectId, { ...NO_FILTER, ...filter });
  return root!;
}

const NO_FILTER: PostFilter = {
  ...{ limit: PAGE, offset: 0, order: 'createdAt', after: null, status: null, platform: null, accountId: null },
  ...{ profileId: null, createdAfter: null, createdBefore: null, publishAfter: null, publishBefore: null },
};

const ID = '01900000-0000-7000-8000-000000000000';
const AT = new Date(Date.UTC(2026, 1, 1));
const PLACES: Readonly<Record<string, Partial<PostFilter>>> = {
  all: {},
  platform: { platform: 'x' },
  account: { accountId: ID },
  profile: { profileId: 'p' },
  'platform and profile': { platform: 'x', profileId: 'p' },
};
type Case = { readonly name: string; readonly page: string; readonly filter: Partial<PostFilter> };

/**
 * Every list: by each order, status and place, its first page, a later one, and those of a time.
 */
export const LISTS: readonly Case[] = (['createdAt', 'publishAt'] as const).flatMap((order) =>
  [null, ...POST_STATUSES].flatMap((status) =>
    Object.entries(PLACES).flatMap(([place, filter]) =>
      [{}, { after: { at: AT, id: ID } }, { createdAfter: AT, publishBefore: AT }].map((limits) => {
        const page = Object.keys(limits).join(' ') || 'first page';
        const name = `${order}, ${status ?? 'any status'}, ${place}, ${page}`;
        return { name, page, filter: { order, status, ...filter, ...limits } };
      }),
    ),
  ),
);

/**
 * Scheduled posts whose time has come and which have not settled: those that are being published.
 */
const DUE = 'posts_open_by_publish_at';

/** Whether these are pages of posts, accounts, or posts that are due: not what a project has. */
function isBounded(node: Node): boolean {
  // A branch that cannot have rows.
  if (node['Node Type'] === 'Result' && node.Plans === undefined) return true;
  if (node['Node Type'] === 'Append') return (node.Plans ?? []).every(isBounded);
  if (
    node['Node Type'] === 'Limit' ||
    node['Relation Name'] === 'accounts' ||
    withoutPartition(node['Index Name'] ?? '') === DUE
  )
    return true;
  return (node.Plans ?? []).some(isBounded);
}

/** Declares a test for the plan of each list, at the statistics of so many posts. */
export function tryPlans({ name, posts, partitions }: Shape, lists: readonly Case[]): void {
  describe(`at ${name}`, () => {
    const server = useServer({
      database: async () => {
        const database = await createTestDatabase();
        if (partitions !== null) await partitionDatabase(database.url, partitions);
        return database;
      },
    });
    let projectId: string;
    beforeAll(async () => {
      projectId = await fill(server, posts);
    });

    test('the statistics are those of so many posts', async () => {
      const { rows } = await server.db.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>({
        text: 'explain (format json) select from posts',
      });
      expect(rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(posts / 2);
    });

    test.each(lists)('$name', async ({ filter }) => {
      const nodes = nodesOf(await plan(server, projectId, filter));
      const read = nodes.filter((node) => ['posts', 'targets'].includes(withoutPartition(node['Relation Name'] ?? '')));
      expect(read.length).toBeGreaterThan(0);
      for (const node of read) expect(['Index Scan', 'Index Only Scan']).toContain(node['Node Type']);
      // What is sorted is a page of each account, or a page: never what a project has.
      for (const node of nodes.filter(({ 'Node Type': type }) => /Sort|Hash/.test(type)))
        expect(node.Plans?.filter((below) => !isBounded(below))).toEqual([]);
    });
  });
}
