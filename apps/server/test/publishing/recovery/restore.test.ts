import type { Post } from '@fanfare/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { failedTarget } from '../../expected-post.ts';
import { inMs } from '../../in-ms.ts';
import { runFanfare } from '../../operator/cli/run-fanfare.ts';
import { type Person, useServer } from '../../use-server.ts';

const REFUSAL =
  /^This is not the database that servers last used: another copy of the data, or an older state of it \(a restored backup, a promoted standby, or a copied installation\)\. Servers last used this data at \d{4}-\d\d-\d\dT[\d:.]+Z\. Posts that were published after the copy was made would be published again\. Before the server starts, run one of:\n {2}fanfare recover since <time the backup was taken> {3}marks what may have been published since as outcome_unknown\n {2}fanfare recover complete {28}when the copy holds every commit \(an orderly move, a synchronous standby\)$/;

const server = useServer({ options: { timings: { sweepMs: 600_000 } } });
let outside: pg.Client;
const copies: string[] = [];

beforeAll(async () => {
  outside = new pg.Client({ connectionString: inject('postgresUrl') });
  await outside.connect();
});
afterAll(async () => {
  for (const name of copies) await outside.query(`drop database if exists "${name}" with (force)`);
  await outside.end();
});

/**
 * A backup of the server's database as it is now, restored beside it. The server must have stopped.
 */
async function restore(): Promise<string> {
  const url = new URL(server.databaseUrl);
  const name = url.pathname.slice(1);
  const copy = `${name}_copy${copies.length}`;
  await outside.query('select pg_advisory_lock(4601)');
  await outside.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await outside.query(`create database "${copy}" template "${name}"`);
  await outside.query('select pg_advisory_unlock(4601)');
  copies.push(copy);
  url.pathname = `/${copy}`;
  return url.href;
}

async function inCopy<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

type Posts = { done: Post; due: Post; overdue: Post; running: Post; future: Post };
let ana: Person;
let posts: Posts;

beforeAll(async () => {
  ana = await server.person('x');
  const later = async (content: string) => (await ana.publish({ content, publishAt: inMs(3_600_000) })).body.post;
  posts = {
    done: (await ana.publish({ content: 'Done' })).body.post,
    due: await later('Due since the backup'),
    overdue: await later('Overdue when it was taken'),
    running: await later('Being published when it was taken'),
    future: await later('Still to come'),
  };
  const set = (content: string, columns: string) =>
    server.db.query({
      text: `update targets set ${columns} where post_id in (select id from posts where content = $1)`,
      values: [content],
    });
  await set(posts.due.content, "run_at = now() - interval '5 min'");
  await set(posts.overdue.content, "run_at = now() - interval '3 h'");
  await set(
    posts.running.content,
    "run_at = now(), lease_token = 1, lease_expires_at = now() + interval '60 s', deadline_at = now() + interval '2 min'",
  );
  await server.halt();
});

describe('a server', () => {
  test('refuses to start on a restored database, and does not change it', async () => {
    const copy = await restore();
    const before = await inCopy(copy, 'select * from restore_guard');
    for (const _ of [1, 2]) await expect(server.startAnother({ databaseUrl: copy })).rejects.toThrow(REFUSAL);
    expect(await inCopy(copy, 'select * from restore_guard')).toEqual(before);
    expect(await ana.posts()).toHaveLength(1);
  });
});

describe('fanfare recover since', () => {
  test('marks what may have been published, releases its quota, and lets the server start, which publishes none of it', async () => {
    const copy = await restore();
    const backup = new Date(Date.now() - 3_600_000).toISOString();
    // As PostgreSQL prints it.
    const printed = backup.replace('T', ' ').replace('Z', '+00');
    expect(await runFanfare(['recover', 'since', printed], { DATABASE_URL: copy })).toEqual({
      code: 0,
      stdout: '3 targets marked as outcome_unknown. The server may start on this database.\n',
      stderr: '',
    });
    const calls = (await ana.calls()).length;
    const restored = await server.startAnother({ databaseUrl: copy, options: { timings: { sweepMs: 50 } } });
    const project = ana.project.at(restored.baseUrl);
    await restored.tick();
    const unknown = {
      ...failedTarget(ana.account, { code: 'outcome_unknown' }),
      errorDetail: expect.objectContaining({
        code: 'outcome_unknown',
        message: `The database was restored from a backup of ${backup}. The post may have been published after that; check the account before you send it again.`,
        retryable: false,
      }),
    };
    for (const { id } of [posts.due, posts.overdue, posts.running]) {
      expect((await project.settled(id)).targets).toEqual([unknown]);
    }
    expect(await project.read(posts.done.id)).toEqual(posts.done);
    expect(await project.read(posts.future.id)).toEqual(posts.future);
    expect(await project.usage()).toMatchObject({ used: 1, reserved: 1 });
    expect((await ana.calls()).length).toBe(calls);
    expect(await runFanfare(['audit'], { DATABASE_URL: copy })).toMatchObject({ code: 0 });

    // Future posts are published at their time.
    await inCopy(copy, "update targets set run_at = now() where status = 'pending'");
    await restored.tick();
    expect((await project.settled(posts.future.id)).status).toBe('published');
    await restored.halt();
    await (await server.startAnother({ databaseUrl: copy })).halt();
  });

  test('a wrong call changes nothing and says what is wrong', async () => {
    const calls: [words: string[], sentence: string][] = [
      [['recover', 'since'], 'fanfare: <time> is missing.'],
      [
        ['recover', 'since', '2026-11-20T10:00:00'],
        'fanfare: "2026-11-20T10:00:00" is not a valid time: Must be an ISO 8601',
      ],
      [
        ['recover', 'since', '2099-01-01T00:00:00Z'],
        'fanfare: "2099-01-01T00:00:00Z" is in the future. Give the time the backup was taken.',
      ],
      [['recover'], 'fanfare: There is no command "recover". See: fanfare --help'],
    ];
    const state = () => inCopy(server.databaseUrl, 'select * from targets order by targets.id');
    const before = await state();
    const ends = await Promise.all(calls.map(([words]) => runFanfare(words, { DATABASE_URL: server.databaseUrl })));
    expect(ends.map(({ code, stdout, stderr }, i) => [code, stdout, stderr.slice(0, calls[i]![1].length)])).toEqual(
      calls.map(([, sentence]) => [1, '', sentence]),
    );
    expect(await state()).toEqual(before);
  });
});

test('fanfare recover complete lets the server start and marks nothing', async () => {
  const copy = await restore();
  expect(await runFanfare(['recover', 'complete'], { DATABASE_URL: copy })).toEqual({
    code: 0,
    stdout: 'The server may start on this database.\n',
    stderr: '',
  });
  const moved = await server.startAnother({ databaseUrl: copy });
  expect((await ana.project.at(moved.baseUrl).settled(posts.due.id)).status).toBe('published');
  await moved.halt();
});

test('a server starts again on the database it was stopped on', async () => {
  const again = await server.startAnother();
  expect((await fetch(`${again.baseUrl}/readyz`)).status).toBe(200);
  await again.halt();
});
