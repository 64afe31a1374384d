import type { Knex } from 'knex';

/** Options of a target: the mode of its link becomes one of them. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    -- The requested options that the platform has, by their names; null without any.
    alter table targets add column options jsonb;
    update targets set options = jsonb_build_object('link', link) where link is not null;
    alter table targets drop column link;
  `);
