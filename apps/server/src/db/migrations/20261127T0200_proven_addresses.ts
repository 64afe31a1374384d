import type { Knex } from 'knex';
import { buildIndex, underShortLock } from '../without-stopping.ts';

/** Indexes are built beside servers of the version before, so outside a transaction. */
export const config = { transaction: false };

/** Who has shown that an address is theirs, and browsers that share the mail that was already sent to it (docs/adr/0050). */
export async function up(knex: Knex): Promise<void> {
  await underShortLock(
    knex,
    `-- When a link or code that reached the mailbox was used first, or a link of the operator.
     alter table users add column if not exists proven_at timestamptz;
     -- Whether who invited saw the link: using it then shows nothing about the address. Nobody knows it of earlier ones.
     alter table invitations add column if not exists is_link_shown boolean not null default true;
     -- The sign-in whose mail this one uses; null for one with a mail of its own.
     alter table sign_ins add column if not exists mail_id uuid;
     -- Sign-ins that share a mail share its token.
     alter table sign_ins drop constraint if exists sign_ins_token_sha256_key;
     alter table instance add column if not exists setup_token_expires_at timestamptz`,
  );
  await buildIndex(knex, 'sign_ins_by_token', 'sign_ins (token_sha256)');
  await buildIndex(knex, 'sign_ins_of_address', 'sign_ins (email, created_at)');
}

export const down = (knex: Knex): Promise<void> =>
  underShortLock(
    knex,
    `delete from sign_ins where mail_id is not null;
     drop index if exists sign_ins_by_token, sign_ins_of_address;
     alter table sign_ins drop column mail_id, add constraint sign_ins_token_sha256_key unique (token_sha256);
     alter table invitations drop column is_link_shown;
     alter table users drop column proven_at;
     alter table instance drop column setup_token_expires_at`,
  );
