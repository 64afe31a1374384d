import type { Knex } from 'knex';
import { knex } from '../db/knex.ts';
import { secondsFromNow } from '../db/seconds-from-now.ts';
import type { NewMail } from './mails.table.ts';

/** Writes a mail within the statement that makes what it is about, so that neither exists without the other: `.with('mail', insertMail(mail))`. */
export const insertMail = ({ id, kind, recipient, content, validSeconds }: NewMail): Knex.QueryBuilder =>
  knex('mails').insert({
    ...{ id, kind, recipient, ...content },
    expiresAt: secondsFromNow(validSeconds),
    nextAttemptAt: knex.fn.now(),
  });
