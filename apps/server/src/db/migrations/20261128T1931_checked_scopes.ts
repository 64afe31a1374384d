import type { Knex } from 'knex';

/**
 * Checks the keys there are against the new condition, in a transaction of its own: writes go on.
 */
export const up = (knex: Knex): Promise<void> =>
  knex.raw('alter table api_keys validate constraint api_keys_scope_check');
