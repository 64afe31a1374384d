import type { Knex } from 'knex';

/** The label of this installation among cells behind one address (docs/adr/0069). */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    -- Its keys, links and cursors begin with it. Null for the only installation.
    alter table instance add column cell text;
  `);
