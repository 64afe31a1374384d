import type { Knex } from 'knex';
import type { Database } from '../../db/database.ts';
import { enqueue } from '../../db/job-tables.ts';
import { knex } from '../../db/knex.ts';
import { secondsFromNow } from '../../db/seconds-from-now.ts';
import type { NewMail } from './mails.table.ts';

/** Adds a mail, and a run of the job that sends it, to a statement: `.modify(withMail, mail)`. */
export function withMail(statement: Knex.QueryBuilder, mail: NewMail | null): void {
  if (!mail) return;
  const { id, kind, recipient, content, validSeconds } = mail;
  const row = {
    id,
    kind,
    recipient,
    ...content,
    expiresAt: secondsFromNow(validSeconds),
    nextAttemptAt: knex.fn.now(),
  };
  statement.with('mail', knex('mails').insert(row)).with('toSend', knex.raw(enqueue('send-mails')));
}

export const writeMail = async (db: Database, mail: NewMail): Promise<void> =>
  knex.queryBuilder().select(knex.raw('1')).modify(withMail, mail).connection(db);
