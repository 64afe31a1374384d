import {
  type Answer,
  authorizeUrl,
  type Credential,
  callOAuth,
  cannotRefresh,
  type NetworkIo,
  type OAuthConnect,
  okOrThrow,
  readTokenAnswer,
  unreadableAnswer,
} from '@fanfare/network';
import { LINKEDIN_DEFAULTS, type LinkedinConfig } from './config.ts';
import { LINKEDIN_ERRORS } from './error-table.ts';
import { findProfiles } from './profiles.ts';

/** Errors of the consent page when the member declines (Authorization code flow, 2026-11). */
const DENIALS = ['user_cancelled_login', 'user_cancelled_authorize', 'access_denied'];

/** LinkedIn's three-legged OAuth. No PKCE: LinkedIn offers it to native apps only. */
export function createConnect(config: LinkedinConfig): OAuthConnect {
  return {
    pkce: false,
    // Never `prompt=none`: with it LinkedIn drops scopes the member has not agreed to yet instead
    // of asking (gitroomhq/postiz-app pull request 1658, checked 2026-11).
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
  };
}

/**
 * Ends both tokens. Microsoft Learn does not describe the endpoint; that it takes the app's id and
 * secret in the body, and a token of either kind, is how public clients of it call it (checked
 * 2026-11).
 */
export async function revoke(
  io: NetworkIo,
  config: LinkedinConfig,
  { accessToken, refreshToken }: Credential,
): Promise<void> {
  for (const token of refreshToken === null ? [accessToken] : [refreshToken, accessToken]) {
    await callAsApp(io, config, 'revoke', { token: token.reveal() });
  }
}

/** LinkedIn wants the secret in the body, not in a header (Authorization code flow, 2026-11). */
async function callAsApp(
  io: NetworkIo,
  { wwwUrl, clientId, clientSecret }: LinkedinConfig,
  endpoint: 'accessToken' | 'revoke',
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  const answer = await callOAuth(io, {
    url: `${wwwUrl}/oauth/v2/${endpoint}`,
    form: { ...form, client_id: clientId, client_secret: clientSecret.reveal() },
  });
  return okOrThrow(io, LINKEDIN_ERRORS, answer, { on: 'token', effect: 'hidden' });
}

/**
 * Renews the access token for another 60 days. Only apps LinkedIn has approved for it get refresh
 * tokens; they keep their end, one year after the consent, however often they are used (LinkedIn,
 * Programmatic refresh tokens, checked 2026-11).
 */
async function refresh(io: NetworkIo, config: LinkedinConfig, credential: Credential): Promise<Credential> {
  if (credential.refreshToken === null) throw cannotRefresh('LinkedIn');
  const form = { grant_type: 'refresh_token', refresh_token: credential.refreshToken.reveal() };
  return askForToken(io, config, form, credential);
}

async function askForToken(
  io: NetworkIo,
  config: LinkedinConfig,
  form: Readonly<Record<string, string>>,
  before: Credential | null,
): Promise<Credential> {
  const answer = await callAsApp(io, config, 'accessToken', form);
  const token = readTokenAnswer(answer.json, io.clock.now());
  if (token === null) throw unreadableAnswer('LinkedIn', 'a request for a token', answer.status);
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
