import type { Knex } from 'knex';

/** Histories of the data, and which server has found its commits in them (docs/adr/0063). */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    -- The cluster and the timeline that servers wrote to. Each promotion of a standby begins a new one.
    create table histories (
      history text primary key,
      -- No transaction from this one on belongs to an earlier history: its number may have been given twice.
      first_xid xid8 not null,
      began_at timestamptz(3) not null default now(),
      -- When an operator last accepted the data as they are; commits that a server confirmed before may be gone.
      accepted_at timestamptz(3));

    -- One row for each server that runs, or ended in a crash.
    create table servers (
      id uuid primary key,
      -- Which history has all commits of the server.
      history text not null,
      seen_at timestamptz(3) not null);
  `);
