import { Secret } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { aConfig, aCredential, makeCall, NOW } from './make-call.ts';
import { startScripted } from './scripted-linkedin.ts';

const TOKEN = 'POST /www/oauth/v2/accessToken';
const REDIRECT_URI = 'https://svc.example/oauth/linkedin/callback';
const exchange = { code: 'AQT-code', redirectUri: REDIRECT_URI, codeVerifier: null };

describe('authorizeUrl', () => {
  it('asks for the configured scopes at the configured address', () => {
    const own = createLinkedin({ ...aConfig('http://127.0.0.1:4010'), scopes: ['openid', 'w_member_social'] });
    const url = own.connect.authorizeUrl({ state: 's', redirectUri: REDIRECT_URI, codeChallenge: null });
    expect(url.origin + url.pathname).toBe('http://127.0.0.1:4010/www/oauth/v2/authorization');
    expect(url.search).toContain('&scope=openid%20w_member_social&');
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
