import type { Database } from '../db/database.ts';

/** A set-up link that nobody used for a day is one that lies in some log. */
export const SETUP_HOURS = 24;
const OPEN = 'id = 1 and setup_token_sha256 = $1 and setup_token_expires_at > now() and not exists (select from users)';

/** Stores the token of a new set-up link in place of the one before. False when there are users: nobody needs one. */
export async function putSetupToken(db: Database, tokenSha256: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update instance set setup_token_sha256 = $1, setup_token_expires_at = now() + interval '${SETUP_HOURS} hours'
           where id = 1 and not exists (select from users)`,
    values: [tokenSha256],
  });
  return rowCount === 1;
}

/** Whether a set-up link still works. */
export async function isSetupOpen(db: Database, tokenSha256: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `select from instance where ${OPEN}`,
    values: [tokenSha256],
  });
  return rowCount === 1;
}

/** Uses a set-up link. Of any number of calls one gets true. */
export async function consumeSetupToken(tx: Database, tokenSha256: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `update instance set setup_token_sha256 = null where ${OPEN}`,
    values: [tokenSha256],
  });
  return rowCount === 1;
}
