import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

/** Lifetime of a set-up link: an older one lies in some log. */
export const SETUP_HOURS = 24;

const withoutUsers = (db: Database) => knex('instance').connection(db).where({ id: 1 }).whereNotExists(knex('users'));

const openSetup = (db: Database, setupTokenSha256: Buffer) =>
  withoutUsers(db).where({ setupTokenSha256 }).where('setupTokenExpiresAt', '>', knex.fn.now());

/** Stores the token of a new set-up link and ends the old. Returns false once there are users. */
export async function putSetupToken(db: Database, setupTokenSha256: Buffer): Promise<boolean> {
  const setupTokenExpiresAt = knex.raw(`now() + interval '${SETUP_HOURS} hours'`);
  return (await withoutUsers(db).update({ setupTokenSha256, setupTokenExpiresAt })) === 1;
}

export async function isSetupOpen(db: Database, tokenSha256: Buffer): Promise<boolean> {
  return (await openSetup(db, tokenSha256).first('id')) !== undefined;
}

/** Uses a set-up link. Only one call returns true. */
export async function consumeSetupToken(tx: Database, tokenSha256: Buffer): Promise<boolean> {
  return (await openSetup(tx, tokenSha256).update({ setupTokenSha256: null })) === 1;
}
