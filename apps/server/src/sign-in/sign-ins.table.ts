import type { Database } from '../db/database.ts';
import { insertMail, mailValues, type NewMail } from '../mail/mails.table.ts';

/** After so many wrong codes a sign-in takes none. */
export const CODE_TRIES = 5;
const OPEN = 'consumed_at is null and expires_at > now()';

/** A sign-in that waits for its link or code. */
export type SignInRow = {
  readonly id: string;
  /** The mail that brings its link, which several browsers may wait for. */
  readonly mailId: string;
  readonly email: string;
  /** Of the browser that asked; null for a link that signs in any browser. */
  readonly browserSha256: Buffer | null;
  readonly setupTokenSha256: Buffer | null;
  readonly invitationId: string | null;
  readonly userAgent: string;
  readonly next: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

type StoredSignIn = {
  id: string;
  mail_id: string;
  email: string;
  browser_sha256: Buffer | null;
  setup_token_sha256: Buffer | null;
  invitation_id: string | null;
  user_agent: string;
  next: string | null;
  created_at: Date;
  expires_at: Date;
};

const COLUMNS =
  'id, coalesce(mail_id, id) as mail_id, email, browser_sha256, setup_token_sha256, invitation_id, user_agent, next, created_at, expires_at';

const toSignIn = (row: StoredSignIn): SignInRow => ({
  id: row.id,
  mailId: row.mail_id,
  email: row.email,
  browserSha256: row.browser_sha256,
  setupTokenSha256: row.setup_token_sha256,
  invitationId: row.invitation_id,
  userAgent: row.user_agent,
  next: row.next,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

export type NewSignIn = Omit<SignInRow, 'mailId' | 'createdAt' | 'expiresAt'> & {
  readonly tokenSha256: Buffer;
  readonly validSeconds: number;
};

/** Records a sign-in, with the mail that brings its link; null for one whose link is handed over. */
export async function recordSignIn(db: Database, signIn: NewSignIn, mail: NewMail | null): Promise<void> {
  const insert = `insert into sign_ins (id, email, token_sha256, browser_sha256, setup_token_sha256, invitation_id, user_agent, next, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))`;
  const values = [
    signIn.id,
    signIn.email,
    signIn.tokenSha256,
    signIn.browserSha256,
    signIn.setupTokenSha256,
    signIn.invitationId,
    signIn.userAgent,
    signIn.next,
    signIn.validSeconds,
  ];
  await db.query(
    mail
      ? { text: `with mail as (${insertMail(10)}) ${insert}`, values: [...values, ...mailValues(mail)] }
      : { text: insert, values },
  );
}

/** Browsers that share a mail, beside the one that had it sent. A later one takes the place of the earliest. */
const MOST_SHARING = 100;

/**
 * Lets a browser wait for the mail that was sent to an address last and is still valid, in place of another mail. False when there is none. A code that was
 * shown before is of no use to it.
 */
export async function shareSignIn(
  db: Database,
  signIn: Omit<SignInRow, 'mailId' | 'createdAt' | 'expiresAt'>,
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `with mailed as (
             select id, token_sha256, expires_at from sign_ins
             where email = $2 and browser_sha256 is not null and mail_id is null and ${OPEN}
             order by created_at desc, id desc limit 1),
           replaced as (
             delete from sign_ins where id in (
               select s.id from sign_ins s join mailed on s.mail_id = mailed.id
               order by s.created_at desc, s.id desc offset ${MOST_SHARING - 1}))
           insert into sign_ins (id, email, browser_sha256, setup_token_sha256, invitation_id, user_agent, next, mail_id, token_sha256, expires_at)
           select $1, $2, $3, $4, $5, $6, $7, mailed.id, mailed.token_sha256, mailed.expires_at from mailed`,
    values: [
      signIn.id,
      signIn.email,
      signIn.browserSha256,
      signIn.setupTokenSha256,
      signIn.invitationId,
      signIn.userAgent,
      signIn.next,
    ],
  });
  return rowCount === 1;
}

/** Whether an address belongs to a user, or is invited. */
export async function findAddress(
  db: Database,
  email: string,
): Promise<{ readonly isUser: boolean; readonly isInvited: boolean }> {
  const { rows } = await db.query<{ is_user: boolean; is_invited: boolean }>({
    text: `select exists (select from users where email = $1) as is_user,
             exists (select from invitations where email = $1 and accepted_at is null and revoked_at is null and expires_at > now()) as is_invited`,
    values: [email],
  });
  return { isUser: rows[0]!.is_user, isInvited: rows[0]!.is_invited };
}

/** The sign-ins of a link that is still valid, the one that had its mail sent first. Reading does not consume them. */
export async function findOpenSignIns(db: Database, tokenSha256: Buffer): Promise<readonly SignInRow[]> {
  const { rows } = await db.query<StoredSignIn>({
    text: `select ${COLUMNS} from sign_ins where token_sha256 = $1 and ${OPEN} order by mail_id is not null, created_at, id`,
    values: [tokenSha256],
  });
  return rows.map(toSignIn);
}

/** What this browser asked for last and has not used, with its age on the database's clock. */
export async function findLastSignInOf(
  db: Database,
  browserSha256: Buffer,
): Promise<(SignInRow & { readonly ageSeconds: number }) | null> {
  const { rows } = await db.query<StoredSignIn & { age: number }>({
    text: `select ${COLUMNS}, extract(epoch from now() - created_at)::float8 as age from sign_ins
           where browser_sha256 = $1 and ${OPEN} order by created_at desc, id desc limit 1`,
    values: [browserSha256],
  });
  return rows[0] ? { ...toSignIn(rows[0]), ageSeconds: rows[0].age } : null;
}

/** Stores the code of the sign-ins of a mail in place of the one before. The tries that were used stay used. */
export async function putCode(db: Database, mailId: string, codeSha256: Buffer): Promise<void> {
  await db.query({
    text: `update sign_ins set code_sha256 = $2 where (id = $1 or mail_id = $1) and ${OPEN}`,
    values: [mailId, codeSha256],
  });
}

export type CodeTry = {
  readonly id: string;
  readonly mailId: string;
  readonly codeSha256: Buffer;
  readonly triesLeft: number;
};

/** Counts a try of a code against every sign-in of this browser that takes one, before anything is compared. */
export async function takeCodeTry(db: Database, browserSha256: Buffer): Promise<CodeTry[]> {
  const { rows } = await db.query<{ id: string; mail_id: string; code_sha256: Buffer; code_tries: number }>({
    text: `update sign_ins set code_tries = code_tries + 1
           where browser_sha256 = $1 and code_sha256 is not null and code_tries < ${CODE_TRIES} and ${OPEN}
           returning id, coalesce(mail_id, id) as mail_id, code_sha256, code_tries`,
    values: [browserSha256],
  });
  return rows.map((row) => ({
    id: row.id,
    mailId: row.mail_id,
    codeSha256: row.code_sha256,
    triesLeft: CODE_TRIES - row.code_tries,
  }));
}

/**
 * Consumes a sign-in in the browser that asked for it, and all others of its mail. One conditional UPDATE: of any number of presses, in any of these browsers,
 * exactly one gets it.
 */
export async function consumeSignIn(
  tx: Database,
  { id, browserSha256 }: { readonly id: string; readonly browserSha256: Buffer },
): Promise<SignInRow | null> {
  const { rows } = await tx.query<StoredSignIn>({
    text: `with own as (
             select token_sha256 from sign_ins where id = $1 and (browser_sha256 is null or browser_sha256 = $2) and ${OPEN}),
           locked as (
             select id from sign_ins where token_sha256 in (select token_sha256 from own) order by id for update),
           consumed as (
             update sign_ins set consumed_at = now() where id in (select id from locked) and ${OPEN} returning *)
           select ${COLUMNS} from consumed where id = $1`,
    values: [id, browserSha256],
  });
  return rows[0] ? toSignIn(rows[0]) : null;
}

/** Deletes sign-ins that ended a day ago, used or not. */
export async function purgeSignIns(db: Database): Promise<void> {
  await db.query({ text: `delete from sign_ins where expires_at < now() - interval '1 day'` });
}
