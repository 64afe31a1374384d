import type { Wrapping } from '../credentials/sealed-credential.ts';
import type { Database } from '../db/database.ts';
import { enqueue } from '../db/job-tables.ts';

export type MailKind = 'sign_in' | 'invitation' | 'webhook';

/** The content of a mail, encrypted with its own key, which is stored wrapped. */
export type SealedMail = Wrapping & { readonly sealed: Buffer };

export type NewMail = {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly content: SealedMail;
  /** After so many seconds the mail is useless. */
  readonly validSeconds: number;
};

export type MailLease = { readonly id: string; readonly token: number };

export type ClaimedMail = MailLease & {
  readonly kind: MailKind;
  readonly recipient: string;
  /** Before this attempt. */
  readonly attempts: number;
  readonly content: SealedMail;
};

type StoredMail = {
  id: string;
  kind: MailKind;
  recipient: string;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
  created_at: Date;
};

const contentOf = (row: StoredMail): SealedMail => ({
  keyId: row.key_id,
  wrappedKey: row.wrapped_key,
  sealed: row.sealed,
});

/** Claims due mails for so many seconds under a new fencing token, those that are due longest first. Another look follows then: this process may be killed. */
export async function claimMails(
  db: Database,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<ClaimedMail[]> {
  const { rows } = await db.query<StoredMail & { lease_token: number; attempts: number }>({
    name: 'claim_mails',
    text: `with due as (
             select id from mails
             where next_attempt_at <= now() and expires_at > now() and (lease_expires_at is null or lease_expires_at <= now())
             order by next_attempt_at limit $1 for update skip locked),
           look_again as (${enqueue('send-mails', 'now() + make_interval(secs => $2)')} and exists (select from due))
           update mails m set lease_token = m.lease_token + 1, lease_expires_at = now() + make_interval(secs => $2)
           from due where m.id = due.id
           returning m.id, m.kind, m.recipient, m.key_id, m.wrapped_key, m.sealed, m.created_at, m.lease_token, m.attempts`,
    values: [limit, leaseSeconds],
  });
  return rows.map((row) => ({
    id: row.id,
    token: row.lease_token,
    kind: row.kind,
    recipient: row.recipient,
    attempts: row.attempts,
    content: contentOf(row),
  }));
}

/** Prolongs the leases of mails that are being sent. */
export async function renewMails(db: Database, leases: readonly MailLease[], leaseSeconds: number): Promise<void> {
  await db.query({
    name: 'renew_mails',
    text: `update mails m set lease_expires_at = now() + make_interval(secs => $3)
           from unnest($1::uuid[], $2::bigint[]) as l(id, token)
           where m.id = l.id and m.lease_token = l.token and m.lease_expires_at is not null`,
    values: [leases.map(({ id }) => id), leases.map(({ token }) => token), leaseSeconds],
  });
}

const FORGET = 'key_id = null, wrapped_key = null, sealed = null';

/** Records that a mail was sent and deletes its content. */
export async function settleMailSent(db: Database, { id, token }: MailLease): Promise<void> {
  await db.query({
    text: `update mails set sent_at = now(), attempts = attempts + 1, error = null, next_attempt_at = null, lease_expires_at = null, ${FORGET}
           where id = $1 and lease_token = $2`,
    values: [id, token],
  });
}

/** Records a failed attempt. The next one is in so many seconds; null gives the mail up and deletes its content. */
export async function settleMailFailed(
  db: Database,
  { id, token }: MailLease,
  { error, nextInSeconds }: { readonly error: string; readonly nextInSeconds: number | null },
): Promise<void> {
  await db.query(
    nextInSeconds === null
      ? {
          text: `update mails set attempts = attempts + 1, error = $3, next_attempt_at = null, lease_expires_at = null, ${FORGET}
                 where id = $1 and lease_token = $2`,
          values: [id, token, error],
        }
      : {
          text: `with look_again as (${enqueue('send-mails', 'now() + make_interval(secs => $4)')})
                 update mails set attempts = attempts + 1, error = $3, next_attempt_at = now() + make_interval(secs => $4), lease_expires_at = null
                 where id = $1 and lease_token = $2`,
          values: [id, token, error, nextInSeconds],
        },
  );
}

export type MailState = 'waiting' | 'failing' | 'given_up' | 'sent';

/** How far a mail has come; null when there is none. */
export async function findMailState(db: Database, id: string): Promise<MailState | null> {
  const { rows } = await db.query<{ state: MailState }>({
    text: `select case when sent_at is not null then 'sent' when next_attempt_at is null then 'given_up'
             when error is not null then 'failing' else 'waiting' end as state from mails where id = $1`,
    values: [id],
  });
  return rows[0]?.state ?? null;
}

export type StoredContent = {
  readonly id: string;
  readonly recipient: string;
  readonly createdAt: Date;
  readonly content: SealedMail;
};

/** The last mails that still have content, newest first. */
export async function listUnsentMails(db: Database, limit: number): Promise<StoredContent[]> {
  const { rows } = await db.query<StoredMail>({
    text: 'select * from mails where sealed is not null and expires_at > now() order by created_at desc, id desc limit $1',
    values: [limit],
  });
  return rows.map((row) => ({
    id: row.id,
    recipient: row.recipient,
    createdAt: row.created_at,
    content: contentOf(row),
  }));
}

/** Deletes the content of useless mails, and mails that ended a day ago. */
export async function purgeMails(db: Database): Promise<void> {
  await db.query({
    text: `update mails set next_attempt_at = null, ${FORGET} where expires_at <= now() and (sealed is not null or next_attempt_at is not null)`,
  });
  await db.query({ text: `delete from mails where expires_at < now() - interval '1 day'` });
}
