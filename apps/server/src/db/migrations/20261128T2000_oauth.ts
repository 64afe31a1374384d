import type { Knex } from 'knex';

/** Apps that people connect with OAuth, which act as keys with an end (docs/adr/0081). */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    -- A connected app is a key whose secrets change: they are in oauth_tokens. Its end is the one that the person chose.
    alter table api_keys
      alter column key_sha256 drop not null,
      add column expires_at timestamptz,
      -- The client id of an app; null for a key that somebody keeps.
      add column oauth_client text,
      add constraint an_app_has_no_secret check ((key_sha256 is null) = (oauth_client is not null)),
      add constraint an_app_ends check (oauth_client is null or expires_at is not null);

    -- Clients that have registered themselves. Those with a metadata document have no row.
    create table oauth_clients (
      id uuid primary key,
      name text not null,
      redirect_uris jsonb not null,
      created_at timestamptz(3) not null default now(),
      -- When a person last approved it; null before the first time.
      approved_at timestamptz);
    create index oauth_clients_by_age on oauth_clients (created_at);

    -- Authorization codes, as hashes, with what the person approved.
    create table oauth_codes (
      code_sha256 bytea primary key,
      project_id uuid not null,
      user_id uuid not null,
      oauth_client text not null,
      -- How the app is named and shown in lists.
      name text not null, display text not null,
      scope text not null,
      -- Days until the app is no longer connected.
      days int not null,
      redirect_uri text not null,
      -- S256 of the verifier.
      challenge text not null,
      expires_at timestamptz not null,
      -- The key that was made of it; a second use revokes that key.
      key_id uuid);
    create index oauth_codes_by_expiry on oauth_codes (expires_at);

    -- Tokens of connected apps, as hashes.
    create table oauth_tokens (
      token_sha256 bytea primary key,
      project_id uuid not null,
      key_id uuid not null references api_keys on delete cascade,
      kind text not null check (kind in ('access', 'refresh')),
      -- The refresh token that was traded for this one.
      parent_sha256 bytea,
      -- A refresh token that comes later, but before it expires, has been used by two.
      usable_until timestamptz not null,
      expires_at timestamptz not null);
    create index oauth_tokens_of_key on oauth_tokens (key_id);
    create index oauth_tokens_by_expiry on oauth_tokens (expires_at);
  `);
