import { secret } from '../urns.ts';
import type { AccessToken, Grant, RefreshToken, World } from '../world.ts';

// Microsoft Learn, LinkedIn authorization code flow and programmatic refresh tokens, checked
// 2026-11.
const ACCESS_TOKEN_SECONDS = 5_184_000;
const REFRESH_TOKEN_SECONDS = 31_536_000;
const CODE_MS = 30 * 60_000;

export function issueCode(
  world: World,
  code: {
    readonly clientId: string;
    readonly memberId: string;
    readonly redirectUri: string;
    readonly scopes: readonly string[];
  },
): string {
  const value = `AQT${secret(world, 96)}`;
  world.codes.set(value, { ...code, expiresAt: world.context.clock.now() + CODE_MS });
  return value;
}

export function newGrant(
  world: World,
  {
    clientId,
    memberId,
    scopes,
  }: { readonly clientId: string; readonly memberId: string; readonly scopes: readonly string[] },
): Grant {
  return { clientId, memberId, scopes, authorizedAt: world.context.clock.now(), revoked: false };
}

export function issueAccessToken(
  world: World,
  grant: Grant,
): { readonly access_token: string; readonly expires_in: number } {
  const now = world.context.clock.now();
  const value = `AQX${secret(world, 256)}`;
  world.accessTokens.set(value, {
    grant,
    createdAt: now,
    youngUntil: now + world.settings.youngTokenMs,
    expiresAt: now + ACCESS_TOKEN_SECONDS * 1_000,
  });
  return { access_token: value, expires_in: ACCESS_TOKEN_SECONDS };
}

export function issueRefreshToken(world: World, grant: Grant): string {
  const value = `AQV${secret(world, 256)}`;
  world.refreshTokens.set(value, { grant, expiresAt: world.context.clock.now() + REFRESH_TOKEN_SECONDS * 1_000 });
  return value;
}

/** The rest of a refresh token's life. Refreshing does not extend it. */
export function secondsLeft(world: World, token: RefreshToken): number {
  return Math.max(0, Math.floor((token.expiresAt - world.context.clock.now()) / 1_000));
}

export function refreshTokenAlive(world: World, token: RefreshToken): boolean {
  return !token.grant.revoked && world.context.clock.now() < token.expiresAt;
}

/** The member removes the app: ends every grant to it, or the member's grants to all apps. */
export function revokeGrants(world: World, who: { readonly memberId: string; readonly clientId?: string }): void {
  const tokens: readonly (AccessToken | RefreshToken)[] = [
    ...world.accessTokens.values(),
    ...world.refreshTokens.values(),
  ];
  for (const { grant } of tokens) {
    if (grant.memberId !== who.memberId) continue;
    if (who.clientId === undefined || grant.clientId === who.clientId) grant.revoked = true;
  }
}
