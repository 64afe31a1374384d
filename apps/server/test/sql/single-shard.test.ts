import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { claimRenewal } from '../../src/credentials/renewals.table.ts';
import type { DatabasePool } from '../../src/db/database.ts';
import { listPosts, type PostFilter } from '../../src/posts/list-posts.table.ts';
import { markDueUnknown, sweepTargets } from '../../src/posts/stuck-targets.table.ts';
import type { ErrorDetail } from '../../src/posts/targets.table.ts';
import { type IntentRequest, intend } from '../../src/posts/write-intents.table.ts';
import { replaceSecretWrapping } from '../../src/webhooks/webhook-secrets.table.ts';
import { type Captured, capture, capturing, SOURCES, statementsIn, tableFiles } from './captured-statements.ts';
import { OVER_PROJECTS } from './over-projects.ts';
import { tablesOverProjects } from './single-shard.ts';

const ID = '01900000-0000-7000-8000-000000000000';
const KEY = Buffer.alloc(8);
const AT = new Date(Date.UTC(2026, 1, 1));
const ERROR = { code: 'outcome_unknown', message: 'Unknown' } as unknown as ErrorDetail;
const INTENT: IntentRequest = {
  ...{ projectId: ID, targetId: ID, token: 1, id: ID, accountId: ID, ordinal: 0, handle: null },
  kind: 'publish',
};
const NO_FILTER: PostFilter = {
  ...{ limit: 26, offset: 0, order: 'createdAt', after: null, status: null, platform: null, accountId: null },
  ...{ profileId: null, createdAfter: null, createdBefore: null, publishAfter: null, publishBefore: null },
};

type Particular = {
  /** What the database answers. */
  readonly row?: object;
  readonly call: (db: DatabasePool) => Promise<unknown>;
};
const list = (filter: Partial<PostFilter>): Particular => ({
  call: (db) => listPosts(db, ID, { ...NO_FILTER, ...filter }),
});

/** Statements that depend on particular arguments or rows. */
const PARTICULAR: Readonly<Record<string, readonly Particular[]>> = {
  'posts/list-posts.table.ts': (['createdAt', 'publishAt'] as const).flatMap((order) => [
    list({ order }),
    list({ order, status: 'published', platform: 'x', profileId: 'p' }),
    list({ order, status: 'failed', accountId: ID, after: { at: AT, id: ID } }),
    list({ order, status: 'scheduled', createdAfter: AT, publishBefore: AT }),
  ]),
  'posts/stuck-targets.table.ts': [
    {
      call: (db) =>
        sweepTargets(db, {
          errors: { doubt: ERROR, lost: ERROR, missed: ERROR },
          ...{ lateLimitSeconds: 1, leaseSeconds: 1 },
        }),
    },
    { call: (db) => markDueUnknown(db, ERROR) },
  ],
  'posts/write-intents.table.ts': [
    { row: { id: ID, leased: true, active: true, intended_at: null }, call: (db) => intend(db, [INTENT], 60) },
  ],
  'credentials/renewals.table.ts': [
    {
      row: { account_id: ID, version: 1, renewal_token: 1, taken: false },
      call: (db) =>
        claimRenewal(db, { projectId: ID, accountId: ID, version: 1, token: 1 }, { leaseMs: 1, wait: true }),
    },
  ],
  'webhooks/webhook-secrets.table.ts': [
    {
      call: (db) =>
        replaceSecretWrapping(
          db,
          { projectId: ID, endpointId: ID, wrappedKey: KEY, keyId: 'one', url: '', field: 'current' } as never,
          { keyId: 'two', wrappedKey: KEY },
        ),
    },
  ],
};

let captured: readonly Captured[];

beforeAll(async () => {
  const particular = Object.entries(PARTICULAR).flatMap(([file, calls]) => calls.map((each) => ({ file, ...each })));
  const more: Captured[] = [];
  for (const { file, row, call } of particular) {
    const db = capturing(row ?? null, (text) => more.push({ from: file, text }));
    // What follows the statement may need more rows.
    await call(db).catch(() => undefined);
  }
  captured = [...(await Promise.all(tableFiles().map(capture))).flat(), ...more];
});

/** Tables with a `project_id`, by the text of the migrations. */
function distributedTables(): ReadonlySet<string> {
  const folder = path.join(SOURCES, 'db/migrations');
  const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const tables = texts.flatMap((text) => text.split(/create (?:unlogged )?table /).slice(1));
  const owned = tables.filter((text) => /\bproject_id uuid/.test(text.split(/\bcreate |`/)[0]!));
  return new Set(owned.map((text) => /^\w+/.exec(text)![0]));
}

test('every statement of every table file is captured', () => {
  const missing = tableFiles().filter((file) => {
    const texts = captured.filter(({ from }) => from.startsWith(file)).map(({ text }) => text);
    return new Set(texts).size < statementsIn(file);
  });
  expect(missing).toEqual([]);
  expect(captured.length).toBeGreaterThan(200);
});

test('a statement is about one project, or its function is listed with a reason', async () => {
  const distributed = distributedTables();
  expect(distributed).toContain('targets');
  const listed = Object.values(OVER_PROJECTS).flat();
  const over = new Map<string, string[]>();
  for (const { from, text } of captured)
    if ((await tablesOverProjects(text, distributed)).length > 0) over.set(text, [...(over.get(text) ?? []), from]);
  const senders = [...over.values()];
  // One function may call another: the one that is listed answers for both.
  expect(senders.filter((froms) => !froms.some((from) => listed.includes(from)))).toEqual([]);
  expect(listed.filter((from) => !senders.flat().includes(from))).toEqual([]);
});

test.each([
  ['select from posts where id = $1', ['posts']],
  ['select from posts where project_id = $1 and id = $2', []],
  ['select from posts p join targets t on t.post_id = p.id where p.project_id = $1', ['targets']],
  ['select from posts p join targets t using (project_id) where p.project_id = $1', []],
  ['select from posts where project_id = any($1)', ['posts']],
  ['select from posts p, targets t where p.project_id = $1 and t.project_id = $2', ['targets']],
  [
    'with t as (delete from targets where project_id = $1 returning *) update posts p set id = t.id from t where p.project_id = t.project_id',
    [],
  ],
  [
    'with t as (delete from targets where id = $1 returning *) update posts p set id = t.id from t where p.project_id = t.project_id',
    ['targets', 'posts'],
  ],
  ['insert into posts (project_id, id) values ($1, $2)', []],
  ['insert into posts (id, project_id) select id, project_id from targets', ['posts', 'targets']],
  ['select from posts p where project_id = $1 and exists (select from targets t where t.post_id = p.id)', ['targets']],
  [
    'select from posts p where project_id = $1 and exists (select from targets t where t.project_id = p.project_id)',
    [],
  ],
])('%s', async (text, tables) => {
  expect(await tablesOverProjects(text, new Set(['posts', 'targets']))).toEqual(tables);
});
