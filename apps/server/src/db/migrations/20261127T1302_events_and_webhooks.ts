import type { Knex } from 'knex';

/**
 * Events and their deliveries to webhooks (docs/adr/0026). Events have no foreign key to accounts,
 * posts and targets: `account.removed` outlives its account, and settles need no more checks. A
 * removal deletes the events of the rows that it deletes.
 */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    -- Written by the statement that changes the state. The relay gives a row its position and body, which makes it public.
    create table events (
      project_id uuid not null, id uuid not null,
      type text not null,
      -- What it is about.
      post_id uuid, target_id uuid, account_id uuid, platform text,
      -- What no other row keeps, or may be different when the body is rendered.
      facts jsonb not null default '{}',
      -- Unique in a project: an event that must occur once does.
      once text,
      -- Milliseconds, as callers see them.
      occurred_at timestamptz(3) not null default now(),
      -- The relay does not take it earlier.
      show_at timestamptz not null default now(),
      -- Its place among the public events of the project. Positions become visible in their order.
      position bigint check (position > 0),
      -- The bytes that every reader and every attempt gets.
      body text,
      primary key (project_id, id),
      constraint public_with_its_body check ((position is null) = (body is null)));
    create unique index events_once on events (project_id, once) where once is not null;
    create unique index events_by_position on events (project_id, position) where position is not null;
    create index events_by_type on events (project_id, type, position) where position is not null;
    -- A removal deletes by post, and what belongs to no post by account.
    create index events_of_post on events (project_id, post_id) where post_id is not null;
    create index events_of_account on events (project_id, account_id) where post_id is null and account_id is not null;
    -- Over all projects, by time alone.
    create index events_to_relay on events (show_at) where position is null;
    create index events_by_age on events (occurred_at);

    -- The last position of each project. The relay holds its lock until its positions are visible.
    create table event_positions (
      project_id uuid primary key,
      last bigint not null check (last >= 0));

    create table webhook_endpoints (
      project_id uuid not null, id uuid not null,
      url text not null,
      description text,
      -- Which events it gets; null for all of them.
      events text[], platforms text[], profile_id text,
      enabled boolean not null default true,
      -- Null while it is enabled.
      disabled_reason text, disabled_at timestamptz(3),

      -- The secret that signs, sealed as credentials are. Each rotation raises the version.
      secret_version bigint not null default 1,
      key_id text not null, wrapped_key bytea not null, sealed bytea not null,
      -- The secret before it, which signs beside it until then.
      previous_key_id text, previous_wrapped_key bytea, previous_sealed bytea, previous_secret_until timestamptz,

      -- Since its last success: when attempts began to fail, and how many have.
      failing_since timestamptz, failed_attempts int not null default 0,
      created_at timestamptz(3) not null default now(),
      -- After an answer 429 or 503 with Retry-After it gets nothing before.
      paused_until timestamptz,
      -- What owners have been mailed about since its last success, and when the last mail was written.
      mailed text check (mailed in ('failing', 'disabled')), mailed_at timestamptz,
      primary key (project_id, id),
      check (not enabled or disabled_reason is null and disabled_at is null),
      check ((previous_sealed is null) = (previous_secret_until is null)),
      check ((previous_sealed is null) = (previous_key_id is null) and (previous_sealed is null) = (previous_wrapped_key is null)),
      check ((failing_since is null) = (failed_attempts = 0)));
    create index webhook_endpoints_to_mail on webhook_endpoints (project_id, id)
      where disabled_reason <> 'by_caller' and mailed is distinct from 'disabled' or failing_since is not null and mailed is null;

    -- One event for one endpoint.
    create table webhook_deliveries (
      project_id uuid not null, id uuid not null,
      endpoint_id uuid not null, event_id uuid not null,
      -- missed: the endpoint was disabled; it is sent when someone requests it.
      state text not null check (state in ('pending', 'delivered', 'failed', 'missed')),
      -- Of the current round: a replay starts again.
      attempts int not null default 0 check (attempts >= 0),
      next_attempt_at timestamptz,
      -- Fencing token: only the attempt with the newest one may write.
      lease_token bigint not null default 0, lease_expires_at timestamptz,
      created_at timestamptz(3) not null default now(),
      primary key (project_id, id),
      unique (project_id, endpoint_id, event_id),
      foreign key (project_id, endpoint_id) references webhook_endpoints on delete cascade,
      foreign key (project_id, event_id) references events on delete cascade,
      constraint pending_has_its_time check ((state = 'pending') = (next_attempt_at is not null)),
      -- An attempt may be under way when the endpoint is disabled.
      check (lease_expires_at is null or state in ('pending', 'missed')));
    create index webhook_deliveries_of_event on webhook_deliveries (project_id, event_id);
    create index webhook_deliveries_newest_first on webhook_deliveries (project_id, endpoint_id, id desc);
    -- Of one endpoint, and over all projects by time alone.
    create index webhook_deliveries_due_of_endpoint on webhook_deliveries (project_id, endpoint_id, next_attempt_at) where state = 'pending';
    create index webhook_deliveries_in_flight on webhook_deliveries (project_id, endpoint_id) where lease_expires_at is not null;
    create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';

    create table webhook_attempts (
      project_id uuid not null, delivery_id uuid not null,
      -- Counted over all rounds of the delivery.
      number int not null check (number > 0),
      at timestamptz(3) not null default now(),
      duration_ms int not null check (duration_ms >= 0),
      -- Of the answer; null where none came.
      status int,
      -- Why it failed; null for a success.
      error text,
      -- The first KiB of the answer's body.
      response text,
      primary key (project_id, delivery_id, number),
      foreign key (project_id, delivery_id) references webhook_deliveries on delete cascade);
  `);
