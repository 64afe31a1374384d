import type { Knex } from 'knex';

/** How a write ends that was taken for absent, so that another was begun in its place, when its network says after all that it was accepted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table write_intents drop constraint write_intents_state_check;
    alter table write_intents add constraint write_intents_state_check
      check (state in ('intended', 'accepted', 'accepted_late', 'rejected', 'not_sent', 'unknown', 'absent'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update write_intents set state = 'absent' where state = 'accepted_late';
    alter table write_intents drop constraint write_intents_state_check;
    alter table write_intents add constraint write_intents_state_check
      check (state in ('intended', 'accepted', 'rejected', 'not_sent', 'unknown', 'absent'));
  `);
}
