import type { Knex } from 'knex';

/** Files that are made of hosted ones, for networks that do not take those as they are. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    create table media_variants (
      project_id uuid not null, media_id uuid not null,
      -- What was made: the name of a form, which says all that its bytes depend on.
      kind text not null,
      -- As that of a hosted file.
      key text not null check (key ~ '^[0-9a-f]{32}$'),
      content_type text not null,
      bytes bigint not null check (bytes > 0),
      sha256 text not null,
      facts jsonb not null,
      created_at timestamptz(3) not null default now(),
      primary key (project_id, media_id, kind),
      foreign key (project_id, media_id) references media on delete cascade);
    -- Random, so unique without an index that says so.
    create index media_variants_by_key on media_variants (key);
  `);
