import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

/** Tables without a project, or which are read before the project is known. They stay tiny. */
const GLOBAL = [
  'api_keys',
  'arriving_media',
  'connect_attempts',
  'histories',
  'instance',
  'invitations',
  'mails',
  'memberships',
  'moved_links',
  'oauth_clients',
  'oauth_codes',
  'oauth_tokens',
  'platform_users',
  'projects',
  'rate_limits',
  'removal_passes',
  'removal_requests',
  'restore_guard',
  'servers',
  'sessions',
  'sign_ins',
  'users',
  'workspace_moves',
  'workspaces',
];
/** Knex's own. */
const BOOKKEEPING = ['migrations', 'migrations_lock'];

let database: TestDatabase;
let db: DatabasePool;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const select = async <Row extends Record<string, unknown>>(text: string): Promise<Row[]> =>
  (await db.query<Row>({ text })).rows;

const tables = async () =>
  (
    await select<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
  )
    .map(({ name }) => name)
    .filter((name) => !BOOKKEEPING.includes(name))
    .sort();

test('docs/data-kept.md says of every table how long its rows are kept', async () => {
  const docs = await readFile(new URL('../../../../docs/data-kept.md', import.meta.url), 'utf8');
  const rows = docs.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(await tables());
});

describe('ready for sharding by project', () => {
  test('only these tables have no project', async () => {
    const own = await select<{ name: string }>(
      `select distinct table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'project_id'`,
    );
    const names = own.map(({ name }) => name);
    expect((await tables()).filter((name) => GLOBAL.includes(name) || !names.includes(name))).toEqual(GLOBAL);
  });

  test('project_id leads every primary key, unique key and unique index of a project’s table', async () => {
    const keys = await select<{ table: string; index: string; first: string }>(
      `select t.relname as table, i.relname as index, a.attname as first
       from pg_index x
       join pg_class t on t.oid = x.indrelid
       join pg_class i on i.oid = x.indexrelid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
       where t.relnamespace = 'public'::regnamespace and x.indisunique`,
    );
    const own = keys.filter(({ table }) => ![...GLOBAL, ...BOOKKEEPING].includes(table));
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter(({ first }) => first !== 'project_id')).toEqual([]);
    const withPrimary = await select<{ name: string }>(
      "select conrelid::regclass::text as name from pg_constraint where contype = 'p' and connamespace = 'public'::regnamespace",
    );
    expect((await tables()).filter((name) => !withPrimary.some((table) => table.name === name))).toEqual([]);
  });

  test('no foreign key leaves a project; global tables reference only each other', async () => {
    const keys = await select<{ name: string; from: string; to: string; own: string; other: string }>(
      `select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to, a.attname as own, b.attname as other
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
    );
    const own = keys.filter(({ from, to }) => !GLOBAL.includes(from) || !GLOBAL.includes(to));
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter((key) => key.own !== 'project_id' || key.other !== 'project_id')).toEqual([]);
    expect(own.filter(({ from, to }) => GLOBAL.includes(from) || GLOBAL.includes(to))).toEqual([]);
  });

  test('deleting an account or a target deletes everything that belongs to it', async () => {
    const belonging = await select<{ name: string; cascades: boolean }>(
      `select c.table_name || '.' || c.column_name as name,
         exists (select from pg_constraint f
           join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[2]
           where f.contype = 'f' and f.confdeltype = 'c' and f.conrelid = ('public.' || c.table_name)::regclass and a.attname = c.column_name) as cascades
       from information_schema.columns c
       where c.table_schema = 'public' and c.column_name in ('account_id', 'target_id')
       order by 1`,
    );
    const alone = belonging.filter(({ cascades }) => !cascades).map(({ name }) => name);
    expect(belonging.length).toBeGreaterThan(3);
    // A removal deletes these rows itself: `account.removed` outlives its account, and the
    // directory of persons and the links of connect flows are global.
    expect(alone).toEqual([
      'connect_attempts.account_id',
      'events.account_id',
      'events.target_id',
      'platform_users.account_id',
    ]);
  });

  test('there are no sequences, triggers or functions', async () => {
    const extras = await select<{ kind: string; name: string }>(
      `select 'sequence' as kind, relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
         and relname not like 'migrations%'
       union all select 'trigger', tgname from pg_trigger where not tgisinternal
       union all select 'function', proname from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    expect(extras).toEqual([]);
  });

  test('every id is a uuid and every time has its time zone', async () => {
    const columns = await select<{ name: string; type: string }>(
      `select c.table_name || '.' || c.column_name as name, c.data_type as type from information_schema.columns c
       where c.table_schema = 'public' and c.table_name not like 'migrations%'`,
    );
    const ofType = (pattern: RegExp, type: string) =>
      columns.filter(({ name, type: actual }) => pattern.test(name) && actual !== type).map(({ name }) => name);
    expect(ofType(/\.(id|\w+_id)$/, 'uuid').sort()).toEqual([
      // The networks' own ids, callers' names for people, the names of encryption keys, and the ids
      // of requests.
      'accounts.platform_user_id',
      'accounts.profile_id',
      'connect_attempts.profile_id',
      'credentials.key_id',
      'instance.id',
      'mails.key_id',
      'platform_users.platform_user_id',
      'removal_passes.platform_user_id',
      'removal_requests.platform_user_id',
      'reposts.platform_post_id',
      'reposts.platform_repost_id',
      'request_log.request_id',
      'restore_guard.id',
      'targets.comment_id',
      'targets.platform_post_id',
      'webhook_endpoints.key_id',
      'webhook_endpoints.previous_key_id',
      'webhook_endpoints.profile_id',
      'write_intents.remote_id',
    ]);
    expect(ofType(/_at$/, 'timestamp with time zone')).toEqual([]);
    expect(columns.filter(({ type }) => type === 'timestamp without time zone')).toEqual([]);
  });
});

describe('what the database refuses', () => {
  const PROJECT = '01a1f7e9-3fb1-714f-9026-f25c8d373500';
  const id = (n: number) => `01a1f7e9-3fb1-714f-9026-${String(n).padStart(12, '0')}`;

  beforeAll(async () => {
    await db.query({
      text: `insert into accounts (project_id, id, platform, platform_user_id, username, status, connected_at)
             values ('${PROJECT}', '${id(1)}', 'threads', '17', 'ada', 'active', now())`,
    });
    await db.query({
      text: `insert into posts (project_id, id, content, media) values ('${PROJECT}', '${id(2)}', '', '[]')`,
    });
    await db.query({
      text: `insert into targets (project_id, id, post_id, account_id, platform, position, run_at)
             values ('${PROJECT}', '${id(3)}', '${id(2)}', '${id(1)}', 'threads', 0, now())`,
    });
  });

  const intend = (n: number, kind: string, state: string) =>
    db.query({
      text: `insert into write_intents (project_id, id, target_id, kind, lease_token, state) values ($1, $2, $3, $4, 1, $5)`,
      values: [PROJECT, id(n), id(3), kind, state],
    });
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'taken',
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    );

  test.each(['publish', 'comment', 'repost'])('a second %s while one is open, unknown or accepted', async (kind) => {
    let n = 100 + kind.length * 100;
    for (const first of ['intended', 'unknown', 'accepted']) {
      await intend(++n, kind, first);
      for (const second of ['intended', 'unknown', 'accepted']) {
        expect([first, second, await refusal(intend(++n, kind, second))]).toEqual([first, second, 'one_public_write']);
      }
      // Writes of another kind and hidden writes do not conflict with it.
      expect(await refusal(intend(++n, 'container', 'intended'))).toBe('taken');
      expect(await refusal(intend(++n, 'media', 'accepted'))).toBe('taken');
      await db.query({ text: "update write_intents set state = 'rejected' where kind = $1", values: [kind] });
    }
    for (const done of ['rejected', 'not_sent', 'absent']) expect(await refusal(intend(++n, kind, done))).toBe('taken');
    expect(await refusal(intend(++n, kind, 'intended'))).toBe('taken');
    const back = db.query({
      text: "update write_intents set state = 'intended' where kind = $1 and state = 'rejected'",
      values: [kind],
    });
    expect(await refusal(back)).toBe('one_public_write');
    await db.query({ text: 'delete from write_intents' });
  });

  const set = (assignments: string) =>
    refusal(db.query({ text: `update targets set ${assignments} where id = '${id(3)}'` }));

  test.each([
    ['published without a time', "status = 'published', settled_at = now()"],
    ['published without having settled', "status = 'published', published_at = now()"],
    ['failed without a reason', "status = 'failed', settled_at = now()"],
    ['pending with a reason', "error_detail = '{}'"],
    ['pending and done', 'done = true'],
    ['an unknown status', "status = 'cancelled'"],
    ['an unknown comment status', "comment_status = 'pending'"],
  ])('a target that is %s', async (_name, assignments) => {
    expect(await set(assignments)).toMatch(/check/);
  });

  test('usage or reservations above the allowance of a plan that stops', async () => {
    const period = (columns: string) =>
      refusal(
        db.query({
          text: `insert into quota_periods (project_id, period_start, allowance, overage, used, reserved) values ${columns}`,
        }),
      );
    expect(await period(`('${PROJECT}', '2026-11-01', 100, false, 90, 10)`)).toBe('taken');
    expect(await period(`('${PROJECT}', '2026-12-01', 100, false, 91, 10)`)).toBe('never_over');
    expect(await period(`('${PROJECT}', '2026-12-01', 100, true, 900, 10)`)).toBe('taken');
    expect(await period(`('${PROJECT}', '2027-01-01', 100, true, -1, 0)`)).toMatch(/check/);
    expect(await period(`('${PROJECT}', '2027-01-01', 100, true, 0, -1)`)).toMatch(/check/);
    expect(
      await refusal(db.query({ text: 'update quota_periods set reserved = reserved + 1 where not overage' })),
    ).toBe('never_over');
  });

  test('the same network write billed twice', async () => {
    const bill = (n: number, kind = 'publish') =>
      refusal(
        db.query({
          text: `insert into usage_events (project_id, id, subject, kind, period_start, units) values ($1, $2, 'target:1', $3, '2026-11-01', 1)`,
          values: [PROJECT, id(n), kind],
        }),
      );
    expect([await bill(901), await bill(902), await bill(903, 'comment')]).toEqual([
      'taken',
      'usage_events_project_id_subject_kind_key',
      'taken',
    ]);
  });

  test('a hub account without a hub, and any other account with one', async () => {
    const insert = (n: number, platform: string, hub: string) =>
      refusal(
        db.query({
          text: `insert into accounts (project_id, id, platform, platform_user_id, username, status, hub, connected_at)
                 values ('${PROJECT}', '${id(n)}', '${platform}', '${n}', 'x', 'active', ${hub}, now())`,
        }),
      );
    expect([
      await insert(801, 'hub', 'null'),
      await insert(802, 'x', "'{}'"),
      await insert(803, 'hub', "'{}'"),
    ]).toEqual([expect.stringContaining('check'), expect.stringContaining('check'), 'taken']);
  });
});
