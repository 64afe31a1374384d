import type { Knex } from 'knex';

/**
 * First schema. Written so that it can be distributed by project later (Citus): `project_id` leads every primary, unique and foreign key of a
 * project's data, no foreign key crosses projects, ids are UUIDv7 made by the application, and there are no sequences, triggers or PL/pgSQL.
 * Global tables (workspaces, projects, api_keys, connect_attempts, platform_users, instance) stay tiny.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table instance (
      id smallint primary key check (id = 1),
      -- A sealed known text: a wrong encryption key is found at start, before anything is written.
      canary bytea not null,
      created_at timestamptz not null default now());

    create table workspaces (
      id uuid primary key,
      name text not null,
      created_at timestamptz not null default now());

    create table projects (
      id uuid primary key,
      workspace_id uuid not null,
      name text not null,
      plan text not null,
      created_at timestamptz not null default now());
    create index projects_by_workspace on projects (workspace_id);

    create table api_keys (
      id uuid primary key,
      project_id uuid not null,
      name text not null,
      key_sha256 bytea not null unique,
      -- First 15 and last 4 characters, for people to tell keys apart.
      display text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz);
    create index api_keys_by_project on api_keys (project_id);

    create table connect_attempts (
      id uuid primary key,
      project_id uuid not null,
      platform text not null,
      profile_id text,
      redirect_url text,
      page_token_sha256 bytea not null unique,
      state_sha256 bytea unique,
      browser_sha256 bytea,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      consumed_at timestamptz);
    create index connect_attempts_by_expiry on connect_attempts (expires_at);

    -- Directory for removal requests, which name a person at the network and no project.
    create table platform_users (
      platform text not null,
      platform_user_id text not null,
      project_id uuid not null,
      account_id uuid not null,
      primary key (platform, platform_user_id, project_id, account_id));

    create table accounts (
      project_id uuid not null,
      id uuid not null,
      platform text not null,
      profile_id text,
      platform_user_id text not null,
      username text not null,
      status text not null check (status in ('active', 'expired', 'revoked')),
      status_reason text,
      hub jsonb,
      connected_at timestamptz not null,
      created_at timestamptz not null default now(),
      primary key (project_id, id),
      unique (project_id, platform, platform_user_id),
      check ((platform = 'hub') = (hub is not null)));

    create table credentials (
      project_id uuid not null,
      account_id uuid not null,
      version bigint not null,
      key_id text not null,
      wrapped_key bytea not null,
      sealed bytea not null,
      scopes text[] not null,
      expires_at timestamptz,
      updated_at timestamptz not null default now(),
      primary key (project_id, account_id),
      foreign key (project_id, account_id) references accounts on delete cascade);

    create table posts (
      project_id uuid not null,
      id uuid not null,
      content text not null,
      media jsonb not null,
      publish_at timestamptz(3),
      cancelled_at timestamptz(3),
      -- Milliseconds, as callers see it: a list cursor made from it is exact.
      created_at timestamptz(3) not null default now(),
      primary key (project_id, id));
    create index posts_newest_first on posts (project_id, created_at desc, id desc);

    create table idempotency_keys (
      project_id uuid not null,
      key text not null,
      post_id uuid not null,
      -- Of the validated request; tells a caller that a used key came with another body.
      body_sha256 bytea not null,
      primary key (project_id, key));

    create table targets (
      project_id uuid not null,
      id uuid not null,
      post_id uuid not null,
      account_id uuid not null,
      platform text not null,
      position smallint not null,
      -- Per-target overrides; null means the post's own.
      content text,
      media jsonb,
      first_comment text,
      ai_generated boolean not null default false,
      space_slug text,

      status text not null default 'pending' check (status in ('pending', 'published', 'failed')),
      error_detail jsonb,
      platform_post_id text,
      url text,
      published_at timestamptz,
      comment_status text not null default 'none' check (comment_status in ('none', 'published', 'failed', 'unsupported')),
      comment_id text,
      comment_error text,

      -- Execution: the row is the schedule and the lease.
      bucket smallint not null,
      run_at timestamptz not null,
      phase text not null default 'waiting',
      done boolean not null default false,
      lease_token bigint not null default 0,
      lease_owner text,
      lease_expires_at timestamptz,
      claims int not null default 0,
      deadline_at timestamptz,
      settled_at timestamptz,

      primary key (project_id, id),
      foreign key (project_id, post_id) references posts on delete cascade,
      foreign key (project_id, account_id) references accounts on delete cascade,
      check (not done or status <> 'pending'),
      check ((status = 'failed') = (error_detail is not null)),
      check ((status = 'published') = (published_at is not null)),
      check ((status = 'pending') = (settled_at is null)));
    create index targets_of_post on targets (project_id, post_id, position);
    create index targets_of_account on targets (project_id, account_id);
    create index targets_due on targets (bucket, run_at) where not done;

    -- The attempt journal: a row is committed before each network mutation.
    create table write_intents (
      project_id uuid not null,
      id uuid not null,
      target_id uuid not null,
      kind text not null check (kind in ('media', 'container', 'publish', 'comment', 'repost')),
      ordinal int not null default 0,
      lease_token bigint not null,
      state text not null check (state in ('intended', 'accepted', 'rejected', 'not_sent', 'unknown', 'absent')),
      handle text,
      remote_id text,
      detail text,
      sends int not null default 1,
      intended_at timestamptz not null default clock_timestamp(),
      resolved_at timestamptz,
      primary key (project_id, id),
      foreign key (project_id, target_id) references targets on delete cascade);
    create index write_intents_of_target on write_intents (project_id, target_id);
    -- The safety property: the database itself refuses a second public write while one is open, unknown or accepted.
    create unique index one_public_write on write_intents (project_id, target_id, kind)
      where kind in ('publish', 'comment', 'repost') and state in ('intended', 'accepted', 'unknown');

    create table quota_periods (
      project_id uuid not null,
      period_start date not null,
      allowance bigint not null,
      overage boolean not null,
      reserved bigint not null default 0 check (reserved >= 0),
      used bigint not null default 0 check (used >= 0),
      primary key (project_id, period_start),
      constraint never_over check (overage or used + reserved <= allowance));

    create table reservations (
      project_id uuid not null,
      subject text not null,
      kind text not null check (kind in ('publish', 'comment', 'repost')),
      period_start date not null,
      units int not null check (units >= 0),
      state text not null check (state in ('held', 'billed', 'released')),
      primary key (project_id, subject, kind));

    -- Append-only ledger; the unique key bills a network write at most once.
    create table usage_events (
      project_id uuid not null,
      id uuid not null,
      subject text not null,
      kind text not null check (kind in ('publish', 'comment', 'repost')),
      period_start date not null,
      units int not null,
      at timestamptz not null default now(),
      primary key (project_id, id),
      unique (project_id, subject, kind));

    -- One counter per API key and limit; losing it in a crash costs nothing.
    create unlogged table rate_limits (
      key_id uuid not null,
      name text not null,
      -- Generic cell rate algorithm: the theoretical arrival time of the next request.
      tat timestamptz not null,
      primary key (key_id, name));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table rate_limits, usage_events, reservations, quota_periods, write_intents, targets, idempotency_keys, posts, credentials, accounts,
      platform_users, connect_attempts, api_keys, projects, workspaces, instance cascade`);
}
