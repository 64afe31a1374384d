import type { Knex } from 'knex';

/** Removals that networks or operators ask for: recorded before anything is deleted, so that a crash in the middle loses none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Global: a removal names a person at a network and no project.
    create table removal_requests (
      id uuid primary key,
      -- Of the confirmation code. The code itself is the key to the status page and is stored nowhere.
      code_sha256 bytea not null unique,
      platform text not null,
      source text not null check (source in ('deauthorize', 'data_deletion', 'operator')),
      -- Whom it is about, only until it is done.
      platform_user_id text,
      -- What the person connected after this moment is a new consent and is not meant.
      connected_until timestamptz not null,
      requested_at timestamptz not null default now(),
      -- A process works on it until then; whoever comes later may take it up.
      taken_until timestamptz,
      completed_at timestamptz,
      check ((completed_at is null) = (platform_user_id is not null)));
    create index removal_requests_open on removal_requests (requested_at) where completed_at is null;

    create index platform_users_by_account on platform_users (project_id, account_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index platform_users_by_account;
    drop table removal_requests;
  `);
}
