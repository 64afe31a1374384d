import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { claimDue } from '../../../src/publishing/due-targets.table.ts';
import { explainReads } from '../../explain-reads.ts';
import { inSeconds, useTargets } from './use-targets.ts';

const DUE = 20_000;
const HELD = 2_000;
const LIMIT = 100;
const targets = useTargets();

/** One node of a plan (EXPLAIN, format json). */
type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
};

/**
 * Far more is due than one claim takes, as after an outage; runs hold the oldest, the same number
 * waits for its time, and more is published.
 */
beforeAll(async () => {
  const first = await targets.record({ publishAt: inSeconds(-60) });
  await targets.db.transaction(async (tx) => {
    // A slow machine may take its time.
    await tx.query({ text: 'set local statement_timeout = 0' });
    await tx.query({
      text: `insert into posts (project_id, id, content, media) select project_id, gen_random_uuid(), content, media from posts, generate_series(1, 5000)`,
    });
    await tx.query({
      text: `insert into targets (project_id, id, post_id, account_id, platform, position, run_at, done, status, settled_at, published_at)
             select project_id, gen_random_uuid(), ids[1 + n % 5000], account_id, platform, 0, now() + make_interval(secs => s.secs + random() * 3600),
               s.done, case when s.done then 'published' else 'pending' end, case when s.done then now() end, case when s.done then now() end
             from targets, (values (-3600, false, ${DUE - 1}), (3600, false, ${DUE}), (-7200, true, ${DUE})) as s(secs, done, howMany),
               generate_series(1, s.howMany) n, (select array_agg(id) as ids from posts) posts
             where id = $1`,
      values: [first.id],
    });
    await tx.query({
      text: `update targets set lease_owner = 'a run', lease_token = 1, claims = 1, lease_expires_at = now() + interval '1 h', deadline_at = now() + interval '1 h'
             where id in (select id from targets where not done order by run_at limit ${HELD})`,
    });
  });
  await targets.db.query({ text: 'vacuum analyze targets, posts' });
});

/**
 * PostgreSQL's plan of a claim by a server with this capacity: planned for its values, or as a
 * prepared statement that has run often.
 */
function plan(mode: 'force_custom_plan' | 'force_generic_plan'): Promise<readonly Node[]> {
  return targets.db.transaction(async (tx) => {
    const nodes: Node[] = [];
    const explaining: Database = {
      async query({ text, values = [] }) {
        await tx.query({ text: `set local plan_cache_mode = ${mode}` });
        await tx.query({ text: `prepare claim as ${text}` });
        await tx.query({ text: 'savepoint unclaimed' });
        const literals = values.map((value) => (typeof value === 'number' ? String(value) : `'${value}'`));
        const explained = await tx.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>({
          text: `explain (analyze, buffers, format json) execute claim(${literals.join(', ')})`,
        });
        await tx.query({ text: 'rollback to savepoint unclaimed' });
        await tx.query({ text: 'deallocate claim' });
        nodes.push(...nodesOf(explained.rows[0]!['QUERY PLAN'][0].Plan));
        return tx.query({ text: 'select where false' });
      },
    };
    const settings = {
      owner: 'me',
      leaseSeconds: 60,
      limit: LIMIT,
      of: 'others',
      lateLimitSeconds: 86_400,
    } as const;
    await claimDue(explaining, settings).catch(() => undefined);
    return nodes;
  });
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'a claim reads due rows in index order and stops at its limit, however many are due (%s)',
  async (mode) => {
    const nodes = await plan(mode);
    const scans = nodes.filter((node) => node['Relation Name'] === 'targets' && node['Node Type'].includes('Scan'));
    const readOf = (read: readonly Node[]) =>
      read.map((node) => [node['Node Type'], node['Index Name'], node['Actual Rows'] * node['Actual Loops']]);
    // The networks of which something is open: the first, and none behind it.
    const networks = scans.filter((node) => node['Node Type'] === 'Index Only Scan');
    expect(readOf(networks)).toEqual(
      [1, 0].flatMap((rows) =>
        ['targets_free', 'targets_held'].map((index) => ['Index Only Scan', index, rows] as const),
      ),
    );
    const read = scans.filter(
      (node) => !networks.includes(node) && node['Actual Loops'] > 0 && node['Index Name'] !== 'targets_held',
    );
    // Counted; the project that is next, and its oldest; then taken: half of them in the turn of
    // their project, and the oldest of the rest.
    const found = read.filter((node) => node['Index Name'] !== 'targets_pkey');
    expect(readOf(found)).toEqual([
      ['Index Scan', 'targets_free', LIMIT],
      ['Index Scan', 'targets_free_in_turn', 1],
      ['Index Scan', 'targets_free_in_turn', 1],
      ['Index Scan', 'targets_free_in_turn', LIMIT / 2],
      ['Index Scan', 'targets_free', LIMIT / 2],
    ]);
    const byKey = read.filter((node) => !found.includes(node));
    expect(readOf(byKey)).toEqual([['Index Scan', 'targets_pkey', LIMIT]]);
    // Rows are read one by one, by key or in due order: never all. The oldest are passed again that
    // were taken in turn.
    expect(read.map((node) => node['Rows Removed by Filter'] ?? 0)).toEqual([0, 0, 0, 0, LIMIT / 2, 0]);
    const posts = nodes.filter((node) => node['Relation Name'] === 'posts');
    expect(posts.map((node) => [node['Index Name'], node['Actual Rows'] * node['Actual Loops']])).toEqual([
      ['posts_pkey', LIMIT],
    ]);
    for (const node of nodes.filter((one) => one['Node Type'].includes('Sort')))
      expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(LIMIT);
    // A claimed row costs some pages of the table and its indexes; sorting everything that is due
    // would read thousands.
    const [root] = nodes;
    const pagesOf = (node: Node): number => node['Shared Hit Blocks'] + node['Shared Read Blocks'];
    const [post] = posts;
    expect(pagesOf(post!)).toBeLessThanOrEqual(LIMIT * 4);
    // What runs hold is read as well, to find those that ended.
    const held = nodes.filter((node) => node['Index Name'] === 'targets_held' && node['Node Type'] === 'Index Scan');
    const ofHeld = held.reduce((sum, node) => sum + pagesOf(node), 0);
    expect(ofHeld).toBeLessThan(HELD * 4);
    expect(pagesOf(root!) - pagesOf(post!) - ofHeld).toBeLessThan(LIMIT * 30);
  },
);

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'a claim looks among what runs hold for those that ended (%s)',
  async (mode) => {
    const nodes = await plan(mode);
    const held = nodes.filter((node) => node['Node Type'] === 'Index Scan' && node['Index Name'] === 'targets_held');
    expect(held.map((node) => [node['Actual Rows'], node['Rows Removed by Filter']! * node['Actual Loops']])).toEqual([
      [0, HELD],
      [0, HELD],
    ]);
    const free = nodes.filter((node) => node['Node Type'] === 'Index Scan' && node['Index Name'] === 'targets_free');
    expect(free.map((node) => node['Actual Rows'] * node['Actual Loops'])).toEqual([LIMIT, LIMIT / 2]);
  },
);

describe('a plan that was made while nothing was due', () => {
  const settings = { owner: 'me', leaseSeconds: 60, limit: LIMIT, of: 'others', lateLimitSeconds: 86_400 } as const;
  const inOrder = (index: string, network: string) =>
    `Index Scan ${index} ((ROW(platform, run_at) >= ROW(${network}.platform, '-infinity'::timestamp with time zone)) AND (ROW(platform, run_at) <= ROW(${network}.platform, now())))`;
  const ofProject = (project: string, until: string) =>
    `Index Scan targets_free_in_turn ((ROW(GREATEST(project_id, project_id), platform, run_at) >= ROW(${project}.project_id, ${project}.platform, '-infinity'::timestamp with time zone)) AND (ROW(GREATEST(project_id, project_id), platform, run_at) <= ROW(${project}.project_id, ${project}.platform, ${until})))`;

  beforeAll(async () => {
    await targets.db.query({
      text: "update targets set run_at = now() + interval '1 h', lease_owner = null, lease_expires_at = null where not done",
    });
    await targets.db.query({ text: 'vacuum analyze targets' });
  });

  test.each([1, 500])('reads what is due in order, with %i times as many rows', async (times) => {
    await targets.db.query({
      text: `update pg_class set reltuples = reltuples * ${times}
             where oid = 'targets'::regclass or oid in (select indexrelid from pg_index where indrelid = 'targets'::regclass)`,
    });
    const reads = await explainReads(targets.db, (db) => claimDue(db, settings));
    // Counted, then taken.
    expect(reads.filter((read) => read.includes('run_at'))).toEqual([
      inOrder('targets_held', 'n_1'),
      inOrder('targets_free', 'n_1'),
      inOrder('targets_held', 's'),
      ofProject('of', "'infinity'::timestamp with time zone"),
      ofProject('p_2', 'now()'),
      inOrder('targets_free', 's_2'),
    ]);
  });
});

describe('many projects have something due', () => {
  const PROJECTS = 50;

  beforeAll(async () => {
    await targets.db.transaction(async (tx) => {
      await tx.query({ text: 'delete from targets' });
      // Their accounts are not read.
      await tx.query({ text: 'set local session_replication_role = replica' });
      await tx.query({
        text: `with made as (
                 insert into posts (project_id, id, content, media) select gen_random_uuid(), gen_random_uuid(), '', '[]' from generate_series(1, ${PROJECTS})
                 returning project_id, id
               )
               insert into targets (project_id, id, post_id, account_id, platform, position, run_at)
               select project_id, gen_random_uuid(), id, gen_random_uuid(), 'x', 0, now() - make_interval(secs => random() * 3600)
               from made, generate_series(1, ${DUE / PROJECTS})`,
      });
    });
    await targets.db.query({ text: 'vacuum analyze targets, posts' });
  });

  test.each(['force_custom_plan', 'force_generic_plan'] as const)(
    'and the turn of a project reads what it gets, not all that the project has (%s)',
    async (mode) => {
      const nodes = await plan(mode);
      const scans = nodes.filter((node) => node['Relation Name'] === 'targets' && node['Actual Loops'] > 0);
      const rowsOf = (node: Node): number => node['Actual Rows'] * node['Actual Loops'];
      const inTurn = scans.filter((node) => node['Index Name'] === 'targets_free_in_turn').map(rowsOf);
      // The next project and its oldest, for each turn; then the oldest of each that had a turn.
      expect(inTurn).toEqual([LIMIT / 2, LIMIT / 2, LIMIT / 2]);
      for (const node of scans) {
        expect(rowsOf(node)).toBeLessThanOrEqual(LIMIT);
        expect((node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']).toBeLessThanOrEqual(LIMIT);
      }
    },
  );
});
