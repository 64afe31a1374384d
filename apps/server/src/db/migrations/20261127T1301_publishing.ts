import type { Knex } from 'knex';

/** Accounts, posts, their targets, the journal of network writes, and what is billed. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
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
      -- When it got its present status.
      status_since timestamptz not null default now(),
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
      -- Renewing the credential did not move its end: only a new consent does.
      end_is_fixed boolean not null default false,

      primary key (project_id, account_id),
      foreign key (project_id, account_id) references accounts on delete cascade);
    create index credentials_to_renew on credentials (renew_at) where renew_at is not null;
    create index credentials_that_end on credentials (ends_at) where ends_at is not null;
    create index credentials_of_grant on credentials (project_id, grant_id);

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
      consumed_at timestamptz,
      -- Set when the flow connected an account: the person's, where there are several. A used link says so to the browser that used it.
      account_id uuid);
    create index connect_attempts_by_expiry on connect_attempts (expires_at);

    create table posts (
      project_id uuid not null, id uuid not null,
      content text not null,
      media jsonb not null,
      -- Milliseconds, as callers see them: a list cursor made from them is exact.
      publish_at timestamptz(3),
      cancelled_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      -- The status of a post whose targets have all settled. Null: it is derived from the targets. The relay sets it with the event of the post.
      settled_as text check (settled_as in ('published', 'partial', 'failed')),
      -- A removal deleted a published target: a post left without targets stays published then, and is cancelled otherwise.
      had_published boolean not null default false,
      primary key (project_id, id));
    create index posts_newest_first on posts (project_id, created_at desc, id desc);
    create index posts_by_publish_at on posts (project_id, publish_at, id) where publish_at is not null;
    -- Every filter of the list of posts has an index in each of its orders (docs/adr/0029).
    create index posts_settled on posts (project_id, settled_as, created_at desc, id desc)
      where settled_as is not null;
    create index posts_settled_by_publish_at on posts (project_id, settled_as, publish_at, id)
      where settled_as is not null and publish_at is not null;
    create index posts_open_at_once on posts (project_id, created_at desc, id desc)
      where settled_as is null and cancelled_at is null and publish_at is null;
    create index posts_open_scheduled on posts (project_id, created_at desc, id desc)
      where settled_as is null and cancelled_at is null and publish_at is not null;
    create index posts_open_by_publish_at on posts (project_id, publish_at, id)
      where settled_as is null and cancelled_at is null and publish_at is not null;
    create index posts_cancelled on posts (project_id, created_at desc, id desc)
      where cancelled_at is not null;
    create index posts_cancelled_by_publish_at on posts (project_id, publish_at, id)
      where cancelled_at is not null and publish_at is not null;

    -- Posts whose failures somebody has dealt with.
    create table post_dismissals (
      project_id uuid not null, post_id uuid not null,
      dismissed_at timestamptz(3) not null default now(),
      primary key (project_id, post_id),
      foreign key (project_id, post_id) references posts on delete cascade);

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

    create table idempotency_keys (
      project_id uuid not null, key text not null,
      post_id uuid not null,
      -- Of the validated request; a used key with another body is refused.
      body_sha256 bytea not null,
      primary key (project_id, key));
    -- The body of an event names the idempotency key of its post.
    create index idempotency_keys_of_post on idempotency_keys (project_id, post_id);
    -- The key of a post that sends failed targets again begins with the id of the first post and ".again.".
    create index posts_sent_again on idempotency_keys (project_id, split_part(key, '.again.', 1)) where key like '%.again.%';

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
      -- Of the post; they never change. A list by account is read in its order from one index.
      post_created_at timestamptz(3) not null default now(), post_publish_at timestamptz(3),

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
      constraint done_with_its_comment check (not done or status <> 'published' or first_comment is null or comment_status <> 'none'))
      -- Pages keep a third of their space for new versions of their rows: an intent and a prolonged lease change no indexed column, so PostgreSQL writes no
      -- index where the new version fits beside the old one.
      with (fillfactor = 70);
    create index targets_of_post on targets (project_id, post_id, position);
    create index targets_of_account on targets (project_id, account_id, post_created_at desc, post_id desc);
    create index targets_of_account_by_publish_at on targets (project_id, account_id, post_publish_at, post_id)
      where post_publish_at is not null;
    -- Over all projects, by time alone: a claim finds what is due without reading what waits.
    create index targets_due on targets (run_at) where not done;
    -- A claim reads what no run holds, so it does not pass what is under way (docs/adr/0040). An owner changes with a claim and at the end of a run only: the
    -- lease is prolonged without a change to these indexes.
    create index targets_free on targets (platform, run_at) where not done and lease_owner is null;
    create index targets_held on targets (platform, run_at) where not done and lease_owner is not null;
    -- A claim finds the oldest of the next project by this index alone. It begins with an expression, so that PostgreSQL cannot read the primary key instead:
    -- that one begins with the project as well, looked cheaper, and read everything of the project at each turn.
    create index targets_free_in_turn on targets (greatest(project_id, project_id), platform, run_at)
      where not done and lease_owner is null;
    create index targets_suspect on targets (claims, run_at) where not done and claims >= 3;

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
  `);
