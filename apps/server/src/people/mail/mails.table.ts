import type { Knex } from 'knex';
import type { Database } from '../../db/database.ts';
import { enqueue } from '../../db/job-tables.ts';
import { knex } from '../../db/knex.ts';
import { secondsFromNow } from '../../db/seconds-from-now.ts';
import type { Wrapping } from '../../process/key-ring.ts';

export type MailKind = 'sign_in' | 'invitation' | 'webhook';

export type SealedMail = Wrapping & { readonly sealed: Buffer };

export type NewMail = {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly content: SealedMail;
  /** Seconds after which the mail is useless. */
  readonly validSeconds: number;
};

export type MailLease = { readonly id: string; readonly token: number };

export type ClaimedMail = MailLease & {
  readonly kind: MailKind;
  readonly recipient: string;
  readonly attempts: number;
  readonly content: SealedMail;
};

const mails = (db: Database) => knex('mails').connection(db);

/** Mails of the newest lease. */
const heldMails = (db: Database, { id, token }: MailLease) => mails(db).where({ id, leaseToken: token });

const lookAt = (at: Knex.Raw, condition = ''): Knex.Raw => knex.raw(`${enqueue('send-mails', '?')} ${condition}`, [at]);

/** Claims due mails, longest due first, and schedules a look for the end of the lease. */
export async function claimMails(
  db: Database,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<ClaimedMail[]> {
  const due = knex('mails')
    .where('nextAttemptAt', '<=', knex.fn.now())
    .where('expiresAt', '>', knex.fn.now())
    .whereRaw('(lease_expires_at is null or lease_expires_at <= now())')
    .orderBy('nextAttemptAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .select('id');
  const rows = await mails(db)
    .with('due', due)
    .with('lookAgain', lookAt(secondsFromNow(leaseSeconds), 'and exists (select from due)'))
    .whereIn('id', knex('due').select('id'))
    .update({ leaseToken: knex.raw('lease_token + 1'), leaseExpiresAt: secondsFromNow(leaseSeconds) })
    .returning<(Omit<ClaimedMail, 'content'> & SealedMail)[]>([
      'id',
      'kind',
      'recipient',
      'keyId',
      'wrappedKey',
      'sealed',
      'leaseToken as token',
      'attempts',
    ]);
  return rows.map(({ keyId, wrappedKey, sealed, ...mail }) => ({ ...mail, content: { keyId, wrappedKey, sealed } }));
}

export async function renewMails(db: Database, leases: readonly MailLease[], leaseSeconds: number): Promise<void> {
  await mails(db)
    .whereIn(
      ['id', 'leaseToken'],
      leases.map(({ id, token }) => [id, token]),
    )
    .whereNotNull('leaseExpiresAt')
    .update({ leaseExpiresAt: secondsFromNow(leaseSeconds) });
}

/** Ends a mail and deletes its content. */
const FORGOTTEN = { keyId: null, wrappedKey: null, sealed: null, nextAttemptAt: null };

/** Records that a mail was sent and deletes its content. */
export async function settleMailSent(db: Database, lease: MailLease): Promise<void> {
  await heldMails(db, lease)
    .increment('attempts')
    .update({ sentAt: knex.fn.now(), error: null, leaseExpiresAt: null, ...FORGOTTEN });
}

/** Records a failed attempt. Null for `nextInSeconds` gives the mail up and deletes its content. */
export async function settleMailFailed(
  db: Database,
  lease: MailLease,
  { error, nextInSeconds }: { readonly error: string; readonly nextInSeconds: number | null },
): Promise<void> {
  const failed = heldMails(db, lease).increment('attempts');
  if (nextInSeconds === null) await failed.update({ error, leaseExpiresAt: null, ...FORGOTTEN });
  else {
    const nextAttemptAt = secondsFromNow(nextInSeconds);
    await failed.with('lookAgain', lookAt(nextAttemptAt)).update({ error, leaseExpiresAt: null, nextAttemptAt });
  }
}

export type MailState = 'waiting' | 'failing' | 'given_up' | 'sent';

export async function findMailState(db: Database, id: string): Promise<MailState | null> {
  const found = await mails(db)
    .where({ id })
    .first<{ state: MailState } | undefined>(
      knex.raw(`case when sent_at is not null then 'sent' when next_attempt_at is null then 'given_up'
        when error is not null then 'failing' else 'waiting' end as state`),
    );
  return found?.state ?? null;
}

export type StoredContent = {
  readonly id: string;
  readonly recipient: string;
  readonly createdAt: Date;
  readonly content: SealedMail;
};

/** Lists the newest mails with content, newest first. */
export async function listUnsentMails(db: Database, limit: number): Promise<StoredContent[]> {
  const rows = await mails(db)
    .whereNotNull('sealed')
    .where('expiresAt', '>', knex.fn.now())
    .orderByRaw('created_at desc, id desc')
    .limit(limit)
    .select<(Omit<StoredContent, 'content'> & SealedMail)[]>(
      'id',
      'recipient',
      'createdAt',
      'keyId',
      'wrappedKey',
      'sealed',
    );
  return rows.map(({ keyId, wrappedKey, sealed, ...mail }) => ({ ...mail, content: { keyId, wrappedKey, sealed } }));
}

/** Deletes the content of useless mails, and mails that ended a day ago. */
export async function purgeMails(db: Database): Promise<void> {
  await mails(db)
    .where('expiresAt', '<=', knex.fn.now())
    .whereRaw('(sealed is not null or next_attempt_at is not null)')
    .update(FORGOTTEN);
  await mails(db).whereRaw("expires_at < now() - interval '1 day'").delete();
}
