import type { Knex } from 'knex';

/** Reposts: one row for an account and a post at its network, whether the service published that post or not. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reposts (
      project_id uuid not null,
      account_id uuid not null,
      -- The network's own id of the post that is reposted.
      platform_post_id text not null,
      state text not null check (state in ('attempting', 'reposted', 'failed')),
      -- Whoever is attempting it: what another attempt says of it does not count.
      attempt_id uuid not null,
      lease_expires_at timestamptz,
      -- A call was begun whose end is not known: it may be live whatever a later one is answered.
      in_doubt boolean not null default false,
      platform_repost_id text,
      -- As code: message, for the caller.
      error text,
      created_at timestamptz not null default now(),
      reposted_at timestamptz,
      primary key (project_id, account_id, platform_post_id),
      foreign key (project_id, account_id) references accounts on delete cascade,
      check ((state = 'attempting') = (lease_expires_at is not null)),
      check ((state = 'failed') = (error is not null)),
      check ((state = 'reposted') = (reposted_at is not null)),
      check (state <> 'reposted' or not in_doubt));
    create index reposts_attempted on reposts (lease_expires_at) where state = 'attempting';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table reposts');
}
