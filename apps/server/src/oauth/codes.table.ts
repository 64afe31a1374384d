import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import { secondsFromNow } from '../db/seconds-from-now.ts';

/**
 * A code can be traded for tokens for this time. RFC 6749, 4.1.2 recommends ten minutes at most.
 */
export const CODE_SECONDS = 60;

/** Approval of a person. */
export type CodeRow = {
  readonly projectId: string;
  readonly userId: string;
  readonly oauthClient: string;
  readonly name: string;
  readonly display: string;
  readonly scope: string;
  readonly days: number;
  readonly redirectUri: string;
  readonly challenge: string;
};

/** A code that was sent: `keyId` is set once it was traded. */
export type SentCode = CodeRow & { readonly keyId: string | null; readonly isExpired: boolean };

const ROW = ['projectId', 'userId', 'oauthClient', 'name', 'display', 'scope', 'days', 'redirectUri', 'challenge'];

const codes = (db: Database) => knex('oauthCodes').connection(db);

export async function insertCode(db: Database, code: CodeRow & { readonly codeSha256: Buffer }): Promise<void> {
  const { codeSha256, projectId, userId, oauthClient, name, display, scope, days, redirectUri, challenge } = code;
  await codes(db).insert({
    ...{ codeSha256, projectId, userId, oauthClient, name, display, scope, days, redirectUri, challenge },
    expiresAt: secondsFromNow(CODE_SECONDS),
  });
}

/** Locks a code, so that of several requests with it one is the first. */
export async function lockCode(tx: Database, codeSha256: Buffer): Promise<SentCode | null> {
  const isExpired = knex.raw('expires_at <= now() as is_expired');
  const found = codes(tx).where({ codeSha256 }).forUpdate();
  return (await found.first<SentCode | undefined>(...ROW, 'keyId', isExpired)) ?? null;
}

/** Marks a code as used, by the key that was made of it. */
export async function useCode(
  tx: Database,
  { codeSha256, projectId, keyId }: { readonly codeSha256: Buffer; readonly projectId: string; readonly keyId: string },
): Promise<void> {
  await codes(tx).where({ projectId, codeSha256 }).update({ keyId });
}

/** Deletes codes that expired a day ago: until then a second use is recognised. */
export async function purgeCodes(db: Database): Promise<number> {
  return codes(db).whereRaw("expires_at < now() - interval '1 day'").delete();
}
