import { Secret } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createLinkedin, LINKEDIN_DEFAULTS, linkedinVersions } from '../src/index.ts';
import { aConfig, aCredential, makeCall, NOW } from './make-call.ts';
import { startScripted } from './scripted-linkedin.ts';

const TOKEN = 'POST /www/oauth/v2/accessToken';
const REDIRECT_URI = 'https://svc.example/oauth/linkedin/callback';
const exchange = { code: 'AQT-code', redirectUri: REDIRECT_URI, codeVerifier: null };

describe('authorizeUrl', () => {
  const linkedin = createLinkedin({
    ...LINKEDIN_DEFAULTS,
    versions: linkedinVersions(),
    clientId: '86x',
    clientSecret: new Secret('s'),
  });

  it('requests person and pages at once, without PKCE and without prompt', () => {
    const url = linkedin.connect.authorizeUrl({ state: 'st&te', redirectUri: REDIRECT_URI, codeChallenge: null });
    expect(url.href).toBe(
      'https://www.linkedin.com/oauth/v2/authorization?response_type=code&client_id=86x' +
        '&redirect_uri=https%3A%2F%2Fsvc.example%2Foauth%2Flinkedin%2Fcallback' +
        '&scope=openid%20profile%20w_member_social' +
        '&state=st%26te',
    );
    expect(linkedin.connect.pkce).toBe(false);
  });

  it('asks for the configured scopes at the configured address', () => {
    const own = createLinkedin({ ...aConfig('http://127.0.0.1:4010'), scopes: ['openid', 'w_member_social'] });
    const url = own.connect.authorizeUrl({ state: 's', redirectUri: REDIRECT_URI, codeChallenge: null });
    expect([url.origin + url.pathname, url.searchParams.get('scope')]).toEqual([
      'http://127.0.0.1:4010/www/oauth/v2/authorization',
      'openid w_member_social',
    ]);
  });
});

describe('readDenial', () => {
  const { connect } = createLinkedin(aConfig('http://127.0.0.1'));

  it.each([
    ['user_cancelled_login', 'access_denied'],
    ['user_cancelled_authorize', 'access_denied'],
    ['access_denied', 'access_denied'],
    ['unauthorized_scope_error', 'exchange_failed'],
    ['server_error', 'exchange_failed'],
    ['', 'exchange_failed'],
  ])('%s is %s', (error, reason) => {
    expect(connect.readDenial(new URLSearchParams({ error, error_description: 'words', state: 's' }))).toBe(reason);
  });
});

describe('exchange', () => {
  it('sends the secret in the body and keeps the granted scopes', async () => {
    await using server = await startScripted({
      [TOKEN]: {
        status: 200,
        body: {
          access_token: 'AQX-new',
          expires_in: 5_184_000,
          refresh_token: 'AQV-new',
          refresh_token_expires_in: 31_536_000,
          scope: 'openid,profile,w_member_social',
          token_type: 'Bearer',
          id_token: 'eyJ',
        },
      },
    });
    await using call = makeCall();
    const credential = await createLinkedin(aConfig(server.origin)).connect.exchange(call, exchange);

    expect({
      ...credential,
      accessToken: credential.accessToken.reveal(),
      refreshToken: credential.refreshToken?.reveal(),
    }).toEqual({
      accessToken: 'AQX-new',
      refreshToken: 'AQV-new',
      expiresAt: NOW + 5_184_000_000,
      refreshExpiresAt: NOW + 31_536_000_000,
      scopes: ['openid', 'profile', 'w_member_social'],
    });
    const [request] = server.received;
    expect(Object.fromEntries(new URLSearchParams(request?.bytes.toString()))).toEqual({
      grant_type: 'authorization_code',
      code: 'AQT-code',
      redirect_uri: REDIRECT_URI,
      client_id: '86x',
      client_secret: 'app-secret',
    });
    expect([request?.headers['content-type'], request?.headers.authorization]).toEqual([
      'application/x-www-form-urlencoded',
      undefined,
    ]);
  });

  it.each([
    ['spaces', 'openid profile w_member_social', ['openid', 'profile', 'w_member_social']],
    ['commas and spaces', 'openid, profile,  w_member_social', ['openid', 'profile', 'w_member_social']],
    ['nothing at all', undefined, ['openid', 'w_member_social']],
    ['an empty scope', '', ['openid', 'w_member_social']],
  ])('reads scopes separated by %s', async (_name, scope, scopes) => {
    await using server = await startScripted({
      [TOKEN]: { status: 200, body: { access_token: 'AQX', expires_in: 60, scope } },
    });
    await using call = makeCall();
    const config = { ...aConfig(server.origin), scopes: ['openid', 'w_member_social'] };
    const credential = await createLinkedin(config).connect.exchange(call, exchange);
    expect([credential.scopes, credential.refreshToken, credential.refreshExpiresAt]).toEqual([scopes, null, null]);
  });

  it('fails once, without a retry, when the code is spent', async () => {
    await using server = await startScripted({
      [TOKEN]: { status: 400, body: { error: 'invalid_request', error_description: 'authorization code expired' } },
    });
    await using call = makeCall();
    await expect(createLinkedin(aConfig(server.origin)).connect.exchange(call, exchange)).rejects.toMatchObject({
      facts: { code: 'credential_rejected', outcome: 'rejected', networkCode: 'invalid_request' },
    });
    expect(server.lines()).toEqual([TOKEN]);
  });

  it('fails when the answer holds no token, without showing the answer', async () => {
    await using server = await startScripted({ [TOKEN]: { status: 200, body: { refresh_token: 'AQV-canary' } } });
    await using call = makeCall();
    const error = await createLinkedin(aConfig(server.origin))
      .connect.exchange(call, exchange)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ facts: { code: 'network_unavailable', outcome: 'rejected' } });
    expect(JSON.stringify(error) + String(error)).not.toContain('AQV-canary');
  });
});

describe('refresh', () => {
  const old = aCredential({
    refreshToken: new Secret('AQV-old'),
    expiresAt: NOW + 1_000,
    refreshExpiresAt: NOW + 26_438_400_000,
  });

  it('keeps the refresh token, its end and the scopes where the answer omits them', async () => {
    await using server = await startScripted({
      [TOKEN]: { status: 200, body: { access_token: 'AQX-new', expires_in: 5_184_000 } },
    });
    await using call = makeCall();
    const credential = await createLinkedin(aConfig(server.origin)).connect.refresh!(call, old);

    expect({
      ...credential,
      accessToken: credential.accessToken.reveal(),
      refreshToken: credential.refreshToken?.reveal(),
    }).toEqual({
      accessToken: 'AQX-new',
      refreshToken: 'AQV-old',
      expiresAt: NOW + 5_184_000_000,
      refreshExpiresAt: NOW + 26_438_400_000,
      scopes: old.scopes,
    });
    expect(Object.fromEntries(new URLSearchParams(server.received[0]?.bytes.toString()))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'AQV-old',
      client_id: '86x',
      client_secret: 'app-secret',
    });
  });

  it('uses the remaining lifetime that LinkedIn returns', async () => {
    await using server = await startScripted({
      [TOKEN]: {
        status: 200,
        body: {
          access_token: 'AQX-new',
          expires_in: 60,
          refresh_token: 'AQV-old',
          refresh_token_expires_in: 26_438_400,
        },
      },
    });
    await using call = makeCall();
    const credential = await createLinkedin(aConfig(server.origin)).connect.refresh!(call, old);
    expect(credential.refreshExpiresAt).toBe(NOW + 26_438_400_000);
  });

  it('is refused without a call when there is no refresh token', async () => {
    await using server = await startScripted({});
    await using call = makeCall();
    await expect(createLinkedin(aConfig(server.origin)).connect.refresh!(call, aCredential())).rejects.toMatchObject({
      facts: { code: 'credential_rejected', outcome: 'not_sent', credential: 'expired' },
    });
    expect(server.lines()).toEqual([]);
  });
});
