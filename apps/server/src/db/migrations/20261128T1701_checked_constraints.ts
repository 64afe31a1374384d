import type { Knex } from 'knex';

/** Checks the rows there are against new constraints, in a transaction of its own: writes go on. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    alter table targets validate constraint a_follow_up_has_its_place;
    alter table write_intents validate constraint write_intents_kind_check;
  `);
