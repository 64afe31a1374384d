import type { Knex } from 'knex';

/** The paid plan of an account at its network, on which rules may depend (docs/adr/0076). */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    -- In the network's word, such as X's Premium; null where it has named none.
    alter table accounts add column subscription text;
  `);
