import {
  authorizeUrl,
  type Credential,
  NetworkError,
  type NetworkIo,
  type OAuthConnect,
  readTokenAnswer,
} from '@fanfare/network';
import { okOrThrow } from './call-linkedin.ts';
import { LINKEDIN_DEFAULTS, type LinkedinConfig } from './config.ts';
import { findProfiles } from './profiles.ts';
import { unreadable } from './wire.ts';

/** What LinkedIn's consent page sends back when the member turns away (LinkedIn, Authorization code flow, checked 2026-11). */
const DENIALS = ['user_cancelled_login', 'user_cancelled_authorize', 'access_denied'];

const TOKEN_TIMEOUT_MS = 10_000;

/** LinkedIn's three-legged OAuth. No PKCE: LinkedIn offers it to native apps only. */
export function createConnect(config: LinkedinConfig): OAuthConnect {
  return {
    pkce: false,
    // Never `prompt=none`: with it LinkedIn drops scopes the member has not agreed to yet instead of asking
    // (gitroomhq/postiz-app pull request 1658, checked 2026-11).
    authorizeUrl: ({ state, redirectUri }) =>
      authorizeUrl({
        page: `${config.wwwUrl}/oauth/v2/authorization`,
        clientId: config.clientId,
        redirectUri,
        state,
        scope: askedScopes(config).join(' '),
      }),
    readDenial: (query) => (DENIALS.includes(query.get('error') ?? '') ? 'access_denied' : 'exchange_failed'),
    exchange: (io, { code, redirectUri }) =>
      askForToken(io, config, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }, null),
    profiles: (io, credential) => findProfiles(io, config, credential),
    refresh: (io, credential) => refresh(io, config, credential),
    revoke: (io, credential) => revoke(io, config, credential),
  };
}

/**
 * Ends both tokens. Microsoft Learn does not describe the endpoint; that it takes the app's id and secret in the body, and a token of either kind, is how public
 * clients of it call it (checked 2026-11).
 */
async function revoke(io: NetworkIo, config: LinkedinConfig, { accessToken, refreshToken }: Credential): Promise<void> {
  for (const token of refreshToken === null ? [accessToken] : [refreshToken, accessToken]) {
    const answer = await io.http({
      method: 'POST',
      url: `${config.wwwUrl}/oauth/v2/revoke`,
      body: {
        form: { token: token.reveal(), client_id: config.clientId, client_secret: config.clientSecret.reveal() },
      },
      effect: 'hidden',
      timeoutMs: TOKEN_TIMEOUT_MS,
      signal: io.signal,
    });
    okOrThrow(io, answer, { on: 'token', effect: 'hidden' });
  }
}

/**
 * Renews the access token for another 60 days. Only apps LinkedIn has approved for it get refresh tokens; they keep their end, one year
 * after the consent, however often they are used (LinkedIn, Programmatic refresh tokens, checked 2026-11).
 */
async function refresh(io: NetworkIo, config: LinkedinConfig, credential: Credential): Promise<Credential> {
  if (credential.refreshToken === null) {
    throw new NetworkError({
      code: 'credential_rejected',
      outcome: 'not_sent',
      message: 'The LinkedIn authorization of this account has ended and cannot be renewed.',
      remedy: 'Connect the account again.',
      credential: 'expired',
    });
  }
  const form = { grant_type: 'refresh_token', refresh_token: credential.refreshToken.reveal() };
  return askForToken(io, config, form, credential);
}

/** LinkedIn wants the app's secret in the body, not in an Authorization header (LinkedIn, Authorization code flow, checked 2026-11). */
async function askForToken(
  io: NetworkIo,
  config: LinkedinConfig,
  form: Readonly<Record<string, string>>,
  before: Credential | null,
): Promise<Credential> {
  const answer = await io.http({
    method: 'POST',
    url: `${config.wwwUrl}/oauth/v2/accessToken`,
    body: { form: { ...form, client_id: config.clientId, client_secret: config.clientSecret.reveal() } },
    effect: 'hidden',
    timeoutMs: TOKEN_TIMEOUT_MS,
    signal: io.signal,
  });
  okOrThrow(io, answer, { on: 'token', effect: 'hidden' });
  const token = readTokenAnswer(answer.json, io.clock.now());
  if (token === null) throw unreadable('a request for a token', answer.status);
  return {
    ...token,
    // A refresh keeps the refresh token, and the answer may leave it out.
    refreshToken: token.refreshToken ?? before?.refreshToken ?? null,
    refreshExpiresAt: token.refreshExpiresAt ?? before?.refreshExpiresAt ?? null,
    // No scopes in the answer means: as asked (RFC 6749, section 5.1).
    scopes: token.scopes.length > 0 ? token.scopes : (before?.scopes ?? askedScopes(config)),
  };
}

function askedScopes(config: LinkedinConfig): readonly string[] {
  return config.scopes ?? LINKEDIN_DEFAULTS.scopes;
}
