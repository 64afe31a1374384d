import {
  authorizeUrl,
  type Credential,
  callOAuth,
  cannotRefresh,
  type NetworkIo,
  type OAuthConnect,
  okOrThrow,
  type ProfilesAnswer,
  readAnswer,
  readDenial,
  requestToken,
  type Secret,
} from '@fanfare/network';
import { readX } from './call-x.ts';
import { REQUIRED_SCOPES, X_DEFAULTS, type XConfig } from './config.ts';
import { toXError, X_ERRORS } from './error-table.ts';
import { MeAnswer } from './wire.ts';

/** X's OAuth 2.0 Authorization Code Flow with PKCE (docs.x.com, checked 2026-08). */
export function createConnect(config: XConfig): OAuthConnect {
  return {
    pkce: true,
    authorizeUrl: ({ state, redirectUri, codeChallenge }) => {
      if (codeChallenge === null) throw new TypeError('X requires a PKCE challenge in every authorization.');
      const page = `${config.webUrl}/i/oauth2/authorize`;
      const scope = askedScopes(config).join(' ');
      return authorizeUrl({ page, clientId: config.clientId, redirectUri, state, scope, codeChallenge });
    },
    readDenial,
    exchange: async (io, { code, redirectUri, codeVerifier }) => {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const token = await askForToken(io, config, { ...form, code_verifier: codeVerifier ?? undefined });
      return { ...token, scopes: token.scopes.length > 0 ? token.scopes : askedScopes(config) };
    },
    profiles: (io, credential) => findProfile(io, config, credential),
    refresh: (io, credential) => refresh(io, config, credential),
    subscription: async (io, credential) => (await readMe(io, config, credential)).subscription_type,
  };
}

function askedScopes(config: XConfig): readonly string[] {
  return config.scopes ?? X_DEFAULTS.scopes;
}

/** Trades the refresh token for a new pair. Never repeated: the old one ends at once. */
async function refresh(io: NetworkIo, config: XConfig, credential: Credential): Promise<Credential> {
  if (credential.refreshToken === null) throw cannotRefresh('X');
  const form = { grant_type: 'refresh_token', refresh_token: credential.refreshToken.reveal() };
  const token = await askForToken(io, config, form);
  return {
    ...token,
    // A 200 without a new refresh token was seen (trypostit/trypost, checked 2026-08): the old one
    // is better than none.
    refreshToken: token.refreshToken ?? credential.refreshToken,
    scopes: token.scopes.length > 0 ? token.scopes : credential.scopes,
  };
}

/** Ends both tokens, the refresh token first (RFC 7009, section 2.1). */
export async function revoke(io: NetworkIo, config: XConfig, { accessToken, refreshToken }: Credential): Promise<void> {
  if (refreshToken !== null) await revokeToken(io, config, refreshToken, 'refresh_token');
  await revokeToken(io, config, accessToken, 'access_token');
}

async function revokeToken(io: NetworkIo, config: XConfig, token: Secret, hint: string): Promise<void> {
  const answer = await callOAuth(io, oauthCall(config, 'revoke', { token: token.reveal(), token_type_hint: hint }));
  okOrThrow(io, X_ERRORS, answer, { on: 'token', effect: 'hidden' });
}

type OAuthForm = Readonly<Record<string, string | undefined>>;

/** A call to an OAuth endpoint: with the secret of a confidential client, else its id. */
function oauthCall({ apiUrl, clientId, clientSecret }: XConfig, endpoint: 'token' | 'revoke', form: OAuthForm) {
  const url = `${apiUrl}/2/oauth2/${endpoint}`;
  if (clientSecret === null) return { url, form: { ...form, client_id: clientId } };
  return { url, headers: { authorization: basic(clientId, clientSecret.reveal()) }, form };
}

function askForToken(io: NetworkIo, config: XConfig, form: OAuthForm): Promise<Credential> {
  return requestToken(io, 'X', oauthCall(config, 'token', form), (answer) =>
    toXError(answer, { on: 'token', effect: 'hidden', now: io.clock.now() }),
  );
}

/** RFC 6749, 2.3.1: each half is form-encoded before the two are joined. */
function basic(clientId: string, clientSecret: string): string {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

async function findProfile(io: NetworkIo, config: XConfig, credential: Credential): Promise<ProfilesAnswer> {
  const missing = REQUIRED_SCOPES.filter((scope) => !credential.scopes.includes(scope));
  if (missing.length > 0) {
    const message = `X did not grant ${missing.join(', ')}. Connect again and grant every permission X lists.`;
    return { ok: false, reason: 'permissions_missing', message };
  }
  const { id, username, subscription_type: subscription } = await readMe(io, config, credential);
  const profile = { platformUserId: id, username, otherIds: [], ...(subscription && { subscription }) };
  return { ok: true, profiles: [profile] };
}

async function readMe(io: NetworkIo, config: XConfig, { accessToken }: Credential) {
  const answer = await readX(io, config, accessToken, {
    path: '/2/users/me',
    query: { 'user.fields': 'username,name,subscription_type' },
  });
  okOrThrow(io, X_ERRORS, answer, { on: 'read', effect: 'read' });
  return readAnswer('X', MeAnswer, answer, 'who the account is').data;
}
