import {
  authorizeUrl,
  type Credential,
  NetworkError,
  type NetworkIo,
  type OAuthConnect,
  type ProfilesAnswer,
  readTokenAnswer,
} from '@fanfare/network';
import { toAccountId } from './account-id.ts';
import { isOk, readMastodon } from './call-mastodon.ts';
import { type MastodonConfig, SCOPES } from './config.ts';
import { missingScopes } from './require-scopes.ts';
import { toNetworkError } from './to-network-error.ts';
import { AccountAnswer, readAnswer } from './wire.ts';

const TOKEN_TIMEOUT_MS = 10_000;

/**
 * Mastodon's OAuth 2 Authorization Code Flow (Mastodon, OAuth methods, checked 2026-11). PKCE is understood since 4.3; older servers ignore its
 * parameters. Tokens have no end and cannot be renewed, so that there is no `refresh`.
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
    readDenial: (query) => (query.get('error') === 'access_denied' ? 'access_denied' : 'exchange_failed'),
    exchange: (io, granted) => exchange(io, config, granted),
    profiles: (io, credential) => findProfile(io, config, credential),
  };
}

async function exchange(
  io: NetworkIo,
  config: MastodonConfig,
  granted: { readonly code: string; readonly redirectUri: string; readonly codeVerifier: string | null },
): Promise<Credential> {
  const answer = await io
    .http({
      method: 'POST',
      url: `${config.url}/oauth/token`,
      body: {
        form: {
          grant_type: 'authorization_code',
          code: granted.code,
          redirect_uri: granted.redirectUri,
          client_id: config.clientId,
          client_secret: config.clientSecret.reveal(),
          code_verifier: granted.codeVerifier ?? undefined,
        },
      },
      effect: 'hidden',
      timeoutMs: TOKEN_TIMEOUT_MS,
      signal: io.signal,
    })
    .catch((error: unknown) => {
      throw withoutRetry(error);
    });
  const now = io.clock.now();
  if (!isOk(answer)) throw toNetworkError(answer, { on: 'token', effect: 'hidden', now });
  const token = readTokenAnswer(answer.json, now);
  if (token !== null) return token;
  throw new NetworkError({
    code: 'network_unavailable',
    outcome: 'unknown',
    message: 'Mastodon answered a token request without a token.',
    networkCode: String(answer.status),
  });
}

/** A code works once, so that a call whose answer was lost is not the same call a second time. */
function withoutRetry(error: unknown): unknown {
  if (!(error instanceof NetworkError) || error.outcome === 'not_sent') return error;
  return new NetworkError({ ...error.facts, retryAfterMs: undefined });
}

async function findProfile(io: NetworkIo, config: MastodonConfig, credential: Credential): Promise<ProfilesAnswer> {
  const missing = missingScopes(credential, SCOPES);
  if (missing.length > 0) {
    const message = `Mastodon did not grant ${missing.join(', ')}. Connect again and allow everything that is asked for.`;
    return { ok: false, reason: 'permissions_missing', message };
  }
  const path = '/api/v1/accounts/verify_credentials';
  const answer = await readMastodon(io, config, credential.accessToken, { path, on: 'read' });
  const { id, username } = readAnswer(AccountAnswer, answer, 'who the account is');
  const platformUserId = toAccountId(config, id);
  // As people write it: `ada@mastodon.social`.
  const profile = { platformUserId, username: `${username}@${new URL(config.url).host}`, otherIds: [] };
  return { ok: true, profiles: [profile] };
}
