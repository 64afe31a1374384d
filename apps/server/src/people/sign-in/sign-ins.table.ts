import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import { secondsFromNow } from '../../db/seconds-from-now.ts';
import type { NewMail } from '../mail/mails.table.ts';
import { withMail } from '../mail/with-mail.table.ts';

/** Wrong codes after which a sign-in takes none. */
export const CODE_TRIES = 5;

export type SignInRow = {
  readonly id: string;
  /** Mail with its link. Several browsers may wait for one. */
  readonly mailId: string;
  readonly email: string;
  /** Hash of the requesting browser's secret; null for a link that signs in any browser. */
  readonly browserSha256: Buffer | null;
  readonly setupTokenSha256: Buffer | null;
  readonly invitationId: string | null;
  readonly userAgent: string;
  readonly next: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

const MAIL_ID = knex.raw('coalesce(mail_id, id) as mail_id');
const ROW = [
  ...['id', MAIL_ID, 'email', 'browserSha256', 'setupTokenSha256', 'invitationId', 'userAgent', 'next', 'createdAt'],
  'expiresAt',
];

const OPEN = 'consumed_at is null and expires_at > now()';

const openSignIns = (db: Database) => knex('signIns').connection(db).whereRaw(OPEN);

export type NewSignIn = Omit<SignInRow, 'mailId' | 'createdAt' | 'expiresAt'> & {
  readonly tokenSha256: Buffer;
  readonly validSeconds: number;
};

/** Records a sign-in with its mail; null for a link that is handed over. */
export async function recordSignIn(
  db: Database,
  { validSeconds, ...signIn }: NewSignIn,
  mail: NewMail | null,
): Promise<void> {
  await knex('signIns')
    .connection(db)
    .modify(withMail, mail)
    .insert({ ...signIn, expiresAt: secondsFromNow(validSeconds) });
}

/** Browsers that share a mail, beside the first one. A later one replaces the earliest. */
const MOST_SHARING = 100;

/** Lets a browser use the newest valid mail of an address. Returns false when there is none. */
export async function shareSignIn(
  db: Database,
  signIn: Omit<SignInRow, 'mailId' | 'createdAt' | 'expiresAt'>,
): Promise<boolean> {
  const { id, email, browserSha256, setupTokenSha256, invitationId, userAgent, next } = signIn;
  const { rows } = await knex
    .raw<{ rows: unknown[] }>(
      `with mailed as (
         select id, token_sha256, expires_at from sign_ins
         where email = :email and browser_sha256 is not null and mail_id is null and ${OPEN}
         order by created_at desc, id desc limit 1),
       replaced as (
         delete from sign_ins where id in (
           select s.id from sign_ins s join mailed on s.mail_id = mailed.id
           order by s.created_at desc, s.id desc offset ${MOST_SHARING - 1}))
       insert into sign_ins (id, email, browser_sha256, setup_token_sha256, invitation_id, user_agent, next, mail_id, token_sha256, expires_at)
       select :id, :email, :browserSha256, :setupTokenSha256, :invitationId, :userAgent, :next, mailed.id, mailed.token_sha256, mailed.expires_at
       from mailed returning id`,
      { id, email, browserSha256, setupTokenSha256, invitationId, userAgent, next },
    )
    .connection(db);
  return rows.length === 1;
}

export async function findAddress(
  db: Database,
  email: string,
): Promise<{ readonly isUser: boolean; readonly isInvited: boolean }> {
  const users = knex('users').where({ email });
  const invitations = knex('invitations')
    .where({ email, acceptedAt: null, revokedAt: null })
    .where('expiresAt', '>', knex.fn.now());
  const answer = { isUser: knex.raw('exists ?', [users]), isInvited: knex.raw('exists ?', [invitations]) };
  return knex.select(answer).connection(db).first<{ isUser: boolean; isInvited: boolean }>();
}

/** Finds the valid sign-ins of a link without consuming them, the one that sent the mail first. */
export async function findOpenSignIns(db: Database, tokenSha256: Buffer): Promise<readonly SignInRow[]> {
  return openSignIns(db)
    .where({ tokenSha256 })
    .orderByRaw('mail_id is not null, created_at, id')
    .select<SignInRow[]>(ROW);
}

/** Finds the last open sign-in of a browser, with its age on the database's clock. */
export async function findLastSignInOf(
  db: Database,
  browserSha256: Buffer,
): Promise<(SignInRow & { readonly ageSeconds: number }) | null> {
  const last = await openSignIns(db)
    .where({ browserSha256 })
    .orderByRaw('created_at desc, id desc')
    .first<(SignInRow & { ageSeconds: number }) | undefined>(
      ...ROW,
      knex.raw('extract(epoch from now() - created_at)::float8 as age_seconds'),
    );
  return last ?? null;
}

/** Stores the code of a mail in place of the one before. Used tries stay used. */
export async function putCode(db: Database, mailId: string, codeSha256: Buffer): Promise<void> {
  await openSignIns(db)
    .where((ofMail) => ofMail.where({ id: mailId }).orWhere({ mailId }))
    .update({ codeSha256 });
}

export type CodeTry = {
  readonly id: string;
  readonly mailId: string;
  readonly codeSha256: Buffer;
  readonly triesLeft: number;
};

/** Counts a code try in every open sign-in of this browser, before anything is compared. */
export async function takeCodeTry(db: Database, browserSha256: Buffer): Promise<CodeTry[]> {
  return openSignIns(db)
    .where({ browserSha256 })
    .whereNotNull('codeSha256')
    .where('codeTries', '<', CODE_TRIES)
    .increment('codeTries')
    .returning<CodeTry[]>(['id', MAIL_ID, 'codeSha256', knex.raw(`${CODE_TRIES} - code_tries as tries_left`)]);
}

/**
 * Consumes a sign-in of this browser and all others of its mail. One conditional UPDATE: of any
 * number of calls, in any of these browsers, exactly one succeeds.
 */
export async function consumeSignIn(
  tx: Database,
  { id, browserSha256 }: { readonly id: string; readonly browserSha256: Buffer },
): Promise<SignInRow | null> {
  const own = knex('signIns')
    .where({ id })
    .where((browser) => browser.where({ browserSha256: null }).orWhere({ browserSha256 }))
    .whereRaw(OPEN)
    .select('tokenSha256');
  const locked = knex('signIns').whereIn('tokenSha256', own).orderBy('id').forUpdate().select('id');
  const consumed = knex('signIns')
    .whereIn('id', knex('locked').select('id'))
    .whereRaw(OPEN)
    .update({ consumedAt: knex.fn.now() })
    .returning('*');
  const [found] = await knex('consumed')
    .connection(tx)
    .with('locked', locked)
    .with('consumed', consumed)
    .where({ id })
    .select<SignInRow[]>(ROW);
  return found ?? null;
}

/** Deletes sign-ins that ended a day ago. */
export async function purgeSignIns(db: Database): Promise<void> {
  await knex('signIns').connection(db).whereRaw("expires_at < now() - interval '1 day'").delete();
}
