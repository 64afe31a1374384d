import type { Knex } from 'knex';

/**
 * The installation, its projects and its people (docs/adr/0028).
 *
 * The schema can be distributed by project later (Citus): `project_id` leads every primary, unique
 * and foreign key of a project's data, no foreign key crosses projects, ids are UUIDv7 made by the
 * application, and there are no sequences, triggers or PL/pgSQL. Global tables stay tiny.
 *
 * The restore guard compares the order of these tables: `instance` comes first.
 */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    create table instance (
      id smallint primary key check (id = 1),
      -- A known text, sealed. A wrong encryption key is noticed at start, before anything is written.
      canary bytea not null,
      created_at timestamptz not null default now(),
      -- The link of the log by which the first person takes an installation; null before the first start and after its use.
      setup_token_sha256 bytea, setup_token_expires_at timestamptz);

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

    create table project_logos (
      project_id uuid primary key,
      content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
      bytes bytea not null check (octet_length(bytes) <= 262144),
      sha256 bytea not null,
      updated_at timestamptz(3) not null default now());

    create table api_keys (
      id uuid primary key,
      project_id uuid not null,
      name text not null,
      key_sha256 bytea not null unique,
      -- The first 15 and last 4 characters, by which people recognise a key.
      display text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz, revoked_at timestamptz,
      scope text not null default 'all' check (scope in ('all', 'publish', 'read')),
      -- Null for keys of the operator's command.
      created_by uuid);
    create index api_keys_by_project on api_keys (project_id);

    -- Global: one counter per API key and limit. A crash of the database may empty it, which costs nothing.
    create unlogged table rate_limits (
      key_id uuid not null, name text not null,
      -- Generic cell rate algorithm: the theoretical arrival time of the next request.
      tat timestamptz not null,
      primary key (key_id, name));

    -- The last API calls, without bodies.
    create table request_log (
      project_id uuid not null, id uuid not null,
      at timestamptz(3) not null,
      method text not null, path text not null,
      status int not null, duration_ms int not null,
      request_id text not null,
      -- Which key called; null for the dashboard.
      key_id uuid,
      error_code text, error_message text,
      primary key (project_id, id));
    create index request_log_errors on request_log (project_id, id desc) where status >= 400;
    create index request_log_by_age on request_log (at);

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

    -- Global: a person may belong to several workspaces.
    create table users (
      id uuid primary key,
      -- In lower case.
      email text not null unique,
      created_at timestamptz(3) not null default now(),
      -- When a link or code that reached the mailbox was used first, or a link of the operator.
      proven_at timestamptz);

    create table memberships (
      workspace_id uuid not null references workspaces on delete cascade,
      user_id uuid not null references users on delete cascade,
      role text not null check (role in ('owner', 'member')),
      created_at timestamptz(3) not null default now(),
      primary key (workspace_id, user_id));
    create index memberships_of_user on memberships (user_id);

    create table invitations (
      id uuid primary key,
      workspace_id uuid not null references workspaces on delete cascade,
      email text not null,
      role text not null check (role in ('owner', 'member')),
      token_sha256 bytea not null unique,
      invited_by uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz not null,
      -- At most one of the two.
      accepted_at timestamptz, revoked_at timestamptz,
      -- Whether who invited saw the link: using it then shows nothing about the address.
      is_link_shown boolean not null default true,
      check (accepted_at is null or revoked_at is null));
    create unique index one_open_invitation on invitations (workspace_id, email) where accepted_at is null and revoked_at is null;

    -- A sign-in that waits for its link or code. Both are stored as hashes.
    create table sign_ins (
      id uuid primary key,
      email text not null,
      -- Sign-ins that share a mail share its token.
      token_sha256 bytea not null,
      -- Of the browser that asked; only it is signed in. Null for a link of the operator, which signs in any browser.
      browser_sha256 bytea,
      -- Of the set-up link that was used to ask; its owner-to-be is signed in while it is valid.
      setup_token_sha256 bytea,
      -- The invitation that is accepted with it.
      invitation_id uuid,
      -- Shown to another browser that opens the link; null until it does.
      code_sha256 bytea,
      code_tries int not null default 0,
      -- What the mail and the page of the link say about who asked.
      user_agent text not null,
      -- Where to go afterwards, a path of the dashboard.
      next text,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz not null,
      consumed_at timestamptz,
      -- The sign-in whose mail this one uses; null for one with a mail of its own.
      mail_id uuid);
    create index sign_ins_by_expiry on sign_ins (expires_at);
    create index sign_ins_of_browser on sign_ins (browser_sha256);
    create index sign_ins_by_token on sign_ins (token_sha256);
    create index sign_ins_of_address on sign_ins (email, created_at);

    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      secret_sha256 bytea not null unique,
      user_agent text not null,
      created_at timestamptz(3) not null default now(),
      last_seen_at timestamptz(3) not null default now(),
      expires_at timestamptz not null);
    create index sessions_of_user on sessions (user_id);
    create index sessions_by_expiry on sessions (expires_at);

    -- Mail that is to be sent. The content is sealed, because it holds links that sign in.
    create table mails (
      id uuid primary key,
      kind text not null check (kind in ('sign_in', 'invitation', 'webhook')),
      recipient text not null,
      -- The content; null once the mail was sent or is useless.
      key_id text, wrapped_key bytea, sealed bytea,
      created_at timestamptz(3) not null default now(),
      -- After it the mail is useless.
      expires_at timestamptz not null,
      attempts int not null default 0,
      -- Null once it was sent or given up.
      next_attempt_at timestamptz,
      lease_token bigint not null default 0, lease_expires_at timestamptz,
      -- The error is of the last attempt that failed.
      sent_at timestamptz, error text,
      check ((key_id is null) = (wrapped_key is null) and (key_id is null) = (sealed is null)));
    create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;
    create index mails_by_expiry on mails (expires_at);
  `);
