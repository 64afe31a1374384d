import { createHash, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Request } from 'express';
import { isObject, parseJson } from '../../read-json.ts';
import { type Answer, allowed, type Checked, ok, refused } from '../answers.ts';
import type { Grant, XWorld } from '../world.ts';

/** X, OAuth 2.0: access tokens live two hours (2026-08); refresh tokens are not published. */
const ACCESS_LIFE_MS = 7_200_000;
const REFRESH_LIFE_MS = 183 * 86_400_000;

type Form = Readonly<Record<string, string>>;

/** A refresh whose answer is lost after X has exchanged the tokens. */
export const lostReply = Symbol('lost reply');

/** `POST /2/oauth2/token`: exchanges a code, or a single-use refresh token. */
export async function exchangeToken(world: XWorld, req: Request): Promise<Answer | typeof lostReply> {
  const form = await readForm(req);
  const client = readClient(world, req);
  if (!client.ok) return client.answer;
  switch (form.grant_type) {
    case undefined:
      return missingParameter('grant_type');
    case 'authorization_code':
      return exchangeCode(world, client.value, form);
    case 'refresh_token':
      return refresh(world, client.value, form);
    default:
      return oauthError(400, 'unsupported_grant_type', 'Value passed for the grant type was not supported.');
  }
}

/** `POST /2/oauth2/revoke`: succeeds for any token (RFC 7009, 2.2); the grant ends. */
export async function revokeToken(world: XWorld, req: Request): Promise<Answer> {
  const form = await readForm(req);
  const client = readClient(world, req);
  if (!client.ok) return client.answer;
  const token = form.token ?? '';
  const found = world.state.accessTokens.get(token) ?? world.state.refreshTokens.get(token);
  if (found?.grant.clientId === client.value) found.grant.isRevoked = true;
  return ok({ revoked: true });
}

function exchangeCode(world: XWorld, clientId: string, form: Form): Answer {
  const { codes } = world.state;
  for (const name of ['code', 'redirect_uri', 'code_verifier']) if (!form[name]) return missingParameter(name);
  const code = codes.get(form.code ?? '');
  // One try: a code is spent once it is sent, whatever the result.
  codes.delete(form.code ?? '');
  if (!code || code.grant.clientId !== clientId || code.expiresAtMs <= world.clock.now())
    return invalidValue('authorization code');
  if (code.redirectUri !== form.redirect_uri) {
    return oauthError(
      400,
      'invalid_request',
      'Value passed for the redirect uri did not match the uri of the authorization code.',
    );
  }
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url');
  if (challenge !== code.codeChallenge) {
    return oauthError(400, 'invalid_request', 'Value passed for the code verifier did not match the code challenge.');
  }
  return issue(world, code.grant);
}

function refresh(world: XWorld, clientId: string, form: Form): Answer | typeof lostReply {
  const { refreshTokens, settings } = world.state;
  if (!form.refresh_token) return missingParameter('refresh_token');
  const found = refreshTokens.get(form.refresh_token);
  const isGood =
    found && !found.grant.isRevoked && found.grant.clientId === clientId && found.expiresAtMs > world.clock.now();
  if (!isGood) {
    // X says invalid_request where RFC 6749 says invalid_grant; both have been seen.
    return settings.refreshError === 'invalid_request'
      ? invalidValue('token')
      : oauthError(400, 'invalid_grant', 'The refresh token is invalid or has expired.');
  }
  refreshTokens.delete(form.refresh_token);
  const issued = issue(world, found.grant);
  if (settings.refreshRepliesToDrop === 0) return issued;
  settings.refreshRepliesToDrop--;
  return lostReply;
}

function issue(world: XWorld, grant: Grant): Answer {
  const { accessToken, refreshToken } = issueTokens(world, grant);
  return ok({
    token_type: 'bearer',
    expires_in: ACCESS_LIFE_MS / 1_000,
    access_token: accessToken,
    scope: grant.scopes.join(' '),
    ...(refreshToken !== null && { refresh_token: refreshToken }),
  });
}

/** Creates an access token, and a refresh token when the grant has `offline.access`. */
export function issueTokens(
  world: XWorld,
  grant: Grant,
): { readonly accessToken: string; readonly refreshToken: string | null } {
  const { state, clock } = world;
  const accessToken = mint(world, 'at');
  state.accessTokens.set(accessToken, { grant, expiresAtMs: clock.now() + ACCESS_LIFE_MS });
  if (!grant.scopes.includes('offline.access')) return { accessToken, refreshToken: null };
  const refreshToken = mint(world, 'rt');
  state.refreshTokens.set(refreshToken, { grant, expiresAtMs: clock.now() + REFRESH_LIFE_MS });
  return { accessToken, refreshToken };
}

/** Real tokens look like this: a random text, the time and the kind, in base64. */
function mint(world: XWorld, kind: 'at' | 'rt'): string {
  return Buffer.from(`${world.randomHex(24)}:${world.clock.now()}:1:1:${kind}:1`).toString('base64url');
}

function readClient(world: XWorld, req: Request): Checked<string> {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(req.get('authorization') ?? '')?.[1];
  if (encoded === undefined)
    return refused(oauthError(401, 'unauthorized_client', 'Missing valid authorization header'));
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  // RFC 6749, section 2.3.1: both halves are urlencoded before they are joined.
  const [clientId, secret] = [text.slice(0, at), text.slice(at + 1)].map(decode);
  const app = world.state.apps.get(clientId ?? '');
  if (!app || !isSame(app.clientSecret, secret ?? '')) {
    return refused(oauthError(401, 'invalid_client', 'Value passed for the client credentials was invalid.'));
  }
  return allowed(app.clientId);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isSame(expected: string, given: string): boolean {
  const [left, right] = [expected, given].map((each) => createHash('sha256').update(each).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** The documented form, or JSON as node-twitter-api-v2 1.29.1 sends it. */
async function readForm(req: Request): Promise<Form> {
  const sent = (await buffer(req)).toString();
  if (!req.is('application/json')) return Object.fromEntries(new URLSearchParams(sent));
  const body = parseJson(sent);
  return isObject(body) ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])) : {};
}

function missingParameter(name: string): Answer {
  return oauthError(400, 'invalid_request', `Missing required parameter [${name}].`);
}

function invalidValue(what: string): Answer {
  return oauthError(400, 'invalid_request', `Value passed for the ${what} was invalid.`);
}

function oauthError(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } };
}
