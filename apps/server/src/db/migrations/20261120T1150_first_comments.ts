import type { Knex } from 'knex';

/** What a first comment can be, whoever writes it: as with targets, a state that means nothing is refused by the database itself. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table targets
      add constraint failed_comment_says_why check ((comment_status = 'failed') = (comment_error is not null)),
      add constraint only_a_live_comment_has_an_id check (comment_id is null or comment_status = 'published'),
      add constraint no_comment_without_its_post check (comment_status not in ('published', 'failed') or status = 'published'),
      add constraint done_with_its_comment check (not done or status <> 'published' or first_comment is null or comment_status <> 'none');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table targets drop constraint failed_comment_says_why, drop constraint only_a_live_comment_has_an_id,
      drop constraint no_comment_without_its_post, drop constraint done_with_its_comment;
  `);
}
