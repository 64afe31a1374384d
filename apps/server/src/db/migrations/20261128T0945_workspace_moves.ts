import type { Knex } from 'knex';

/** Workspaces on their way between cells, and those that left (docs/adr/0070). */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    create table workspace_moves (
      workspace_id uuid primary key,
      -- leaving and left are written where the workspace was, arriving and copied where it goes. Arrived, it has no row.
      state text not null check (state in ('leaving', 'left', 'arriving', 'copied')),
      -- The label of the other cell.
      cell text not null,
      -- A move that was killed fences nothing after this time; one that has left for ever.
      fenced_until timestamptz not null,
      started_at timestamptz not null default now());

    -- Secrets of links that left with their workspace, as hashes. Whoever opens one is sent to the other cell.
    create table moved_links (
      token_sha256 bytea primary key,
      workspace_id uuid not null,
      cell text not null);
    create index moved_links_of_workspace on moved_links (workspace_id);
  `);
