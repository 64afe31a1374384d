import type { Request } from 'express';
import { empty, granted, json, type Outcome, type Reply, refused } from '../restli/reply.ts';
import { readForm } from '../restli/request-body.ts';
import type { App, World } from '../world.ts';
import { idToken } from './id-token.ts';
import { issueAccessToken, issueRefreshToken, newGrant, refreshTokenAlive, secondsLeft } from './tokens.ts';

/** `POST /oauth/v2/accessToken` */
export async function exchange(world: World, req: Request): Promise<Reply> {
  const form = await readForm(req);
  const grantType = form.get('grant_type');
  if (!grantType) return missing('grant_type');
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    return oauthError(400, 'unsupported_grant_type', `Grant type "${grantType}" is not supported`);
  }
  const needed = grantType === 'authorization_code' ? ['code', 'redirect_uri'] : ['refresh_token'];
  const absent = [...needed, 'client_id', 'client_secret'].find((name) => !form.get(name));
  if (absent) return missing(absent);
  const app = authenticatedApp(world, form);
  if (!app.ok) return app.reply;
  return grantType === 'authorization_code' ? exchangeCode(world, app.value, form) : refresh(world, app.value, form);
}

function exchangeCode(world: World, app: App, form: URLSearchParams): Reply {
  const value = form.get('code') ?? '';
  const code = world.codes.get(value);
  // Both sentences: Microsoft Learn, LinkedIn authorization code flow, checked 2026-11. A used code
  // is one LinkedIn no longer finds.
  if (!code) return oauthError(401, 'invalid_request', 'Unable to retrieve access token: authorization code not found');
  const fits =
    code.clientId === app.clientId &&
    code.redirectUri === form.get('redirect_uri') &&
    world.context.clock.now() < code.expiresAt;
  if (!fits) {
    return oauthError(
      400,
      'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. ' +
        'Or authorization code expired. Or external member binding exists',
    );
  }
  world.codes.delete(value);
  const member = world.members.get(code.memberId);
  const grant = newGrant(world, code);
  const access = issueAccessToken(world, grant);
  const refreshToken = app.partner ? issueRefreshToken(world, grant) : null;
  const refreshRecord = refreshToken === null ? undefined : world.refreshTokens.get(refreshToken);
  return json(200, {
    ...access,
    ...(refreshRecord && {
      refresh_token: refreshToken,
      refresh_token_expires_in: secondsLeft(world, refreshRecord),
    }),
    scope: grant.scopes.join(','),
    token_type: 'Bearer',
    ...(member && grant.scopes.includes('openid') && { id_token: idToken(world, { member, grant }) }),
  });
}

function refresh(world: World, app: App, form: URLSearchParams): Reply {
  const value = form.get('refresh_token') ?? '';
  const token = world.refreshTokens.get(value);
  if (!token || token.grant.clientId !== app.clientId || !refreshTokenAlive(world, token)) {
    return oauthError(
      400,
      'invalid_grant',
      'The provided authorization grant or refresh token is invalid, expired or revoked',
    );
  }
  return json(200, {
    ...issueAccessToken(world, token.grant),
    refresh_token: value,
    refresh_token_expires_in: secondsLeft(world, token),
    scope: token.grant.scopes.join(','),
    token_type: 'Bearer',
  });
}

/** `POST /oauth/v2/revoke`: 200, also for an unknown token (RFC 7009, section 2.2). */
export async function revoke(world: World, req: Request): Promise<Reply> {
  const form = await readForm(req);
  const call = tokenCall(world, form);
  if (!call.ok) return call.reply;
  const { app, value } = call.value;
  const token = world.accessTokens.get(value) ?? world.refreshTokens.get(value);
  if (token?.grant.clientId === app.clientId) token.grant.revoked = true;
  return empty(200);
}

/** `POST /oauth/v2/introspectToken`. LinkedIn token introspection, checked 2026-11. */
export async function introspect(world: World, req: Request): Promise<Reply> {
  const form = await readForm(req);
  const call = tokenCall(world, form);
  if (!call.ok) return call.reply;
  const { app, value } = call.value;
  const token = world.accessTokens.get(value) ?? world.refreshTokens.get(value);
  if (token?.grant.clientId !== app.clientId) return json(200, { active: false });
  const { grant, expiresAt } = token;
  const expired = world.context.clock.now() >= expiresAt;
  const status = grant.revoked ? 'revoked' : expired ? 'expired' : 'active';
  const createdAt = world.accessTokens.get(value)?.createdAt ?? grant.authorizedAt;
  return json(200, {
    active: status === 'active',
    client_id: grant.clientId,
    authorized_at: Math.floor(grant.authorizedAt / 1_000),
    created_at: Math.floor(createdAt / 1_000),
    status,
    expires_at: Math.floor(expiresAt / 1_000),
    scope: grant.scopes.join(','),
    auth_type: '3L',
  });
}

function tokenCall(world: World, form: URLSearchParams): Outcome<{ readonly app: App; readonly value: string }> {
  const absent = ['client_id', 'client_secret', 'token'].find((name) => !form.get(name));
  if (absent) return refused(missing(absent));
  const app = authenticatedApp(world, form);
  return app.ok ? granted({ app: app.value, value: form.get('token') ?? '' }) : app;
}

/** LinkedIn reads the credentials from the body only; it ignores a Basic header. */
function authenticatedApp(world: World, form: URLSearchParams): Outcome<App> {
  const app = world.apps.get(form.get('client_id') ?? '');
  if (app && app.clientSecret === form.get('client_secret')) return granted(app);
  return refused(oauthError(401, 'invalid_client', 'Client authentication failed'));
}

function missing(name: string): Reply {
  return oauthError(400, 'invalid_request', `A required parameter "${name}" is missing`);
}

function oauthError(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description });
}
