import { expect, it } from 'vitest';
import { allScopes, answered, basic, field, redirectUri, startX, unauthorized, verifier } from './x-session.ts';

const { sandbox, call, control, authorize, exchange, connect, webUrl } = await startX();

const code = async (username = 'ada') => (await authorize(username)).get('code') ?? '';
const codeForm = async () => ({
  grant_type: 'authorization_code',
  code: await code(),
  redirect_uri: redirectUri,
  code_verifier: verifier,
});
const refreshForm = (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken });
const me = (token: string) => call('GET', '/2/users/me', { token });
const wrong = (description: string) => ({ error: 'invalid_request', error_description: description });

it('shows a consent page with the people and the requested scopes', async () => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sandbox-x-app',
    redirect_uri: redirectUri,
    scope: 'tweet.read users.read',
    state: '"><script>',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  });
  const response = await fetch(`${webUrl}/i/oauth2/authorize?${query}`);
  const page = await response.text();
  expect(response.status).toBe(200);
  for (const text of ['Ada Park', 'Ben Okafor', 'Cleo Marin', 'sandbox-x-app', 'tweet.read', 'users.read'])
    expect(page).toContain(text);
  expect(page).toContain('name="state" value="&quot;&gt;&lt;script&gt;"');
  expect(page).not.toContain('"><script>');
});

it('answers the form of the consent page with a redirect to the app', async () => {
  const form = new URLSearchParams({
    response_type: 'code',
    client_id: 'sandbox-x-app',
    redirect_uri: redirectUri,
    scope: 'tweet.read',
    state: 's1',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    profile: 'ben',
    decision: 'allow',
  });
  const post = () => fetch(`${webUrl}/i/oauth2/authorize`, { method: 'POST', body: form, redirect: 'manual' });
  const allowed = await post();
  expect(allowed.status).toBe(302);
  expect(allowed.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:8080\/callback\?state=s1&code=[\w-]+$/);
  form.set('decision', 'deny');
  expect((await post()).headers.get('location')).toBe(`${redirectUri}?state=s1&error=access_denied`);
});

it.each([
  ['an unknown client', { client_id: 'nobody' }],
  ['a callback that is not registered', { redirect_uri: 'https://evil.example.com/callback' }],
  ['a look-alike of a loopback host', { redirect_uri: 'http://127.0.0.1@evil.example.com/callback' }],
  ['a scope that does not exist', { scope: 'tweet.read everything' }],
  ['no state', { state: '' }],
  ['a state of more than 500 characters', { state: 's'.repeat(501) }],
  ['a plain challenge', { code_challenge_method: 'plain' }],
  ['no challenge', { code_challenge: '' }],
  ['another response type', { response_type: 'token' }],
])('refuses %s with a page and no redirect', async (_name, overrides) => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sandbox-x-app',
    redirect_uri: redirectUri,
    scope: 'tweet.read',
    state: 's',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    sandbox_profile: 'ada',
    sandbox_decision: 'allow',
    ...overrides,
  });
  const response = await fetch(`${webUrl}/i/oauth2/authorize?${query}`, { redirect: 'manual' });
  expect({ status: response.status, location: response.headers.get('location') }).toEqual({
    status: 400,
    location: null,
  });
  expect(await response.text()).toContain('Something went wrong');
});

it('exchanges a code once, for a pair of tokens that live two hours', async () => {
  const form = await codeForm();
  const { status, body } = await exchange(form);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      token_type: 'bearer',
      expires_in: 7200,
      access_token: expect.any(String),
      scope: allScopes.join(' '),
      refresh_token: expect.any(String),
    },
  });
  expect((await me(String(field(body).access_token))).status).toBe(200);
  expect(await exchange(form)).toEqual(answered(400, wrong('Value passed for the authorization code was invalid.')));
});

it('expires a code after 30 seconds', async () => {
  const inTime = await codeForm();
  await control('/clock', { advanceMs: 29_000 });
  expect((await exchange(inTime)).status).toBe(200);
  const late = await codeForm();
  await control('/clock', { advanceMs: 30_000 });
  expect(await exchange(late)).toEqual(answered(400, wrong('Value passed for the authorization code was invalid.')));
});

it('requires the verifier and the callback of the code', async () => {
  expect(await exchange({ ...(await codeForm()), code_verifier: `${verifier}x` })).toEqual(
    answered(400, wrong('Value passed for the code verifier did not match the code challenge.')),
  );
  expect(await exchange({ ...(await codeForm()), redirect_uri: `${redirectUri}/other` })).toEqual(
    answered(400, wrong('Value passed for the redirect uri did not match the uri of the authorization code.')),
  );
  const { code_verifier: _, ...withoutVerifier } = await codeForm();
  expect(await exchange(withoutVerifier)).toEqual(answered(400, wrong('Missing required parameter [code_verifier].')));
});

it('requires Basic from a confidential client', async () => {
  const form = await codeForm();
  expect(await exchange({ ...form, client_id: 'sandbox-x-app' }, {})).toEqual(
    answered(401, { error: 'unauthorized_client', error_description: 'Missing valid authorization header' }),
  );
  const wrongSecret = `Basic ${Buffer.from('sandbox-x-app:nonsense').toString('base64')}`;
  expect(await exchange(form, { authorization: wrongSecret })).toEqual(
    answered(401, {
      error: 'invalid_client',
      error_description: 'Value passed for the client credentials was invalid.',
    }),
  );
  expect((await exchange(form)).status).toBe(200);
});

it('knows the registered apps, and refuses another app the code of this one', async () => {
  await control('/x/apps', { clientId: 'other', clientSecret: 'p%w:d', redirectUris: ['https://app.example.com/cb'] });
  const other = `Basic ${Buffer.from(`other:${encodeURIComponent('p%w:d')}`).toString('base64')}`;
  const form = await codeForm();
  expect(await exchange(form, { authorization: other })).toEqual(
    answered(400, wrong('Value passed for the authorization code was invalid.')),
  );
  const query = await authorize('ada', { client_id: 'other', redirect_uri: 'https://app.example.com/cb' });
  const own = { ...form, code: query.get('code') ?? '', redirect_uri: 'https://app.example.com/cb' };
  expect((await exchange(own, { authorization: other })).status).toBe(200);
});

it('grants less than requested when a script sets that', async () => {
  const granted = 'tweet.read,users.read,offline.access';
  const code = (await authorize('ada', { sandbox_scopes: granted })).get('code') ?? '';
  const { body } = await exchange({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  expect(field(body).scope).toBe(granted.replaceAll(',', ' '));
});

it('gives no refresh token without offline.access', async () => {
  const query = await authorize('ada', { scope: 'tweet.read users.read' });
  const { body } = await exchange({ ...(await codeForm()), code: query.get('code') ?? '' });
  expect(Object.keys(field(body))).toEqual(['token_type', 'expires_in', 'access_token', 'scope']);
});

it('expires an access token after two hours; a refresh brings the next', async () => {
  const { token, refreshToken } = await connect('ada');
  await control('/clock', { advanceMs: 7_199_000 });
  expect((await me(token)).status).toBe(200);
  await control('/clock', { advanceMs: 1_000 });
  expect(await me(token)).toEqual(answered(401, unauthorized));
  const { body } = await exchange(refreshForm(refreshToken));
  expect((await me(String(field(body).access_token))).status).toBe(200);
});

it('accepts a refresh token once', async () => {
  const { refreshToken } = await connect('ada');
  expect((await exchange(refreshForm(refreshToken))).status).toBe(200);
  expect(await exchange(refreshForm(refreshToken))).toEqual(
    answered(400, wrong('Value passed for the token was invalid.')),
  );
  await control('/x/refresh-error', { error: 'invalid_grant' });
  expect(await exchange(refreshForm(refreshToken))).toEqual(
    answered(400, { error: 'invalid_grant', error_description: 'The refresh token is invalid or has expired.' }),
  );
  await control('/x/refresh-error', { error: 'invalid_request' });
});

it('rotates the refresh token even when the reply is lost', async () => {
  const { refreshToken } = await connect('ada');
  await control('/x/drop-refresh-reply', {});
  await expect(exchange(refreshForm(refreshToken))).rejects.toThrow('fetch failed');
  expect(await exchange(refreshForm(refreshToken))).toEqual(
    answered(400, wrong('Value passed for the token was invalid.')),
  );
});

it('expires an unused refresh token after half a year', async () => {
  const { refreshToken } = await connect('ada');
  await control('/clock', { advanceMs: 184 * 86_400_000 });
  expect((await exchange(refreshForm(refreshToken))).status).toBe(400);
});

it('revokes a grant by either token, and accepts an unknown token', async () => {
  const first = await connect('ada');
  const second = await connect('ada');
  const revoke = (token: string) =>
    call('POST', '/2/oauth2/revoke', { body: new URLSearchParams({ token }), headers: { authorization: basic } });
  for (const token of [first.token, second.refreshToken, 'unknown']) {
    expect(await revoke(token)).toEqual(answered(200, { revoked: true }));
  }
  for (const { token, refreshToken } of [first, second]) {
    expect((await me(token)).status).toBe(401);
    expect((await exchange(refreshForm(refreshToken))).status).toBe(400);
  }
});

it('ends or expires the tokens of one person by control', async () => {
  const ada = await connect('ada');
  const ben = await connect('ben');
  expect((await control('/x/expire-tokens', { username: 'ben' })).status).toBe(200);
  expect((await me(ben.token)).status).toBe(401);
  expect((await exchange(refreshForm(ben.refreshToken))).status).toBe(200);
  expect((await control('/x/revoke-token', { username: 'ada' })).status).toBe(200);
  expect((await me(ada.token)).status).toBe(401);
  expect((await exchange(refreshForm(ada.refreshToken))).status).toBe(400);
});

it('can expire refresh tokens too, and issue tokens without the authorize page', async () => {
  const { body } = await control('/x/issue-token', {
    username: 'ada',
    scopes: ['tweet.read', 'users.read', 'offline.access'],
  });
  const { accessToken, refreshToken, ...rest } = field(body);
  expect(rest).toEqual({ id: '1498231077314502656', scopes: ['tweet.read', 'users.read', 'offline.access'] });
  expect((await me(String(accessToken))).status).toBe(200);
  await control('/x/expire-tokens', { username: 'ada', refresh: true });
  expect((await exchange(refreshForm(String(refreshToken)))).status).toBe(400);
  const { body: plain } = await control('/x/issue-token', { username: 'ada', scopes: ['tweet.read'] });
  expect(field(plain).refreshToken).toBe(null);
});

it('accepts the token request as JSON too, as a public client library sends it', async () => {
  const { status } = await call('POST', '/2/oauth2/token', {
    body: await codeForm(),
    headers: { authorization: basic },
  });
  expect(status).toBe(200);
});

it('answers a profile with the requested fields', async () => {
  const { token } = await connect('cleo');
  const fields = 'username,name,profile_image_url,verified,verified_type,subscription_type';
  const { status, body } = await call('GET', `/2/users/me?user.fields=${fields}`, { token });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: {
        id: '1767412809955430400',
        name: 'Cleo Marin',
        username: 'cleo',
        profile_image_url: `${sandbox.url}/x/web/profile_images/1767412809955430400_normal.png`,
        subscription_type: 'Premium',
        verified: true,
        verified_type: 'blue',
      },
    },
  });
  const picture = await fetch(`${sandbox.url}/x/web/profile_images/1767412809955430400_normal.png`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect((await call('GET', '/2/users/me?user.fields=shoe_size', { token })).status).toBe(400);
});

it('refuses a missing token, a wrong one, or too few scopes', async () => {
  expect(await call('GET', '/2/users/me')).toEqual(answered(401, unauthorized));
  expect(await call('GET', '/2/users/me', { token: 'nonsense' })).toEqual(answered(401, unauthorized));
  const { token } = await connect('ada', ['tweet.read']);
  expect((await call('GET', '/2/users/me', { token })).status).toBe(403);
});
