import type { Knex } from 'knex';

/** Hosted files: their rows, and which posts use them. A store keeps their bytes. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    create table media (
      project_id uuid not null, id uuid not null,
      -- 128 random bits in hexadecimal: the name of the bytes in the store, and the secret part of the public address.
      key text not null check (key ~ '^[0-9a-f]{32}$'),
      status text not null default 'awaiting_upload' check (status in ('awaiting_upload', 'ready', 'refused')),
      filename text not null,
      -- As announced, and by its bytes once they are here.
      content_type text not null,
      bytes bigint not null check (bytes > 0),
      -- In hexadecimal; null where the caller has not named it.
      announced_sha256 text,
      sha256 text,
      -- Of the token of the upload's address; null once the bytes are here.
      upload_token_sha256 bytea, upload_expires_at timestamptz(3),
      -- What the file is.
      facts jsonb,
      -- Why it is refused, for the caller.
      error text,
      idempotency_key text, request_sha256 bytea,
      created_at timestamptz(3) not null default now(),
      -- When the job that deletes files looks at it next; its end may be later.
      look_at timestamptz not null,
      primary key (project_id, id),
      unique (project_id, idempotency_key),
      check ((idempotency_key is null) = (request_sha256 is null)),
      check ((upload_token_sha256 is null) = (upload_expires_at is null)),
      constraint no_upload_after_the_end check (status = 'awaiting_upload' or upload_token_sha256 is null),
      constraint ready_with_its_facts check (status <> 'ready' or (facts is not null and sha256 is not null)),
      constraint refused_says_why check ((status = 'refused') = (error is not null)));
    -- Both are random, so they are unique without an index that says so: it could not begin with the project.
    create index media_by_key on media (key);
    create index media_by_upload_token on media (upload_token_sha256) where upload_token_sha256 is not null;
    -- Over all projects, by time alone.
    create index media_to_look_at on media (look_at);

    -- Written before its post, so that a recorded post has its files. That of a post that was never recorded counts for an hour.
    create table media_uses (
      project_id uuid not null, media_id uuid not null, post_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (project_id, media_id, post_id),
      foreign key (project_id, media_id) references media on delete cascade);
    -- A removal deletes by post.
    create index media_uses_of_post on media_uses (project_id, post_id);

    -- Keys in the addresses of hosted files that the form names: a draft keeps its files.
    alter table drafts add column media_keys text[] not null default '{}';

    -- Name of the folder of hosted files, which holds it too. A server with another folder does not start.
    alter table instance add column media_folder_id uuid;
  `);
