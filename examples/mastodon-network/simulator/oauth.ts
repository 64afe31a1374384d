import { createHash } from 'node:crypto';
import type { Handling } from './handling.ts';
import type { ApiRequest } from './read-request.ts';
import { escapeHtml, html, json, type Reply, redirect, refuse } from './reply.ts';
import type { App, Token, World } from './world.ts';

const split = (scopes: string): readonly string[] => scopes.split(/[ +]+/).filter((scope) => scope !== '');

/** Mastodon, apps methods, Create an application (checked 2026-11). */
export function registerApp({ world, request }: Handling): Reply {
  const redirectUris = request.list('redirect_uris');
  const one = request.field('redirect_uris');
  const name = request.field('client_name');
  if (name === null || (redirectUris.length === 0 && one === null))
    return refuse(422, "Validation failed: Name can't be blank");
  const scopes = split(request.field('scopes') ?? 'read');
  const app: App = {
    clientId: world.secret(),
    clientSecret: world.secret(),
    redirectUris: redirectUris.length > 0 ? redirectUris : (one ?? '').split('\n'),
    scopes,
  };
  world.apps.push(app);
  return json(200, {
    id: String(world.apps.length),
    name,
    scopes,
    redirect_uris: app.redirectUris,
    client_id: app.clientId,
    client_secret: app.clientSecret,
    client_secret_expires_at: 0,
  });
}

type Asked = {
  readonly app: App;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | null;
  readonly challenge: string | null;
};

/**
 * The query of an authorize address, or a page with its error (Mastodon, OAuth methods, 2026-11).
 */
function readAsked(world: World, request: ApiRequest): Asked | Reply {
  const app = world.apps.find(({ clientId }) => clientId === request.field('client_id'));
  const redirectUri = request.field('redirect_uri') ?? '';
  const scopes = split(request.field('scope') ?? 'read');
  const challenge = request.field('code_challenge');
  if (!app) return html(401, '<h1>Client authentication failed due to unknown client</h1>');
  if (!app.redirectUris.includes(redirectUri)) return html(400, '<h1>The redirect uri included is not valid.</h1>');
  if (request.field('response_type') !== 'code')
    return html(400, '<h1>The authorization server does not support this response type.</h1>');
  if (scopes.some((scope) => !covers(app.scopes, scope)))
    return html(400, '<h1>The requested scope is invalid, unknown, or malformed.</h1>');
  if (challenge !== null && request.field('code_challenge_method') !== 'S256')
    return html(400, '<h1>The code challenge method must be S256.</h1>');
  return { app, redirectUri, scopes, state: request.field('state'), challenge };
}

/** A scope without a colon holds its children (Mastodon, OAuth scopes, checked 2026-11). */
function covers(granted: readonly string[], scope: string): boolean {
  return granted.includes(scope) || granted.includes(scope.split(':')[0] ?? scope);
}

export function consentPage({ world, request }: Handling): Reply {
  const asked = readAsked(world, request);
  if ('status' in asked) return asked;
  const people = world.people
    .map(({ username }) => `<button name="as" value="${username}">Authorize as @${username}</button>`)
    .join(' ');
  const list = asked.scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('');
  // The form goes back to the same address with its query.
  return html(
    200,
    `<title>Authorization required</title><h1>An application would like permission to access your account</h1><ul>${list}</ul><form method="post">${people} <button name="as" value="">Deny</button></form>`,
  );
}

export function decide({ world, request }: Handling): Reply {
  const asked = readAsked(world, request);
  if ('status' in asked) return asked;
  const back = new URL(asked.redirectUri);
  const person = world.people.find(({ username }) => username === request.field('as'));
  if (person) {
    const code = world.secret();
    world.codes.set(code, { ...asked, person });
    back.searchParams.set('code', code);
  } else {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The resource owner or authorization server denied the request.');
  }
  if (asked.state !== null) back.searchParams.set('state', asked.state);
  return redirect(back);
}

const INVALID_GRANT =
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.';

/** Mastodon, OAuth methods, Obtain a token (checked 2026-11). A code works once. */
export function issueToken({ world, request }: Handling): Reply {
  const app = world.apps.find(
    ({ clientId, clientSecret }) =>
      clientId === request.field('client_id') && clientSecret === request.field('client_secret'),
  );
  if (!app) {
    return refuse(
      401,
      'invalid_client',
      'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
    );
  }
  const given = request.field('code') ?? '';
  const code = world.codes.get(given);
  world.codes.delete(given);
  const verifier = createHash('sha256')
    .update(request.field('code_verifier') ?? '')
    .digest('base64url');
  if (
    request.field('grant_type') !== 'authorization_code' ||
    code?.app !== app ||
    code.redirectUri !== request.field('redirect_uri') ||
    (code.challenge !== null && code.challenge !== verifier)
  ) {
    return refuse(400, 'invalid_grant', INVALID_GRANT);
  }
  const token = world.secret();
  world.tokens.set(token, { person: code.person, scopes: code.scopes, revoked: false });
  return json(200, {
    access_token: token,
    token_type: 'Bearer',
    scope: code.scopes.join(' '),
    created_at: Math.floor(world.now() / 1000),
  });
}

/** The token of a permitted call, or the refusal (Mastodon, Error entity, checked 2026-11). */
export function authenticate(world: World, request: ApiRequest, scope: string): Token | Reply {
  const token = world.tokens.get(/^Bearer (.+)$/.exec(request.header('authorization') ?? '')?.[1] ?? '');
  if (!token) return refuse(401, 'The access token is invalid');
  if (token.revoked) return refuse(401, 'The access token was revoked');
  if (!covers(token.scopes, scope)) return refuse(403, 'This action is outside the authorized scopes');
  if (token.person.disabled) return refuse(403, 'Your login is currently disabled');
  return token;
}
