import type { Knex } from 'knex';

/**
 * The first schema. It can be distributed by project later (Citus): `project_id` leads every primary, unique and foreign key of a project's data, no foreign
 * key crosses projects, ids are UUIDv7 made by the application, and there are no sequences, triggers or PL/pgSQL. Global tables stay tiny.
 *
 * The restore guard compares the order in which these tables were made: `instance` comes first.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Global tables: they belong to no project, or are read before the project is known.

    create table instance (
      id smallint primary key check (id = 1),
      -- A known text, sealed. A wrong encryption key is noticed at start, before anything is written.
      canary bytea not null,
      created_at timestamptz not null default now());

    -- One row that only the restore guard writes. PostgreSQL keeps the id of the transaction that wrote a row as xmin; a row that a restore loads names
    -- another transaction than its own.
    create table restore_guard (
      id smallint primary key check (id = 1),
      -- Which copy of the data a server last worked with; null before the first start.
      fingerprint text,
      -- When a server last recorded that it works here, by the clock of the database. It never goes back.
      epoch timestamptz(3) not null,
      written_by xid);
    insert into restore_guard (id, epoch, written_by) values (1, clock_timestamp(), pg_current_xact_id()::xid);

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
      -- The first 15 and last 4 characters, by which people recognise a key.
      display text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz, revoked_at timestamptz);
    create index api_keys_by_project on api_keys (project_id);

    -- Connect links and OAuth flows. Links and states are stored as hashes: who reads the table cannot use them.
    create table connect_attempts (
      id uuid primary key,
      project_id uuid not null,
      platform text not null,
      profile_id text,
      redirect_url text,
      page_token_sha256 bytea not null unique,
      state_sha256 bytea unique,
      -- Of the browser that began the flow; only that browser may end it.
      browser_sha256 bytea,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      consumed_at timestamptz);
    create index connect_attempts_by_expiry on connect_attempts (expires_at);

    -- A directory for removal requests, which name a person at a network and no project.
    create table platform_users (
      platform text not null, platform_user_id text not null,
      project_id uuid not null, account_id uuid not null,
      primary key (platform, platform_user_id, project_id, account_id));
    create index platform_users_by_account on platform_users (project_id, account_id);

    -- Removals that networks or operators request. The row is committed before anything is deleted, so that no crash loses a removal.
    create table removal_requests (
      id uuid primary key,
      -- Of the confirmation code. The code itself opens the status page and is stored nowhere.
      code_sha256 bytea not null unique,
      platform text not null,
      source text not null check (source in ('deauthorize', 'data_deletion', 'operator')),
      -- Of the person; deleted when the removal is done.
      platform_user_id text,
      -- What the person connected after this moment is a new consent and stays.
      connected_until timestamptz not null,
      requested_at timestamptz not null default now(),
      -- The lease of the process that works on it; after it any other may continue.
      taken_until timestamptz,
      completed_at timestamptz,
      check ((completed_at is null) = (platform_user_id is not null)));
    create index removal_requests_open on removal_requests (requested_at) where completed_at is null;

    -- The data of a project.

    create table accounts (
      project_id uuid not null, id uuid not null,
      platform text not null,
      -- The caller's own name for whose account it is.
      profile_id text,
      platform_user_id text not null,
      username text not null,
      status text not null check (status in ('active', 'expired', 'revoked')), status_reason text,
      hub jsonb,
      connected_at timestamptz not null,
      created_at timestamptz not null default now(),
      primary key (project_id, id),
      unique (project_id, platform, platform_user_id),
      check ((platform = 'hub') = (hub is not null)));

    create table credentials (
      project_id uuid not null, account_id uuid not null,
      version bigint not null,
      -- Sealed with a key of its own, which the encryption key with this id wraps.
      key_id text not null, wrapped_key bytea not null, sealed bytea not null,
      scopes text[] not null,
      expires_at timestamptz,
      updated_at timestamptz not null default now(),

      -- Accounts of one consent hold copies of one token (a LinkedIn member and its pages): they are renewed, and expire, together.
      grant_id uuid not null default gen_random_uuid(),
      -- When background refresh looks at it next, by the clock of the servers; null for never.
      renew_at timestamptz,
      -- When the account stops working unless it is renewed or reconnected; null where the network gives no end.
      ends_at timestamptz,
      renewal_failures int not null default 0,
      -- One process asks the network at a time: a fencing token, and a lease by the clock of the database.
      renewal_token bigint not null default 0,
      renewal_until timestamptz,
      -- The answer to a renewal was lost: a refresh token that works once may be used up.
      renewal_in_doubt boolean not null default false,

      primary key (project_id, account_id),
      foreign key (project_id, account_id) references accounts on delete cascade);
    create index credentials_to_renew on credentials (renew_at) where renew_at is not null;
    create index credentials_that_end on credentials (ends_at) where ends_at is not null;
    create index credentials_of_grant on credentials (project_id, grant_id);

    create table posts (
      project_id uuid not null, id uuid not null,
      content text not null,
      media jsonb not null,
      -- Milliseconds, as callers see them: a list cursor made from them is exact.
      publish_at timestamptz(3),
      cancelled_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (project_id, id));
    create index posts_newest_first on posts (project_id, created_at desc, id desc);
    create index posts_by_publish_at on posts (project_id, publish_at, id) where publish_at is not null;

    create table idempotency_keys (
      project_id uuid not null, key text not null,
      post_id uuid not null,
      -- Of the validated request; a used key with another body is refused.
      body_sha256 bytea not null,
      primary key (project_id, key));

    -- One post at one account. The row is also its schedule and the lease of the run that publishes it.
    create table targets (
      project_id uuid not null, id uuid not null,
      post_id uuid not null, account_id uuid not null,
      platform text not null,
      -- Place in the request.
      position smallint not null,

      -- Overrides of the target; null means the post's own.
      content text, media jsonb, first_comment text, ai_generated boolean not null default false, space_slug text,
      -- What the caller asked for the link in the text; null where nothing was asked.
      link text check (link in ('auto', 'none')),

      status text not null default 'pending' check (status in ('pending', 'published', 'failed')),
      error_detail jsonb,
      platform_post_id text, url text, published_at timestamptz,
      -- What the post was published without.
      warnings jsonb not null default '[]',
      comment_status text not null default 'none' check (comment_status in ('none', 'published', 'failed', 'unsupported')),
      comment_id text, comment_error text,

      run_at timestamptz not null,
      -- For people who read the table; no statement depends on it.
      phase text not null default 'waiting',
      -- Nothing is left to do, for the first comment neither.
      done boolean not null default false,
      -- Fencing token: only the run with the newest one may write.
      lease_token bigint not null default 0, lease_owner text, lease_expires_at timestamptz,
      -- Runs in a row that ended without settling the target.
      claims int not null default 0,
      -- How long one run may take; a run sets the deadline from it when it begins.
      budget_seconds int not null default 150 check (budget_seconds > 0),
      deadline_at timestamptz, settled_at timestamptz,

      primary key (project_id, id),
      foreign key (project_id, post_id) references posts on delete cascade,
      foreign key (project_id, account_id) references accounts on delete cascade,
      check (not done or status <> 'pending'),
      check ((status = 'failed') = (error_detail is not null)),
      check ((status = 'published') = (published_at is not null)),
      check ((status = 'pending') = (settled_at is null)),
      constraint failed_comment_says_why check ((comment_status = 'failed') = (comment_error is not null)),
      constraint only_a_live_comment_has_an_id check (comment_id is null or comment_status = 'published'),
      constraint no_comment_without_its_post check (comment_status not in ('published', 'failed') or status = 'published'),
      constraint done_with_its_comment check (not done or status <> 'published' or first_comment is null or comment_status <> 'none'));
    create index targets_of_post on targets (project_id, post_id, position);
    create index targets_of_account on targets (project_id, account_id);
    -- Over all projects, by time alone: a claim finds what is due without reading what waits.
    create index targets_due on targets (run_at) where not done;

    -- The attempt journal: a row is committed before each network write.
    create table write_intents (
      project_id uuid not null, id uuid not null,
      target_id uuid not null,
      kind text not null check (kind in ('media', 'container', 'publish', 'comment', 'repost')),
      ordinal int not null default 0,
      lease_token bigint not null,
      -- 'accepted_late': the write was taken for absent and another one was begun in its place, then the network reported it as accepted after all.
      state text not null check (state in ('intended', 'accepted', 'accepted_late', 'rejected', 'not_sent', 'unknown', 'absent')),
      handle text, remote_id text, detail text,
      sends int not null default 1,
      intended_at timestamptz not null default clock_timestamp(),
      resolved_at timestamptz,
      primary key (project_id, id),
      foreign key (project_id, target_id) references targets on delete cascade);
    create index write_intents_of_target on write_intents (project_id, target_id);
    -- The safety property: the database itself refuses a second public write while one is open, unknown or accepted.
    create unique index one_public_write on write_intents (project_id, target_id, kind)
      where kind in ('publish', 'comment', 'repost') and state in ('intended', 'accepted', 'unknown');

    -- One row for an account and a post at its network, whether the service published that post or not.
    create table reposts (
      project_id uuid not null, account_id uuid not null,
      -- The network's id of the post that is reposted.
      platform_post_id text not null,
      state text not null check (state in ('attempting', 'reposted', 'failed')),
      -- Fencing token: only the newest attempt may write.
      attempt_id uuid not null,
      lease_expires_at timestamptz,
      -- A call was begun and its result is not known: the repost may be live whatever a later call returns.
      in_doubt boolean not null default false,
      platform_repost_id text,
      -- As code: message, for the caller.
      error text,
      created_at timestamptz not null default now(),
      reposted_at timestamptz,
      primary key (project_id, account_id, platform_post_id),
      foreign key (project_id, account_id) references accounts on delete cascade,
      check ((state = 'attempting') = (lease_expires_at is not null)),
      check ((state = 'failed') = (error is not null)),
      check ((state = 'reposted') = (reposted_at is not null)),
      check (state <> 'reposted' or not in_doubt));
    create index reposts_attempted on reposts (lease_expires_at) where state = 'attempting';

    -- The counter of a project and month. The constraint refuses what the plan does not allow, however many requests come at once.
    create table quota_periods (
      project_id uuid not null, period_start date not null,
      allowance bigint not null,
      overage boolean not null,
      reserved bigint not null default 0 check (reserved >= 0),
      used bigint not null default 0 check (used >= 0),
      primary key (project_id, period_start),
      constraint never_over check (overage or used + reserved <= allowance));

    -- Units held for a network write until it is billed or fails. The subject names a target or repost.
    create table reservations (
      project_id uuid not null,
      subject text not null,
      kind text not null check (kind in ('publish', 'comment', 'repost')),
      period_start date not null,
      units int not null check (units >= 0),
      state text not null check (state in ('held', 'billed', 'released')),
      primary key (project_id, subject, kind));

    -- The ledger only grows; the unique key bills a network write at most once.
    create table usage_events (
      project_id uuid not null, id uuid not null,
      subject text not null,
      kind text not null check (kind in ('publish', 'comment', 'repost')),
      period_start date not null,
      units int not null,
      at timestamptz not null default now(),
      primary key (project_id, id),
      unique (project_id, subject, kind));

    -- Global: one counter per API key and limit. A crash of the database may empty it, which costs nothing.
    create unlogged table rate_limits (
      key_id uuid not null, name text not null,
      -- Generic cell rate algorithm: the theoretical arrival time of the next request.
      tat timestamptz not null,
      primary key (key_id, name));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table rate_limits, usage_events, reservations, quota_periods, reposts, write_intents, targets, idempotency_keys, posts, credentials, accounts,
      removal_requests, platform_users, connect_attempts, api_keys, projects, workspaces, restore_guard, instance`);
}
