import type { Knex } from 'knex';
import { buildIndex, underShortLock } from '../without-stopping.ts';

/** The index is built beside servers of the version before, so outside a transaction. */
export const config = { transaction: false };

/** Owners get a mail when a webhook keeps failing, and when it was disabled because of its answers. */
export async function up(knex: Knex): Promise<void> {
  await underShortLock(
    knex,
    `-- What owners have been mailed about since its last success, and when the last mail was written.
     alter table webhook_endpoints add column if not exists mailed text check (mailed in ('failing', 'disabled')),
       add column if not exists mailed_at timestamptz;
     alter table mails drop constraint if exists mails_kind_check,
       add constraint mails_kind_check check (kind in ('sign_in', 'invitation', 'webhook'))`,
  );
  await buildIndex(
    knex,
    'webhook_endpoints_to_mail',
    `webhook_endpoints (project_id, id)
     where disabled_reason <> 'by_caller' and mailed is distinct from 'disabled' or failing_since is not null and mailed is null`,
  );
}

export const down = (knex: Knex): Promise<void> =>
  underShortLock(
    knex,
    `delete from mails where kind = 'webhook';
     alter table mails drop constraint mails_kind_check, add constraint mails_kind_check check (kind in ('sign_in', 'invitation'));
     alter table webhook_endpoints drop column mailed, drop column mailed_at`,
  );
