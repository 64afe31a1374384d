import {
  authorizeUrl,
  type Credential,
  type NetworkIo,
  type OAuthConnect,
  type ProfilesAnswer,
  readAnswer,
  readDenial,
  requestToken,
  toNetworkError,
} from '@fanfare/network';
import { toAccountId } from './account-id.ts';
import { readMastodon } from './call-mastodon.ts';
import { type MastodonConfig, SCOPES } from './config.ts';
import { MASTODON_ERRORS } from './error-table.ts';
import { missingScopes } from './require-scopes.ts';
import { AccountAnswer } from './wire.ts';

/**
 * Mastodon's OAuth 2 Authorization Code Flow (Mastodon, OAuth methods, checked 2026-11). PKCE is
 * understood since 4.3; older servers ignore its parameters. Tokens do not expire and cannot be
 * refreshed, so there is no `refresh`.
 */
export function createConnect(config: MastodonConfig): OAuthConnect {
  return {
    pkce: true,
    authorizeUrl: ({ state, redirectUri, codeChallenge }) =>
      authorizeUrl({
        page: `${config.url}/oauth/authorize`,
        clientId: config.clientId,
        redirectUri,
        state,
        scope: SCOPES.join(' '),
        codeChallenge,
      }),
    readDenial,
    exchange: (io, granted) => exchange(io, config, granted),
    profiles: (io, credential) => findProfile(io, config, credential),
  };
}

function exchange(
  io: NetworkIo,
  config: MastodonConfig,
  { code, redirectUri, codeVerifier }: Parameters<OAuthConnect['exchange']>[1],
): Promise<Credential> {
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: config.clientId,
    client_secret: config.clientSecret.reveal(),
    code_verifier: codeVerifier ?? undefined,
  };
  return requestToken(io, 'Mastodon', { url: `${config.url}/oauth/token`, form }, (answer) =>
    toNetworkError(MASTODON_ERRORS, answer, { on: 'token', effect: 'hidden', now: io.clock.now() }),
  );
}

async function findProfile(io: NetworkIo, config: MastodonConfig, credential: Credential): Promise<ProfilesAnswer> {
  const missing = missingScopes(credential, SCOPES);
  if (missing.length > 0) {
    const message = `Mastodon did not grant ${missing.join(', ')}. Connect again and allow everything that is asked for.`;
    return { ok: false, reason: 'permissions_missing', message };
  }
  const path = '/api/v1/accounts/verify_credentials';
  const answer = await readMastodon(io, config, credential.accessToken, { path, on: 'read' });
  const { id, username } = readAnswer('Mastodon', AccountAnswer, answer, 'who the account is');
  const platformUserId = toAccountId(config, id);
  // As people write it: `ada@mastodon.social`.
  const profile = { platformUserId, username: `${username}@${new URL(config.url).host}`, otherIds: [] };
  return { ok: true, profiles: [profile] };
}
