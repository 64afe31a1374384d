import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAccount } from '../../../src/accounts/accounts.table.ts';
import { type Database, type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { lookUpRequests, type NamedByRequest } from '../../../src/posts/look-up-requests.table.ts';
import { createLookUpRequest } from '../../../src/posts/look-up-together.ts';
import { ids } from '../../../src/process/ids.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';

const HASH = Buffer.alloc(32, 7);

let database: TestDatabase;
let db: DatabasePool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 4, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** A project with two accounts, and a post under the key `used`. */
async function createProject() {
  const projectId = ids.uuid();
  const postId = ids.uuid();
  const accountIds: string[] = [];
  for (const platformUserId of ['1', '2']) {
    const profile = { platform: 'x', profileId: null, platformUserId, username: 'ada', hub: null } as const;
    const { account } = await upsertAccount(db, { projectId, id: ids.uuid(), ...profile });
    accountIds.push(account.id);
  }
  await db.query({
    text: `with post as (insert into posts (project_id, id, content, media) values ($1, $2, '', '[]'))
           insert into idempotency_keys (project_id, key, post_id, body_sha256) values ($1, 'used', $2, $3)`,
    values: [projectId, postId, HASH],
  });
  return { projectId, postId, accountIds };
}

/** Shows what a look-up found, in short. */
const shown = ({ original, accounts }: Awaited<ReturnType<typeof lookUpRequests>>[number]) => ({
  post: original?.postId ?? null,
  accounts: accounts.map(({ id }) => id).toSorted(),
});

test('each request gets its own key and accounts, and nothing of another project', async () => {
  const [ana, ben] = [await createProject(), await createProject()];
  const requests: NamedByRequest[] = [
    { projectId: ana.projectId, key: 'used', accountIds: ana.accountIds },
    { projectId: ana.projectId, key: 'new', accountIds: [ana.accountIds[1]!] },
    { projectId: ben.projectId, key: 'used', accountIds: [ana.accountIds[0]!, ben.accountIds[0]!] },
    { projectId: ben.projectId, key: 'new', accountIds: [ana.accountIds[0]!] },
    { projectId: ben.projectId, key: 'used', accountIds: [] },
    { projectId: ben.projectId, key: 'new', accountIds: [] },
  ];
  const found = await lookUpRequests(db, requests);
  expect(found.map(shown)).toEqual([
    { post: ana.postId, accounts: ana.accountIds },
    { post: null, accounts: [ana.accountIds[1]] },
    { post: ben.postId, accounts: [ben.accountIds[0]] },
    { post: null, accounts: [] },
    { post: ben.postId, accounts: [] },
    { post: null, accounts: [] },
  ]);
  expect(found[0]!.original!.bodySha256).toEqual(HASH);
});

test('a request on its own is looked up at once; those that come meanwhile share the next statement', async () => {
  const project = await createProject();
  const sizes: number[] = [];
  const counting: DatabasePool = {
    ...db,
    query(statement) {
      sizes.push((statement.values![0] as string).split(',').length);
      return db.query(statement);
    },
  };
  const lookUp = createLookUpRequest({
    ...{ log: createLogger('silent', () => undefined), db: counting, publishing: counting, waitingPerProject: 10 },
  });
  const named = { projectId: project.projectId, key: 'used', accountIds: [project.accountIds[0]!] };
  const first = lookUp(named);
  await expect.poll(() => sizes, { interval: 1 }).toEqual([1]);
  const others = [lookUp(named), lookUp({ ...named, key: 'new' })];
  const expected = { post: project.postId, accounts: [project.accountIds[0]] };
  expect((await Promise.all([first, ...others])).map(shown)).toEqual([expected, expected, { ...expected, post: null }]);
  expect(sizes).toEqual([1, 2]);
});

test('when several fail together, each is looked up alone', async () => {
  const project = await createProject();
  const broken: DatabasePool = { ...db, query: () => Promise.reject(new Error('broken')) };
  const lookUp = createLookUpRequest({
    ...{ log: createLogger('silent', () => undefined), db, publishing: broken, waitingPerProject: 10 },
  });
  const named = { projectId: project.projectId, key: 'used', accountIds: [] };
  const found = await Promise.all([lookUp(named), lookUp(named), lookUp(named)]);
  expect(found.map(shown)).toEqual(Array(3).fill({ post: project.postId, accounts: [] }));
});

test('with ten million keys and accounts, the statement reads both by their primary keys', async () => {
  let text = '';
  const noting: Database = {
    query(statement) {
      text = statement.text;
      return db.query(statement);
    },
  };
  await lookUpRequests(noting, []);
  const plan = await db.transaction(async (tx) => {
    // PostgreSQL multiplies the density of pg_class with the size of the file.
    await tx.query({
      text: `update pg_class set relpages = 1, reltuples = 10000000 where oid in ('idempotency_keys'::regclass, 'accounts'::regclass)`,
    });
    await tx.query({ text: 'set local plan_cache_mode = force_generic_plan' });
    await tx.query({ text: `prepare look_up as ${text}` });
    const { rows } = await tx.query<{ 'QUERY PLAN': string }>({
      text: `explain (costs off) execute look_up('{}', '{}', '{}', '{}')`,
    });
    await tx.query({ text: 'deallocate look_up' });
    return rows.map((row) => row['QUERY PLAN']);
  });
  expect(plan.filter((line) => /Scan/.test(line)).map((line) => line.replace(/.*-> +/, '').trim())).toEqual([
    'Function Scan on r',
    'Index Scan using idempotency_keys_pkey on idempotency_keys k',
    'Index Scan using accounts_pkey on accounts a',
  ]);
});
