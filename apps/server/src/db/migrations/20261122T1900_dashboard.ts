import type { Knex } from 'knex';

/** People, their sessions and mail, and what only the dashboard needs (docs/adr/0028). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Global: a person may belong to several workspaces.
    create table users (
      id uuid primary key,
      -- In lower case.
      email text not null unique,
      created_at timestamptz(3) not null default now());

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
      check (accepted_at is null or revoked_at is null));
    create unique index one_open_invitation on invitations (workspace_id, email) where accepted_at is null and revoked_at is null;

    -- A sign-in that waits for its link or code. Both are stored as hashes.
    create table sign_ins (
      id uuid primary key,
      email text not null,
      token_sha256 bytea not null unique,
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
      consumed_at timestamptz);
    create index sign_ins_by_expiry on sign_ins (expires_at);
    create index sign_ins_of_browser on sign_ins (browser_sha256);

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
      kind text not null check (kind in ('sign_in', 'invitation')),
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

    -- The link of the log by which the first person takes an installation; null before the first start and after its use.
    alter table instance add column setup_token_sha256 bytea;

    alter table api_keys
      add column scope text not null default 'all' check (scope in ('all', 'publish', 'read')),
      -- Null for keys of the operator's command.
      add column created_by uuid;

    create table drafts (
      project_id uuid not null, id uuid not null,
      -- The form as the composer keeps it.
      body jsonb not null,
      -- Of the post that it becomes.
      idempotency_key text not null,
      -- Raised by each save; an older save is refused.
      version int not null default 1,
      created_by uuid,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (project_id, id),
      unique (project_id, idempotency_key));

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

    -- Set when the flow connected an account: the person's, where there are several. A used link says so to the browser that used it.
    alter table connect_attempts add column account_id uuid;

    -- When an account got its present status.
    alter table accounts add column status_since timestamptz not null default now();
    update accounts set status_since = connected_at where status = 'active';

    create table project_logos (
      project_id uuid primary key,
      content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
      bytes bytea not null check (octet_length(bytes) <= 262144),
      sha256 bytea not null,
      updated_at timestamptz(3) not null default now());
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table project_logos, request_log, drafts, mails, sessions, sign_ins, invitations, memberships, users;
    alter table api_keys drop column scope, drop column created_by;
    alter table accounts drop column status_since;
    alter table connect_attempts drop column account_id;
    alter table instance drop column setup_token_sha256`);
}
