import type { KeyScope } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

export const ACCESS_SECONDS = 3_600;
/** A refresh token ends when it is not used for so long. */
export const REFRESH_DAYS = 30;
/** A client whose answer was lost may send its refresh token again for this time. */
export const GRACE_SECONDS = 60;

export type TokenKind = 'access' | 'refresh';

/** A token with the connected app that it belongs to. */
export type TokenRow = {
  readonly kind: TokenKind;
  readonly projectId: string;
  readonly keyId: string;
  readonly parentSha256: Buffer | null;
  /** False after the token was traded, except within the grace period. */
  readonly isUsable: boolean;
  readonly isExpired: boolean;
  readonly oauthClient: string;
  readonly scope: KeyScope;
  /** Whether the app is connected still. */
  readonly isLive: boolean;
};

type OfKey = { readonly projectId: string; readonly keyId: string };

const tokens = (db: Database) => knex('oauthTokens').connection(db);

/** Finds a token of any state. Locks its app, so that a second request with it sees the first. */
export async function lockToken(tx: Database, tokenSha256: Buffer): Promise<TokenRow | null> {
  const found = knex('oauthTokens as t')
    .connection(tx)
    .join('apiKeys as k', { 'k.projectId': 't.projectId', 'k.id': 't.keyId' })
    .where({ tokenSha256 })
    .forUpdate('k')
    .first<TokenRow | undefined>(
      ...['t.kind', 't.projectId', 't.keyId', 't.parentSha256', 'k.oauthClient', 'k.scope'],
      knex.raw('t.usable_until > now() as is_usable'),
      knex.raw('t.expires_at <= now() as is_expired'),
      knex.raw('(k.revoked_at is null and k.expires_at > now()) as is_live'),
    );
  return (await found) ?? null;
}

/** Inserts a pair of tokens. Neither lives longer than its app. */
export async function insertTokens(
  tx: Database,
  { projectId, keyId }: OfKey,
  pair: { readonly access: Buffer; readonly refresh: Buffer; readonly parent: Buffer | null },
): Promise<void> {
  const until = (interval: string) =>
    knex.raw(
      `(select least(expires_at, now() + interval '${interval}') from api_keys where project_id = ? and id = ?)`,
      [projectId, keyId],
    );
  const row = (kind: TokenKind, tokenSha256: Buffer, interval: string) => ({
    ...{ tokenSha256, projectId, keyId, kind, parentSha256: kind === 'refresh' ? pair.parent : null },
    ...{ usableUntil: until(interval), expiresAt: until(interval) },
  });
  await tokens(tx).insert([
    row('access', pair.access, `${ACCESS_SECONDS} seconds`),
    row('refresh', pair.refresh, `${REFRESH_DAYS} days`),
  ]);
}

/**
 * Marks a refresh token as traded. Whoever has it got the answer before, so the token of that
 * answer, and others that were given for it, end now.
 */
export async function endTraded(
  tx: Database,
  { projectId, keyId, parentSha256 }: OfKey & Pick<TokenRow, 'parentSha256'>,
  tokenSha256: Buffer,
): Promise<void> {
  const ofKey = () => tokens(tx).where({ projectId, keyId, kind: 'refresh' });
  await ofKey()
    .where({ tokenSha256 })
    .update({ usableUntil: knex.raw(`least(usable_until, now() + interval '${GRACE_SECONDS} seconds')`) });
  if (parentSha256 === null) return;
  await ofKey()
    .whereNot({ tokenSha256 })
    .where((row) => row.where({ tokenSha256: parentSha256 }).orWhere({ parentSha256 }))
    .update({ usableUntil: knex.raw('least(usable_until, now())') });
}

export async function purgeTokens(db: Database): Promise<number> {
  return tokens(db).where('expiresAt', '<', knex.fn.now()).delete();
}
