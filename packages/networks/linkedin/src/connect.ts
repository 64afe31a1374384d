import type { Credential, NetworkIo, OAuthConnect } from '@fanfare/network';
import { NetworkError, Secret } from '@fanfare/network';
import { okOrThrow } from './call-linkedin.ts';
import { LINKEDIN_DEFAULTS, type LinkedinConfig } from './config.ts';
import { findProfiles } from './profiles.ts';
import { readAnswer, TokenAnswer } from './wire.ts';

/** What LinkedIn's consent page sends back when the member turns away (LinkedIn, Authorization code flow, checked 2026-11). */
const DENIALS = ['user_cancelled_login', 'user_cancelled_authorize', 'access_denied'];

const TOKEN_TIMEOUT_MS = 10_000;

/** LinkedIn's three-legged OAuth. No PKCE: LinkedIn offers it to native apps only. */
export function createConnect(config: LinkedinConfig): OAuthConnect {
  return {
    pkce: false,
    authorizeUrl: (input) => authorizeUrl(config, input),
    readDenial: (query) => (DENIALS.includes(query.get('error') ?? '') ? 'access_denied' : 'exchange_failed'),
    exchange: (io, { code, redirectUri }) =>
      askForToken(io, config, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }, null),
    profiles: (io, credential) => findProfiles(io, config, credential),
    refresh: (io, credential) => refresh(io, config, credential),
  };
}

/**
 * `prompt=none` is never sent: with it LinkedIn drops scopes the member has not agreed to yet instead of asking
 * (gitroomhq/postiz-app pull request 1658, checked 2026-11).
 */
function authorizeUrl(config: LinkedinConfig, { state, redirectUri }: { state: string; redirectUri: string }): URL {
  const url = new URL(`${config.wwwUrl}/oauth/v2/authorization`);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri: redirectUri,
    state,
    scope: askedScopes(config).join(' '),
  });
  // LinkedIn's guide writes the spaces between scopes as %20.
  url.search = query.toString().replaceAll('+', '%20');
  return url;
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
  const token = readAnswer(TokenAnswer, answer, 'a request for a token');
  const now = io.clock.now();
  return {
    accessToken: new Secret(token.access_token),
    refreshToken: token.refresh_token ? new Secret(token.refresh_token) : (before?.refreshToken ?? null),
    expiresAt: inSeconds(now, token.expires_in),
    refreshExpiresAt: inSeconds(now, token.refresh_token_expires_in) ?? before?.refreshExpiresAt ?? null,
    scopes: splitScopes(token.scope) ?? before?.scopes ?? askedScopes(config),
  };
}

function inSeconds(now: number, seconds: number | undefined): number | null {
  return seconds === undefined ? null : now + seconds * 1_000;
}

function askedScopes(config: LinkedinConfig): readonly string[] {
  return config.scopes ?? LINKEDIN_DEFAULTS.scopes;
}

/** Granted scopes come with commas or spaces between them. Absent means: as asked (RFC 6749, 5.1). */
function splitScopes(scope: string | undefined): readonly string[] | null {
  const scopes = scope?.split(/[ ,]+/).filter((each) => each !== '') ?? [];
  return scopes.length === 0 ? null : scopes;
}
