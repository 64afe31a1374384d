import type { Knex } from 'knex';

/** Runs of a move, and hosted files that arrive before their workspace (docs/adr/0074). */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    -- The command that moves the workspace, and how long it may be silent. Another one goes on after that.
    alter table workspace_moves
      add column run_id uuid,
      add column run_until timestamptz not null default now();

    -- Bytes of hosted files that are in the store before their rows. Its clean-up leaves them alone.
    create table arriving_media (
      -- As in media.
      key text primary key,
      workspace_id uuid not null,
      -- Their checksum was compared.
      is_whole boolean not null default false);
    create index arriving_media_of_workspace on arriving_media (workspace_id);
  `);
