import type { Apps } from '../meta/apps.ts';
import { answered, type GraphAnswer, invalidParameter, refused } from '../meta/graph/graph-answer.ts';
import type { GraphCall } from '../meta/graph/graph-router.ts';
import { type Tokens, tokenFailure } from '../meta/login/tokens.ts';
import type { Profiles } from '../meta/profiles.ts';
import type { SandboxClock } from '../simulator.ts';

/** `GET /debug_token?input_token=…`: scopes and expiry (Meta, Threads changelog 2025-06-04). */
export function debugToken(
  deps: { readonly clock: SandboxClock; readonly apps: Apps; readonly profiles: Profiles; readonly tokens: Tokens },
  call: GraphCall,
): GraphAnswer {
  const input = call.parameters.get('input_token');
  if (!input) return refused(invalidParameter('The parameter input_token is required'));
  const token = deps.tokens.find(input);
  if (!token || token.clientId !== call.token.clientId) {
    const error = { code: 190, message: 'The access token could not be decrypted' };
    return answered({ data: { error, is_valid: false, scopes: [] } });
  }
  const failure = tokenFailure(token, deps.clock.now());
  return answered({
    data: {
      type: 'USER',
      application: token.clientId,
      ...(failure && { error: { code: failure.code, message: failure.message, subcode: failure.subcode } }),
      is_valid: failure === null,
      scopes: token.scopes,
      issued_at: toSeconds(token.issuedAt),
      expires_at: toSeconds(token.expiresAt),
      data_access_expires_at: toSeconds(token.grantExpiresAt),
      user_id: deps.profiles.byUsername(token.username)?.accountId,
    },
  });
}

function toSeconds(at: number): number {
  return Math.floor(at / 1000);
}
