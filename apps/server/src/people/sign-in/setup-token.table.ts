import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

/** A set-up link that nobody used for a day is one that lies in some log. */
export const SETUP_HOURS = 24;

const withoutUsers = (db: Database) => knex('instance').connection(db).where({ id: 1 }).whereNotExists(knex('users'));

const openSetup = (db: Database, setupTokenSha256: Buffer) =>
  withoutUsers(db).where({ setupTokenSha256 }).where('setupTokenExpiresAt', '>', knex.fn.now());

/** Stores the token of a new set-up link in place of the one before. False when there are users: nobody needs one. */
export async function putSetupToken(db: Database, setupTokenSha256: Buffer): Promise<boolean> {
  const setupTokenExpiresAt = knex.raw(`now() + interval '${SETUP_HOURS} hours'`);
  return (await withoutUsers(db).update({ setupTokenSha256, setupTokenExpiresAt })) === 1;
}

/** Whether a set-up link still works. */
export async function isSetupOpen(db: Database, tokenSha256: Buffer): Promise<boolean> {
  return (await openSetup(db, tokenSha256).first('id')) !== undefined;
}

/** Uses a set-up link. Of any number of calls one gets true. */
export async function consumeSetupToken(tx: Database, tokenSha256: Buffer): Promise<boolean> {
  return (await openSetup(tx, tokenSha256).update({ setupTokenSha256: null })) === 1;
}
