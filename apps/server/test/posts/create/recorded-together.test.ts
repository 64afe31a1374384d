import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertAccount } from '../../../src/accounts/accounts.table.ts';
import { type Database, type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { type NewPost, type NewTarget, recordPost, recordPosts } from '../../../src/posts/record-posts.table.ts';
import { createRecordPost } from '../../../src/posts/record-together.ts';
import { ids } from '../../../src/process/ids.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { nodesOf, type PlanNode } from '../../explain-reads.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { until } from '../../until.ts';

const PERIOD = new Date('2026-11-01T00:00:00Z');
const LOCK_MS = 5_000;
const SCHEDULED = { publishAt: new Date('2026-11-30T09:00:00Z') };

let database: TestDatabase;
let db: DatabasePool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 8, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

type Project = { readonly id: string; readonly accountId: string };

async function createProject(): Promise<Project> {
  const id = ids.uuid();
  const { account } = await upsertAccount(db, {
    ...{
      projectId: id,
      id: ids.uuid(),
      platform: 'x',
      profileId: null,
      platformUserId: '1',
      username: 'ada',
      hub: null,
    },
  });
  return { id, accountId: account.id };
}

/** A post with two targets, of one unit and of `units - 1`. */
function newPost(project: Project, changes: Partial<NewPost> & { units?: number } = {}): NewPost {
  const { units = 3, ...others } = changes;
  const target = {
    accountId: project.accountId,
    platform: 'x',
    content: null,
    media: null,
    firstComment: null,
    aiGenerated: false,
    spaceSlug: null,
    commentStatus: 'none',
    commentUnits: 0,
    budgetSeconds: 120,
  } as const;
  return {
    ...{ projectId: project.id, id: ids.uuid(), idempotencyKey: ids.uuid(), bodySha256: randomBytes(32) },
    ...{
      content: `It's "fine", {really}\\ , NULL`,
      media: [{ url: 'https://a.example/1.jpg', type: 'image', altText: 'a "b"' }],
    },
    targets: [1, units - 1].map((publishUnits) => ({ ...target, id: ids.uuid(), publishUnits })),
    quota: { periodStart: PERIOD, allowance: 1_000, overage: false },
    start: SCHEDULED,
    ...others,
  };
}

const states = (outcomes: readonly ({ readonly state: string } | null)[]) =>
  outcomes.map((each) => each?.state ?? null);

const reserved = async ({ id }: Project): Promise<number[]> => {
  const { rows } = await db.query<{ reserved: number }>({
    text: 'select reserved from quota_periods where project_id = $1 order by period_start',
    values: [id],
  });
  return rows.map((row) => row.reserved);
};

/** Everything stored of a project, without what differs between two that got the same posts. */
async function stored(project: Project, posts: readonly NewPost[]): Promise<unknown> {
  const tables = ['idempotency_keys', 'posts', 'targets', 'reservations', 'quota_periods', 'events'];
  const rows = await Promise.all(
    tables.map((table) => db.query({ text: `select * from ${table} where project_id = $1`, values: [project.id] })),
  );
  const names = new Map([
    [project.id, 'project'],
    [project.accountId, 'account'],
  ]);
  for (const [i, post] of posts.entries()) {
    names.set(post.id, `post ${i}`).set(post.idempotencyKey, `key ${i}`);
    for (const [j, { id }] of post.targets.entries()) names.set(id, `target ${i} ${j}`);
  }
  const at = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g;
  const written = rows.flatMap((each, i) =>
    each.rows
      .filter((row) => row.type !== 'account.connected')
      .map(({ body_sha256: _, id, ...row }) => {
        const known = tables[i] === 'events' ? row : { id, ...row };
        const text = [...names].reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(known));
        return `${tables[i]} ${text.replace(at, (moment) => (moment.includes('2026-11-30') ? moment : '"a moment"'))}`;
      }),
  );
  return written.sort();
}

test('plans from before the first account read accounts by their primary key', async () => {
  const empty = await createTestDatabase();
  const own = openDatabase({ url: empty.url, maxConnections: 1, onError: () => undefined });
  const texts: string[] = [];
  const noting: Database = {
    async query({ text }) {
      texts.push(text);
      return db.query({ text: 'select where false' });
    },
  };
  const post = newPost({ id: ids.uuid(), accountId: ids.uuid() });
  await recordPost(noting, post);
  await recordPosts(noting, [post], LOCK_MS);
  // As the connections that publish are set.
  await own.query({ text: 'set enable_seqscan = off' });
  const scans: string[] = [];
  for (const text of texts) {
    const { rows } = await own.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>({
      text: `explain (generic_plan, format json) ${text}`,
    });
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'accounts');
    scans.push(
      ...nodes.map((node) => `${node['Index Name']} ${node['Index Cond']?.replace(/InitPlan \d+/g, 'InitPlan')}`),
    );
  }
  expect(scans).toEqual([
    'accounts_pkey ((project_id = $1) AND (id = ANY ((InitPlan).col1)))',
    'accounts_pkey ((project_id = ANY ((InitPlan).col1)) AND (id = ANY ((InitPlan).col1)))',
  ]);
  await own.close();
  await empty.drop();
});

test('posts recorded by one statement store what posts recorded one by one store', async () => {
  const [together, apart, other] = [await createProject(), await createProject(), await createProject()];
  const lease = { leaseOwner: 'here', leaseSeconds: 60 };
  const asked = (project: Project) => [newPost(project), newPost(project, { start: lease }), newPost(project)];
  const [batch, singles] = [asked(together), asked(apart)];
  const outcomes = await recordPosts(db, [batch[0]!, newPost(other), ...batch.slice(1)], LOCK_MS);
  expect(states(outcomes)).toEqual(['recorded', 'recorded', 'recorded', 'recorded']);
  expect(outcomes.map((each) => each!.targets.map(({ id }) => id)).toSpliced(1, 1)).toEqual(
    batch.map(({ targets }) => targets.map(({ id }) => id)),
  );
  for (const post of singles) await recordPost(db, post);
  const rows = await stored(together, batch);
  expect(rows).toEqual(await stored(apart, singles));
  expect(rows).toHaveLength(3 + 3 + 6 + 6 + 1 + 2);
  expect(await reserved(other)).toEqual([3]);
});

test('within a batch each post counts: what may not fit is left out, and others are recorded', async () => {
  const [full, free] = [await createProject(), await createProject()];
  const quota = { periodStart: PERIOD, allowance: 10, overage: false };
  expect((await recordPost(db, newPost(full, { quota }))).state).toBe('recorded');
  const december = { ...quota, periodStart: new Date('2026-12-01T00:00:00Z') };
  const batch = [quota, quota, quota, december].map((each) => newPost(full, { quota: each }));
  expect(states(await recordPosts(db, [newPost(free), ...batch], LOCK_MS))).toEqual([
    'recorded',
    'recorded',
    'recorded',
    null,
    'recorded',
  ]);
  expect([await reserved(full), await reserved(free)]).toEqual([[9, 3], [3]]);
});

test('a used key is left out and counts nothing, also when it is used twice in a batch', async () => {
  const project = await createProject();
  const used = newPost(project);
  await recordPost(db, used);
  const twins = [newPost(project), newPost(project)].map((post) => ({ ...post, idempotencyKey: 'twin' }));
  const again = { ...newPost(project), idempotencyKey: used.idempotencyKey };
  expect(states(await recordPosts(db, [again, ...twins], LOCK_MS))).toEqual([null, 'recorded', null]);
  expect(await reserved(project)).toEqual([6]);
});

test('a post that counts by another plan than the first of its project is left out', async () => {
  const project = await createProject();
  const pro = { periodStart: PERIOD, allowance: 1_000, overage: true };
  expect(states(await recordPosts(db, [newPost(project), newPost(project, { quota: pro })], LOCK_MS))).toEqual([
    'recorded',
    null,
  ]);
});

/** Counts the statements by name, and sends them on. */
function counted(target: DatabasePool) {
  const names: string[] = [];
  const counting: DatabasePool = {
    ...target,
    query(statement) {
      names.push(statement.name!);
      return target.query(statement);
    },
  };
  return { names, counting };
}

const recorder = (to: DatabasePool = db, isRestored = () => false) =>
  createRecordPost({
    ...{ log: createLogger('silent', () => undefined), db: to, publishing: to, waitingPerProject: 1_000 },
    restoreGuard: { isRestored },
  });

test('a post on its own takes the single statement; those that come meanwhile share the next', async () => {
  const { names, counting } = counted(db);
  const record = recorder(counting);
  const projects = await Promise.all(Array.from({ length: 4 }, createProject));
  const first = record(newPost(projects[0]!));
  await expect.poll(() => names, { interval: 1 }).toEqual(['record_post']);
  const others = projects.map((project) => record(newPost(project)));
  expect(states(await Promise.all([first, ...others]))).toEqual(Array(5).fill('recorded'));
  expect(names).toEqual(['record_post', 'record_posts']);
});

test('nothing is recorded once the database was found restored, also what already waits for its statement', async () => {
  let isRestored = false;
  const { names, counting } = counted(db);
  const record = recorder(counting, () => isRestored);
  const [early, late] = [await createProject(), await createProject()];
  const first = record(newPost(early));
  await expect.poll(() => names, { interval: 1 }).toEqual(['record_post']);
  const waiting = [newPost(late), newPost(late)].map(record);
  isRestored = true;
  expect((await first).state).toBe('recorded');
  for (const outcome of await Promise.allSettled(waiting))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { refusal: { code: 'unavailable' } } });
  expect([names, await reserved(late)]).toEqual([['record_post'], []]);
});

test('a post that makes its batch fail fails alone, and the others are recorded', async () => {
  const record = recorder();
  const [kept, broken] = [await createProject(), await createProject()];
  const posts = [newPost(kept), newPost(broken, { content: 'PostgreSQL stores no \0' }), newPost(kept)];
  const [first, second, third] = await Promise.allSettled(posts.map(record));
  expect([first, third]).toMatchObject(Array(2).fill({ value: { state: 'recorded' } }));
  expect(second).toMatchObject({ status: 'rejected', reason: { code: '22021' } });
  expect([await reserved(kept), await reserved(broken)]).toEqual([[6], []]);
});

describe('a post with an account that is not in its project, or not on that platform', () => {
  const wrong: readonly [string, (project: Project, other: Project) => Partial<NewTarget>][] = [
    ['is in no project', () => ({ accountId: ids.uuid() })],
    ['is in another project', (_, other) => ({ accountId: other.accountId })],
    ['is on another platform', () => ({ platform: 'threads' })],
  ];

  test.each(wrong)('is not recorded, alone or in a batch, when the account %s', async (_, change) => {
    const [project, other] = [await createProject(), await createProject()];
    const withWrong = (): NewPost => {
      const post = newPost(project);
      return { ...post, targets: post.targets.map((target, i) => ({ ...target, ...(i && change(project, other)) })) };
    };
    expect(await recordPost(db, withWrong())).toEqual({ state: 'not_recorded' });
    const batch = [withWrong(), newPost(project), newPost(other)];
    expect(states(await recordPosts(db, batch, LOCK_MS))).toEqual([null, 'recorded', 'recorded']);
    expect([await reserved(project), await reserved(other)]).toEqual([[3], [3]]);
  });

  test('is not recorded when the account is removed at that moment', async () => {
    const project = await createProject();
    const { recording } = await db.transaction(async (tx) => {
      await tx.query({ text: 'delete from accounts where project_id = $1', values: [project.id] });
      const recording = recordPost(db, newPost(project));
      // It has read the account, and waits for its row.
      await until(async () => {
        const { rows } = await db.query({
          text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        });
        return rows[0] ?? null;
      });
      return { recording };
    });
    expect(await recording).toEqual({ state: 'not_recorded' });
    expect(await reserved(project)).toEqual([]);
  });
});

test('a batch gives up on a lock, records nothing, and leaves no setting behind', async () => {
  const [locked, free] = [await createProject(), await createProject()];
  await recordPost(db, newPost(locked));
  // Its session waits for locks for ever.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const patient: Database = { query: (statement) => client.query(statement) };
  await db.transaction(async (tx) => {
    await tx.query({ text: 'select from quota_periods where project_id = $1 for update', values: [locked.id] });
    const batch = recordPosts(patient, [newPost(locked), newPost(free)], 50);
    await expect(batch).rejects.toMatchObject({ code: '55P03' });
  });
  expect([await reserved(locked), await reserved(free)]).toEqual([[3], []]);
  expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
  await client.end();
});

test('posts of other projects do not wait for a locked counter', async () => {
  const record = recorder();
  const [locked, free] = [await createProject(), await createProject()];
  await record(newPost(locked));
  const late = await db.transaction(async (tx) => {
    await tx.query({ text: 'select from quota_periods where project_id = $1 for update', values: [locked.id] });
    const waiting = [record(newPost(locked)), record(newPost(locked))];
    // In the batch of the locked ones, and after it.
    expect((await record(newPost(free))).state).toBe('recorded');
    expect((await record(newPost(free))).state).toBe('recorded');
    expect(await reserved(locked)).toEqual([3]);
    return waiting;
  });
  expect(states(await Promise.all(late))).toEqual(['recorded', 'recorded']);
  expect(await reserved(locked)).toEqual([9]);
});

test('two servers at once never use more of a quota than it has, and use all of it', async () => {
  const projects = [await createProject(), await createProject()];
  const [one, two] = [recorder(), recorder()];
  const quota = { periodStart: PERIOD, allowance: 100, overage: false };
  const outcomes = await Promise.all(
    Array.from({ length: 160 }, (_, i) => (i % 2 ? one : two)(newPost(projects[(i >> 1) % 2]!, { quota }))),
  );
  expect(outcomes.filter(({ state }) => state === 'recorded')).toHaveLength(2 * 33);
  expect(outcomes.filter(({ state }) => state === 'quota_exceeded')).toHaveLength(160 - 2 * 33);
  expect(await Promise.all(projects.map(reserved))).toEqual([[99], [99]]);
});
