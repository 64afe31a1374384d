import type { Knex } from 'knex';

/** What keeping accounts alive needs: when to renew, who is asking at the moment, and which accounts live on one and the same grant. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table credentials
      -- Accounts of one consent hold copies of one token (a LinkedIn member and the pages): they are renewed, and end, together.
      add column grant_id uuid not null default gen_random_uuid(),
      -- When the keeper looks at it again, by the clock of the servers; null for never.
      add column renew_at timestamptz,
      -- When the account stops unless somebody renews or reconnects it; null where the network names no end.
      add column ends_at timestamptz,
      add column renewal_failures int not null default 0,
      -- One process asks the network at a time: a lease by the clock of the database, and its fencing token.
      add column renewal_token bigint not null default 0,
      add column renewal_until timestamptz,
      -- The answer to a renewal was lost: a refresh token that works once may be spent.
      add column renewal_in_doubt boolean not null default false;

    -- Stored before this: long lives are renewed at their half, short ones have a refresh token that must not lie idle for months.
    update credentials set
      renew_at = case when expires_at - updated_at > interval '2 days' then updated_at + (expires_at - updated_at) / 2
                      else updated_at + interval '30 days' end,
      ends_at = case when expires_at - updated_at > interval '2 days' then expires_at end
    where expires_at is not null
      and exists (select from accounts a where a.project_id = credentials.project_id and a.id = credentials.account_id and a.status = 'active');

    create index credentials_to_renew on credentials (renew_at) where renew_at is not null;
    create index credentials_that_end on credentials (ends_at) where ends_at is not null;
    create index credentials_of_grant on credentials (project_id, grant_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index credentials_to_renew, credentials_that_end, credentials_of_grant;
    alter table credentials drop column grant_id, drop column renew_at, drop column ends_at, drop column renewal_failures,
      drop column renewal_token, drop column renewal_until, drop column renewal_in_doubt;
  `);
}
