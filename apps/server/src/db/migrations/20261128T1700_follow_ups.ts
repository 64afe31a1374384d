import type { Knex } from 'knex';

/** Posts that follow the post of a target: the rest of its chain, and further comments. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    alter table targets
      -- The target that this one belongs to, at the same account; null for a target of the request.
      add column follows uuid,
      add column follow_up_kind text check (follow_up_kind in ('thread', 'comment')),
      -- Place in the chain or among the comments.
      add column follow_up_index smallint,
      -- Pause between the post and this comment.
      add column after_seconds int,
      -- The network's id of the post that this one answers; known when that one is live.
      add column reply_to text,
      -- When it fell due. Until then run_at is infinite, so that no run claims it.
      add column due_at timestamptz,
      -- What settles it starts or skips others.
      add column has_follow_ups boolean not null default false,
      -- Another migration checks the rows there are and holds up no write.
      add constraint a_follow_up_has_its_place check (
        (follows is null) = (follow_up_kind is null) and (follows is null) = (follow_up_index is null)) not valid;
  `);
