import { POST_STATUSES } from '@fanfare/contract';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { listPosts, type PostFilter } from '../../../src/posts/list-posts.table.ts';
import { fromPublicId } from '../../../src/process/ids.ts';
import { storePosts } from '../../stored-posts.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();

/** How many posts and targets PostgreSQL believes there are: the statistics say so, the rows need not exist. */
const POSTS = 10_000_000;
const PAGE = 26;

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly Node[];
};

let projectId: string;

beforeAll(async () => {
  const ana = await server.person('threads');
  const state = (index: number) => (['published', 'published', 'published', 'failed', 'waiting'] as const)[index % 5]!;
  const HOUR = 3_600_000;
  await storePosts(
    server.db,
    ana.account,
    Array.from({ length: 5_000 }, (_, index) => ({
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * HOUR),
      publishAt: index % 2 === 0 ? new Date(Date.UTC(2026, 0, 2) + index * HOUR) : null,
      targets: [state(index)],
    })),
  );
  const { rows } = await server.db.query<{ project_id: string }>({
    text: 'select project_id from accounts where id = $1',
    values: [fromPublicId('acc', ana.account.id)],
  });
  projectId = rows[0]!.project_id;
  await server.db.query({
    text: `update posts p set settled_as = t.status from targets t where t.project_id = p.project_id and t.post_id = p.id and t.done`,
  });
  await server.db.query({ text: 'alter table posts set (autovacuum_enabled = off)' });
  await server.db.query({ text: 'alter table targets set (autovacuum_enabled = off)' });
  await server.db.query({ text: 'vacuum analyze posts, targets, accounts' });
  // PostgreSQL multiplies the density of pg_class with the size of the file: a denser table has more rows for the planner.
  await server.db.query({
    text: `update pg_class set reltuples = reltuples * ${POSTS / 5_000}
           where oid in (select 'posts'::regclass union select 'targets'::regclass
             union select indexrelid from pg_index where indrelid in ('posts'::regclass, 'targets'::regclass))`,
  });
});

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plan of the list as a prepared statement that has run often. */
async function plan(filter: Partial<PostFilter>): Promise<Node> {
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
const cases = (['createdAt', 'publishAt'] as const).flatMap((order) =>
  [null, ...POST_STATUSES].flatMap((status) =>
    Object.entries(PLACES).flatMap(([place, filter]) =>
      [{}, { after: { at: AT, id: ID } }, { createdAfter: AT, publishBefore: AT }].map((page) => ({
        name: `${order}, ${status ?? 'any status'}, ${place}, ${Object.keys(page).join(' ') || 'first page'}`,
        filter: { order, status, ...filter, ...page },
      })),
    ),
  ),
);

test('the statistics are those of ten million posts', async () => {
  const { rows } = await server.db.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>({
    text: 'explain (format json) select from posts',
  });
  expect(rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(POSTS / 2);
});

test.each(cases)('$name', async ({ filter }) => {
  const nodes = nodesOf(await plan(filter));
  const read = nodes.filter((node) => ['posts', 'targets'].includes(node['Relation Name'] ?? ''));
  expect(read.length).toBeGreaterThan(0);
  for (const node of read) expect(['Index Scan', 'Index Only Scan']).toContain(node['Node Type']);
  // What is sorted is a page of each account, or a page: never what a project has.
  for (const node of nodes.filter(({ 'Node Type': type }) => /Sort|Hash/.test(type)))
    expect(node.Plans?.filter((below) => !isBounded(below))).toEqual([]);
});

/** Scheduled posts whose time has come and which have not settled: those that are being published. */
const DUE = 'posts_open_by_publish_at';

/** Whether these are pages of posts, accounts, or posts that are due: not what a project has. */
function isBounded(node: Node): boolean {
  if (node['Node Type'] === 'Append') return (node.Plans ?? []).every(isBounded);
  if (node['Node Type'] === 'Limit' || node['Relation Name'] === 'accounts' || node['Index Name'] === DUE) return true;
  return (node.Plans ?? []).some(isBounded);
}
