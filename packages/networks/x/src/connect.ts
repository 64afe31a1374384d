import {
  type Answer,
  authorizeUrl,
  type Credential,
  NetworkError,
  type NetworkIo,
  type OAuthConnect,
  type ProfilesAnswer,
  readTokenAnswer,
  type Secret,
} from '@fanfare/network';
import { isOk, readX } from './call-x.ts';
import { REQUIRED_SCOPES, X_DEFAULTS, type XConfig } from './config.ts';
import { toNetworkError } from './to-network-error.ts';
import { MeAnswer, readAnswer } from './wire.ts';

const TOKEN_TIMEOUT_MS = 10_000;

/** X's OAuth 2.0 Authorization Code Flow with PKCE (docs.x.com, checked 2026-08). */
export function createConnect(config: XConfig): OAuthConnect {
  return {
    pkce: true,
    authorizeUrl: ({ state, redirectUri, codeChallenge }) => {
      if (codeChallenge === null) throw new TypeError('X wants a PKCE challenge in every authorization.');
      const page = `${config.webUrl}/i/oauth2/authorize`;
      const scope = askedScopes(config).join(' ');
      return authorizeUrl({ page, clientId: config.clientId, redirectUri, state, scope, codeChallenge });
    },
    readDenial: (query) => (query.get('error') === 'access_denied' ? 'access_denied' : 'exchange_failed'),
    exchange: async (io, { code, redirectUri, codeVerifier }) => {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const token = await askForToken(io, config, { ...form, code_verifier: codeVerifier ?? undefined });
      return { ...token, scopes: token.scopes.length > 0 ? token.scopes : askedScopes(config) };
    },
    profiles: (io, credential) => findProfile(io, config, credential),
    refresh: (io, credential) => refresh(io, config, credential),
    revoke: (io, credential) => revoke(io, config, credential),
  };
}

function askedScopes(config: XConfig): readonly string[] {
  return config.scopes ?? X_DEFAULTS.scopes;
}

/**
 * Trades the refresh token for a new pair; X kills the old one at once. One call, never repeated here: when its answer is lost the token may
 * be spent, and only a fresh look at what is stored can tell whether somebody else renewed it.
 */
async function refresh(io: NetworkIo, config: XConfig, credential: Credential): Promise<Credential> {
  if (credential.refreshToken === null) {
    throw new NetworkError({
      code: 'credential_rejected',
      outcome: 'not_sent',
      message: 'The X authorization of this account has ended, and X gave no means to renew it.',
      remedy: 'Connect the account again.',
      credential: 'expired',
    });
  }
  const form = { grant_type: 'refresh_token', refresh_token: credential.refreshToken.reveal() };
  const token = await askForToken(io, config, form);
  return {
    ...token,
    // A 200 without a new refresh token was seen (trypostit/trypost, checked 2026-08): the old one is better than none.
    refreshToken: token.refreshToken ?? credential.refreshToken,
    scopes: token.scopes.length > 0 ? token.scopes : credential.scopes,
  };
}

/**
 * Ends both tokens. The refresh token first: it is what could make new ones (RFC 7009, section 2.1, lets a server end the rest of the grant with it, and X's page
 * promises it of neither).
 */
async function revoke(io: NetworkIo, config: XConfig, { accessToken, refreshToken }: Credential): Promise<void> {
  if (refreshToken !== null) await revokeToken(io, config, refreshToken, 'refresh_token');
  await revokeToken(io, config, accessToken, 'access_token');
}

async function revokeToken(io: NetworkIo, config: XConfig, token: Secret, hint: string): Promise<void> {
  const answer = await callOAuth(io, config, 'revoke', { token: token.reveal(), token_type_hint: hint });
  if (!isOk(answer)) throw toNetworkError(answer, { on: 'token', effect: 'hidden', now: io.clock.now() });
}

type OAuthForm = Readonly<Record<string, string | undefined>>;

/** One call of an OAuth endpoint as this app: a confidential client by its secret, a public one by its id. */
function callOAuth(io: NetworkIo, config: XConfig, endpoint: 'token' | 'revoke', form: OAuthForm): Promise<Answer> {
  const { clientId, clientSecret } = config;
  return io.http({
    method: 'POST',
    url: `${config.apiUrl}/2/oauth2/${endpoint}`,
    ...(clientSecret === null
      ? { body: { form: { ...form, client_id: clientId } } }
      : { headers: { authorization: basic(clientId, clientSecret.reveal()) }, body: { form } }),
    effect: 'hidden',
    timeoutMs: TOKEN_TIMEOUT_MS,
    signal: io.signal,
  });
}

async function askForToken(io: NetworkIo, config: XConfig, form: OAuthForm): Promise<Credential> {
  const answer = await callOAuth(io, config, 'token', form).catch((error: unknown) => {
    throw withoutRetry(error);
  });
  const now = io.clock.now();
  if (!isOk(answer)) throw toNetworkError(answer, { on: 'token', effect: 'hidden', now });
  const token = readTokenAnswer(answer.json, now);
  if (token !== null) return token;
  throw new NetworkError({
    code: 'network_unavailable',
    outcome: 'unknown',
    message: 'X answered a token request without a token.',
    networkCode: String(answer.status),
  });
}

/** RFC 6749, 2.3.1: each half is form-encoded before the two are joined. */
function basic(clientId: string, clientSecret: string): string {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Codes and refresh tokens work once, so that a call whose answer was lost is not the same call a second time. */
function withoutRetry(error: unknown): unknown {
  if (!(error instanceof NetworkError) || error.outcome === 'not_sent') return error;
  return new NetworkError({ ...error.facts, retryAfterMs: undefined });
}

async function findProfile(io: NetworkIo, config: XConfig, credential: Credential): Promise<ProfilesAnswer> {
  const missing = REQUIRED_SCOPES.filter((scope) => !credential.scopes.includes(scope));
  if (missing.length > 0) {
    const message = `X did not grant ${missing.join(', ')}. Connect again and grant every permission X lists.`;
    return { ok: false, reason: 'permissions_missing', message };
  }
  const answer = await readX(io, config, credential.accessToken, {
    path: '/2/users/me',
    query: { 'user.fields': 'username,name' },
  });
  if (!isOk(answer)) throw toNetworkError(answer, { on: 'read', effect: 'read', now: io.clock.now() });
  const { data } = readAnswer(MeAnswer, answer, 'who the account is');
  return { ok: true, profiles: [{ platformUserId: data.id, username: data.username, otherIds: [] }] };
}
