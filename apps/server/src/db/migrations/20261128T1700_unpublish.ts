import type { Knex } from 'knex';

/** Posts that were removed from their networks again (docs/adr/0077). */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    -- When the post of the target was deleted at its network, and why the last attempt failed, as code: message.
    alter table targets add column unpublished_at timestamptz(3), add column unpublish_error text;

    -- The journal also has deletions. The new condition allows whatever the old one does, so another migration checks the rows there are and holds up no write.
    alter table write_intents drop constraint write_intents_kind_check;
    alter table write_intents add constraint write_intents_kind_check
      check (kind in ('media', 'container', 'publish', 'comment', 'repost', 'unpublish')) not valid;

    -- One row while an attempt deletes the post of a target; one of a process that was killed waits for the next attempt.
    create table unpublishes (
      project_id uuid not null, target_id uuid not null,
      -- Fencing token: only the newest attempt may write.
      attempt_id uuid not null,
      lease_expires_at timestamptz not null,
      primary key (project_id, target_id),
      foreign key (project_id, target_id) references targets on delete cascade);
  `);
