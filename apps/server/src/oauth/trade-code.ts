import { createHash } from 'node:crypto';
import { lockProject } from '../callers/projects/projects.table.ts';
import { findProjectAccess } from '../callers/sessions/session-access.table.ts';
import type { DatabasePool } from '../db/database.ts';
import { hashToken } from '../http/token.ts';
import type { Ids } from '../process/ids.ts';
import { insertApp, revokeApp } from './apps.table.ts';
import { lockCode, useCode } from './codes.table.ts';
import { type IssuedTokens, issueTokens } from './issue-tokens.ts';
import type { OAuthError } from './oauth-error.ts';

export type Traded =
  | { readonly ok: true; readonly tokens: IssuedTokens }
  | { readonly ok: false; readonly error: OAuthError };

export type CodeRequest = {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
};

/** RFC 7636, 4.1 */
const VERIFIER = /^[\w.~-]{43,128}$/;

export const refuseGrant = (description: string): Traded => ({
  ok: false,
  error: { error: 'invalid_grant', description },
});

/**
 * Trades an authorization code for tokens, once (RFC 6749, 4.1.3). A second use revokes what the
 * first got (4.1.2): one of the two has stolen it.
 */
export function tradeCode(
  deps: { readonly db: DatabasePool; readonly ids: Ids },
  { code, clientId, redirectUri, verifier }: CodeRequest,
): Promise<Traded> {
  const codeSha256 = hashToken(code);
  return deps.db.transaction(async (tx) => {
    const sent = await lockCode(tx, codeSha256);
    if (!sent) return refuseGrant('The code is unknown.');
    const { projectId, userId, oauthClient, name, display, scope, days } = sent;
    if (sent.keyId !== null) {
      await revokeApp(tx, projectId, sent.keyId);
      return refuseGrant('The code was used before, so its tokens are revoked.');
    }
    if (sent.isExpired) return refuseGrant('The code has expired.');
    if (oauthClient !== clientId) return refuseGrant('The code belongs to another client.');
    if (sent.redirectUri !== redirectUri) return refuseGrant('redirect_uri is not that of the authorization request.');
    if (!VERIFIER.test(verifier) || challengeOf(verifier) !== sent.challenge)
      return refuseGrant('code_verifier does not belong to the code_challenge.');
    await lockProject(tx, projectId);
    if (!(await findProjectAccess(tx, userId, projectId)))
      return refuseGrant('Who approved this is no member of the project any more.');
    const keyId = deps.ids.uuid();
    await insertApp(tx, { id: keyId, projectId, name, display, oauthClient, scope, createdBy: userId, days });
    await useCode(tx, { codeSha256, projectId, keyId });
    return { ok: true, tokens: await issueTokens(deps, tx, { projectId, keyId, scope, parent: null }) };
  });
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
