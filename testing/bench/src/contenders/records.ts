import pg from 'pg';

/**
 * Rows that a worker stores so that a post is never published twice and never billed wrongly: an
 * intent before the call; the result, the ledger's row and the event after it. Each is one
 * statement for a batch of jobs, with its own commit.
 */
export type Records = {
  /** Returns the ids of the posts. */
  addPosts(count: number): Promise<readonly string[]>;
  intend(ids: readonly string[]): Promise<unknown>;
  settle(ids: readonly string[], answers: readonly string[]): Promise<unknown>;
};

const SCHEMA = `
  drop schema if exists bench_records cascade;
  create schema bench_records;
  set search_path = bench_records;
  create table posts (id uuid primary key default gen_random_uuid(), project_id uuid not null, content text not null, status text not null default 'scheduled',
    platform_post_id text, url text, published_at timestamptz);
  create table intents (post_id uuid primary key references posts, state text not null default 'intended', created_at timestamptz not null default now());
  create table ledger (id bigint generated always as identity primary key, project_id uuid not null, post_id uuid not null unique references posts, units int not null,
    created_at timestamptz not null default now());
  create table events (id bigint generated always as identity primary key, project_id uuid not null, type text not null, data jsonb not null,
    created_at timestamptz not null default now());
  create index on posts (project_id, status);
  create index on events (project_id, id);`;

const SETTLE = `
  with result as (
    select r.id, (r.answer::jsonb -> 'data' ->> 'id') as platform_post_id from unnest($1::uuid[], $2::text[]) r(id, answer)
  ), intent as (
    update intents i set state = 'done' from result r where i.post_id = r.id
  ), post as (
    update posts p set status = 'published', platform_post_id = r.platform_post_id, url = 'https://x.com/bench/status/' || r.platform_post_id, published_at = now()
    from result r where p.id = r.id returning p.id, p.project_id, p.url
  ), billed as (
    insert into ledger (project_id, post_id, units) select project_id, id, 1 from post
  )
  insert into events (project_id, type, data) select project_id, 'post.published', jsonb_build_object('id', id, 'url', url) from post`;

export async function openRecords(connectionString: string): Promise<Records> {
  const db = new pg.Pool({ connectionString, max: 20, options: '-c search_path=bench_records' });
  await db.query(SCHEMA);
  return {
    async addPosts(count) {
      const { rows } = await db.query<{ id: string }>(
        `insert into posts (project_id, content) select md5((n % 100)::text)::uuid, 'post ' || n from generate_series(1, $1::int) n returning id`,
        [count],
      );
      await db.query('analyze posts');
      return rows.map(({ id }) => id);
    },
    intend: (ids) =>
      db.query({ name: 'intend', text: 'insert into intents (post_id) select unnest($1::uuid[])', values: [ids] }),
    settle: (ids, answers) => db.query({ name: 'settle', text: SETTLE, values: [ids, answers] }),
  };
}
