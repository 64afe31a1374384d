import type { Knex } from 'knex';

/** Removals that the other cells must carry out as well (docs/adr/0069). */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    -- One row for each cell, written with the removal. The cell gets it until it says that it is done.
    create table removal_passes (
      removal_id uuid not null references removal_requests on delete cascade,
      cell text not null,
      -- Of the person; deleted when the cell is done.
      platform_user_id text,
      completed_at timestamptz,
      primary key (removal_id, cell),
      check ((completed_at is null) = (platform_user_id is not null)));
    create index removal_passes_open on removal_passes (removal_id) where completed_at is null;
  `);
