import type { KeyScope } from '@fanfare/contract';
import type { DatabasePool } from '../db/database.ts';
import { sha256 } from '../http/sha256.ts';
import type { Ids } from '../process/ids.ts';
import { revokeApp } from './apps.table.ts';
import { issueTokens } from './issue-tokens.ts';
import { APP_SCOPES } from './scopes.ts';
import { endTraded, lockToken } from './tokens.table.ts';
import { refuseGrant, type Traded } from './trade-code.ts';

export type RefreshRequest = {
  readonly refreshToken: string;
  readonly clientId: string;
  readonly scope: string | null;
};

/**
 * Trades a refresh token for a new pair. The old one works again for a minute, for a client that
 * never got the answer; the first use of a new one ends that. An old one that comes later is in two
 * hands, and revokes the app (RFC 9700, 4.14.2).
 */
export function tradeRefreshToken(
  deps: { readonly db: DatabasePool; readonly ids: Ids },
  { refreshToken, clientId, scope }: RefreshRequest,
): Promise<Traded> {
  const tokenSha256 = sha256(refreshToken);
  return deps.db.transaction(async (tx) => {
    const token = await lockToken(tx, tokenSha256);
    if (token?.kind !== 'refresh' || token.isExpired)
      return refuseGrant('The refresh token is unknown or has expired.');
    if (token.oauthClient !== clientId) return refuseGrant('The refresh token belongs to another client.');
    if (!token.isLive) return refuseGrant('The app is no longer connected.');
    const { projectId, keyId } = token;
    if (!token.isUsable) {
      await revokeApp(tx, projectId, keyId);
      return refuseGrant('The refresh token was used before, so its app is revoked.');
    }
    if (scope !== null && !isWithin(scope, token.scope))
      return { ok: false, error: { error: 'invalid_scope', description: 'scope is more than was approved.' } };
    await endTraded(tx, token, tokenSha256);
    const tokens = await issueTokens(deps, tx, { projectId, keyId, scope: token.scope, parent: tokenSha256 });
    return { ok: true, tokens };
  });
}

/** Whether no scope of a request is more than the approved one. */
function isWithin(text: string, approved: KeyScope): boolean {
  const allowed = APP_SCOPES.slice(0, APP_SCOPES.indexOf(approved) + 1);
  const asked = text.split(' ').filter((word) => word !== '' && word !== 'offline_access');
  return asked.every((word) => allowed.some((scope) => scope === word));
}
