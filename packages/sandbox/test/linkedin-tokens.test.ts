import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APP, at, CALLBACK, field, HOUR_MS, type Linkedin, list, NOON, startLinkedin } from './linkedin-session.ts';

const DAY_MS = 24 * HOUR_MS;
let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const userinfo = (token: string) => li.call(`${li.api}/v2/userinfo`, { headers: { authorization: `Bearer ${token}` } });
const codeOf = (back: URL) => back.searchParams.get('code') ?? '';

describe('the token endpoint', () => {
  it('answers an access token of 60 days, comma-separated scopes and, without partner status, no refresh token', async () => {
    const { status, body } = await li.exchange(codeOf(await li.authorize({ scope: 'w_member_social r_basicprofile' })));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^AQX[\w-]{300,}$/),
      expires_in: 5_184_000,
      scope: 'r_basicprofile,w_member_social',
      token_type: 'Bearer',
    });
  });

  it('adds an id_token for openid that the published key verifies', async () => {
    const { body } = await li.exchange(codeOf(await li.authorize({ scope: 'openid profile email' })));
    const [head = '', claims = '', signature = ''] = field(body, 'id_token').split('.');
    const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(decode(head)).toEqual({ typ: 'JWT', alg: 'RS256', kid: 'sandbox-linkedin-1' });
    expect(decode(claims)).toEqual({
      iss: `${li.www}/oauth`,
      aud: APP.client_id,
      iat: NOON / 1_000,
      exp: NOON / 1_000 + 3_600,
      sub: 'k3Vb8RqTzP',
      name: 'Ada Park',
      given_name: 'Ada',
      family_name: 'Park',
      picture: expect.stringContaining('/__sandbox/blobs/'),
      locale: { country: 'US', language: 'en' },
      email: 'ada@example.com',
      email_verified: true,
    });
    const discovery = await li.call(`${li.www}/oauth/.well-known/openid-configuration`);
    const keys = await li.call(field(discovery.body, 'jwks_uri'));
    const { n, e } = Object(list(keys.body, 'keys')[0]);
    const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('accepts a code once', async () => {
    const code = codeOf(await li.authorize());
    expect((await li.exchange(code)).status).toBe(200);
    const second = await li.exchange(code);
    expect([second.status, second.body]).toEqual([
      401,
      { error: 'invalid_request', error_description: 'Unable to retrieve access token: authorization code not found' },
    ]);
  });

  const mismatch = {
    error: 'invalid_request',
    error_description:
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
  };

  it('accepts a code for 30 minutes', async () => {
    const [inTime, late] = [codeOf(await li.authorize()), codeOf(await li.authorize())];
    await li.advance(30 * 60_000 - 1);
    expect((await li.exchange(inTime)).status).toBe(200);
    await li.advance(1);
    const answer = await li.exchange(late);
    expect([answer.status, answer.body]).toEqual([400, mismatch]);
  });

  it('accepts a code only with its redirect address', async () => {
    const answer = await li.exchange(codeOf(await li.authorize()), { redirect_uri: 'http://127.0.0.1:9999/other' });
    expect([answer.status, answer.body]).toEqual([400, mismatch]);
  });

  it.each(['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret'])(
    'names the missing %s',
    async (name) => {
      const { status, body } = await li.exchange('any', { [name]: '' });
      expect([status, body]).toEqual([
        400,
        { error: 'invalid_request', error_description: `A required parameter "${name}" is missing` },
      ]);
    },
  );

  it('reads the secret from the body and ignores a Basic header', async () => {
    const basic = Buffer.from(`${APP.client_id}:${APP.client_secret}`).toString('base64');
    const fields = { grant_type: 'authorization_code', code: codeOf(await li.authorize()), redirect_uri: CALLBACK };
    const { status, body } = await li.form(
      '/oauth/v2/accessToken',
      { ...fields, client_id: APP.client_id },
      { authorization: `Basic ${basic}` },
    );
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'A required parameter "client_secret" is missing' },
    ]);
  });

  it('refuses a wrong secret', async () => {
    const { status, body } = await li.exchange(codeOf(await li.authorize()), { client_secret: 'wrong' });
    expect([status, body]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'Client authentication failed' },
    ]);
  });

  it('refuses a body that is not declared as a form', async () => {
    const fields = {
      grant_type: 'authorization_code',
      code: codeOf(await li.authorize()),
      redirect_uri: CALLBACK,
      ...APP,
    };
    const { status, body } = await li.call(`${li.www}/oauth/v2/accessToken`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: new URLSearchParams(fields).toString(),
    });
    expect([status, at(body, 'error_description')]).toEqual([400, 'A required parameter "grant_type" is missing']);
  });

  it('knows no other grant', async () => {
    const { status, body } = await li.exchange('any', { grant_type: 'password' });
    expect([status, body]).toEqual([
      400,
      { error: 'unsupported_grant_type', error_description: 'Grant type "password" is not supported' },
    ]);
  });
});

describe('refreshing', () => {
  const dead = {
    error: 'invalid_grant',
    error_description: 'The provided authorization grant or refresh token is invalid, expired or revoked',
  };
  const refresh = (token: string, app = APP) =>
    li.form('/oauth/v2/accessToken', { grant_type: 'refresh_token', refresh_token: token, ...app });

  async function partnerTokens() {
    await li.control('app', { clientId: APP.client_id, partner: true });
    const { body } = await li.exchange(codeOf(await li.authorize({ scope: 'openid w_member_social' })));
    return { body, access: field(body, 'access_token'), refresh: field(body, 'refresh_token') };
  }

  it('gives partners a refresh token of 365 days', async () => {
    const { body } = await partnerTokens();
    expect(body).toMatchObject({ refresh_token: expect.stringMatching(/^AQV/), refresh_token_expires_in: 31_536_000 });
  });

  it('gives a new access token of 60 days and the same refresh token with less time left', async () => {
    const tokens = await partnerTokens();
    await li.advance(59 * DAY_MS);
    const { status, body } = await refresh(tokens.refresh);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^AQX/),
      expires_in: 5_184_000,
      refresh_token: tokens.refresh,
      refresh_token_expires_in: 306 * 86_400,
      scope: 'openid,w_member_social',
      token_type: 'Bearer',
    });
    expect(field(body, 'access_token')).not.toBe(tokens.access);
    await li.advance(2 * DAY_MS);
    expect((await userinfo(tokens.access)).status).toBe(401);
    expect((await userinfo(field(body, 'access_token'))).status).toBe(200);
  });

  it('ends after 365 days however often it was used', async () => {
    const tokens = await partnerTokens();
    await li.advance(200 * DAY_MS);
    expect((await refresh(tokens.refresh)).status).toBe(200);
    await li.advance(165 * DAY_MS);
    const answer = await refresh(tokens.refresh);
    expect([answer.status, answer.body]).toEqual([400, dead]);
  });

  it('ends when the member removes the app, or a control ends it', async () => {
    const tokens = await partnerTokens();
    await li.control('expire-tokens', { username: 'ada', refresh: true });
    expect((await refresh(tokens.refresh)).body).toEqual(dead);
    const others = await partnerTokens();
    await li.control('revoke-token', { username: 'ada' });
    expect((await refresh(others.refresh)).body).toEqual(dead);
  });

  it('is for the app that got the token', async () => {
    const tokens = await partnerTokens();
    const other = { clientId: 'other-app', clientSecret: 'other', redirectUris: [CALLBACK] };
    await li.call(`${li.sandbox.url}/__sandbox/linkedin/apps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(other),
    });
    const answer = await refresh(tokens.refresh, { client_id: 'other-app', client_secret: 'other' });
    expect([answer.status, answer.body]).toEqual([400, dead]);
  });
});

describe('revoking and introspecting', () => {
  const introspect = (token: string) => li.form('/oauth/v2/introspectToken', { ...APP, token });
  const revoke = (token: string, app = APP) => li.form('/oauth/v2/revoke', { ...app, token });

  it('answers an empty 200, and the token is revoked from then on', async () => {
    const token = await li.connect('ada');
    const answer = await revoke(token);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(at((await userinfo(token)).body, 'serviceErrorCode')).toBe(65_601);
  });

  it('leaves the tokens of other people and of other connections of the same person alone', async () => {
    const [first, second, ben] = [await li.connect('ada'), await li.connect('ada'), await li.connect('ben')];
    await revoke(first);
    expect([(await userinfo(second)).status, (await userinfo(ben)).status]).toEqual([200, 200]);
  });

  it('requires the app’s credentials', async () => {
    const token = await li.connect('ada');
    const answer = await revoke(token, { ...APP, client_secret: 'wrong' });
    expect([answer.status, at(answer.body, 'error')]).toEqual([401, 'invalid_client']);
    expect((await userinfo(token)).status).toBe(200);
  });

  it.each(['client_id', 'client_secret', 'token'])(
    'name the missing %s, and reveal nothing to the wrong app',
    async (name) => {
      const token = await li.connect('ada');
      for (const path of ['/oauth/v2/introspectToken', '/oauth/v2/revoke']) {
        const { status, body } = await li.form(path, { ...APP, token, [name]: '' });
        expect([status, body]).toEqual([
          400,
          { error: 'invalid_request', error_description: `A required parameter "${name}" is missing` },
        ]);
      }
      const wrong = await li.form('/oauth/v2/introspectToken', { ...APP, client_secret: 'wrong', token });
      expect([wrong.status, wrong.body]).toEqual([
        401,
        { error: 'invalid_client', error_description: 'Client authentication failed' },
      ]);
      expect((await userinfo(token)).status).toBe(200);
    },
  );

  it('returns the state of a token', async () => {
    const token = await li.connect('ada', 'openid profile');
    const active = {
      active: true,
      client_id: APP.client_id,
      authorized_at: NOON / 1_000,
      created_at: NOON / 1_000,
      status: 'active',
      expires_at: NOON / 1_000 + 5_184_000,
      scope: 'openid,profile',
      auth_type: '3L',
    };
    expect((await introspect(token)).body).toEqual(active);
    await li.advance(60 * DAY_MS);
    expect((await introspect(token)).body).toEqual({ ...active, active: false, status: 'expired' });
    await revoke(token);
    expect((await introspect(token)).body).toEqual({ ...active, active: false, status: 'revoked' });
    expect((await introspect('AQXnever')).body).toEqual({ active: false });
  });
});
