import { type Credential, Secret } from '@fanfare/network';
import { graphError, scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '../src/index.ts';

const config = {
  wwwUrl: 'https://www.test/ig',
  apiUrl: 'https://api.test/ig',
  graphUrl: 'https://graph.test/ig',
  versions: instagramVersions(),
  clientId: '990602627938098',
  clientSecret: new Secret('SECRET'),
};
const { connect } = createInstagram(config);
const redirectUri = 'https://svc.test/oauth/instagram/callback';
const EXCHANGE = 'POST https://api.test/ig/oauth/access_token';
const UPGRADE = 'GET https://graph.test/ig/access_token';
const ME = 'GET https://graph.test/ig/v25.0/me';

const credential = (...scopes: readonly string[]): Credential => ({
  accessToken: new Secret('LONG'),
  refreshToken: null,
  expiresAt: null,
  refreshExpiresAt: null,
  scopes,
});
const granted = credential('instagram_business_basic', 'instagram_business_content_publish');
const me = {
  id: '27640875392278831',
  user_id: '17841400000000001',
  username: 'acme',
  account_type: 'BUSINESS',
};

describe('connect to Instagram', () => {
  it('sends the user to the consent window with every scope at once', () => {
    const url = createInstagram({
      ...INSTAGRAM_DEFAULTS,
      versions: instagramVersions(),
      clientId: '9906',
      clientSecret: new Secret('s'),
    }).connect.authorizeUrl({ state: 'st&te', redirectUri, codeChallenge: null });
    expect(url.origin + url.pathname).toBe('https://www.instagram.com/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: '9906',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope:
        'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments,instagram_business_manage_insights',
      state: 'st&te',
    });
  });

  it('keeps the path prefix of its address and asks for configured scopes', () => {
    const narrow = createInstagram({ ...config, scopes: ['a', 'b'] }).connect;
    const url = narrow.authorizeUrl({ state: 's', redirectUri, codeChallenge: null });
    expect([url.pathname, url.searchParams.get('scope'), narrow.pkce]).toEqual(['/ig/oauth/authorize', 'a,b', false]);
  });

  it.each([
    ['error=access_denied&error_reason=user_denied', 'access_denied'],
    ['error=server_error', 'exchange_failed'],
    ['', 'exchange_failed'],
  ])('reads %s as %s', (query, denial) => {
    expect(connect.readDenial(new URLSearchParams(query))).toBe(denial);
  });

  it('exchanges the code for a long-lived token and keeps the granted scopes', async () => {
    const { call, seen } = scriptNetwork({
      [EXCHANGE]: {
        json: { access_token: 'SHORT', user_id: '27640875392278831', permissions: ['instagram_business_basic'] },
      },
      [UPGRADE]: { json: { access_token: 'LONG', token_type: 'bearer', expires_in: 5183944 } },
    });
    const startedAt = call.clock.now();
    const got = await connect.exchange(call, { code: 'AQB#_', redirectUri, codeVerifier: null });
    expect({ ...got, accessToken: got.accessToken.reveal() }).toEqual({
      accessToken: 'LONG',
      refreshToken: null,
      expiresAt: startedAt + 5_183_944_000,
      refreshExpiresAt: null,
      scopes: ['instagram_business_basic'],
    });
    expect(seen.map((one) => [one.call, one.params.code ?? one.params.access_token])).toEqual([
      [EXCHANGE, 'AQB'],
      [UPGRADE, 'SHORT'],
    ]);
  });

  it('treats the requested scopes as granted where the answer names none', async () => {
    const { call } = scriptNetwork({
      [EXCHANGE]: { json: { access_token: 'SHORT' } },
      [UPGRADE]: { json: { access_token: 'LONG', expires_in: 5183944 } },
    });
    const got = await connect.exchange(call, { code: 'c', redirectUri, codeVerifier: null });
    expect(got.scopes).toEqual(INSTAGRAM_DEFAULTS.scopes);
  });
});

describe('profiles of Instagram', () => {
  it.each([
    ['flat', me],
    ['wrapped', { data: [me] }],
    ['of a creator', { ...me, account_type: 'Media_Creator' }],
    ['without an account type', { ...me, account_type: undefined }],
  ])('keep both ids of an answer %s', async (_, json) => {
    const { call, seen } = scriptNetwork({ [ME]: { json } });
    expect(await connect.profiles(call, granted)).toEqual({
      ok: true,
      profiles: [{ platformUserId: '17841400000000001', username: 'acme', otherIds: ['27640875392278831'] }],
    });
    expect(seen.map(({ call: name, params }) => ({ name, params }))).toEqual([
      { name: ME, params: { fields: 'id,user_id,username,account_type', access_token: 'LONG' } },
    ]);
  });

  it.each([
    ['instagram_business_content_publish', credential('instagram_business_basic')],
    ['instagram_business_basic', credential('instagram_business_content_publish')],
    ['instagram_business_basic and instagram_business_content_publish', credential()],
  ])('are refused without %s, before any call', async (missing, given) => {
    const { call, seen } = scriptNetwork({});
    expect(await connect.profiles(call, given)).toEqual({
      ok: false,
      reason: 'permissions_missing',
      message: `Instagram did not grant ${missing}. Connect again and leave every permission ticked.`,
    });
    expect(seen).toEqual([]);
  });

  it.each([
    ['that is personal', { json: { ...me, account_type: 'PERSONAL' } }],
    ['without a professional id', { json: { ...me, user_id: undefined } }],
    ['the network calls personal', graphError(100, undefined, '(#100) The user is not an Instagram Business')],
  ])('are refused to an account %s', async (_, reply) => {
    const { call } = scriptNetwork({ [ME]: reply });
    expect(await connect.profiles(call, granted)).toEqual({
      ok: false,
      reason: 'account_not_eligible',
      message:
        'Instagram lets apps publish to professional accounts only. Switch the account to Business or Creator in the Instagram app, then connect again.',
    });
  });

  it('are refused when the network itself reports a missing permission', async () => {
    const { call } = scriptNetwork({ [ME]: graphError(10) });
    expect(await connect.profiles(call, granted)).toMatchObject({ ok: false, reason: 'permissions_missing' });
  });

  it.each([
    ['a restricted account', graphError(25, 2207050), 'account_restricted'],
    ['an app without the capability', graphError(3), 'permission_missing'],
    ['an outage', graphError(2), 'network_unavailable'],
  ])('throw on %s', async (_, reply, code) => {
    const { call } = scriptNetwork({ [ME]: reply });
    await expect(connect.profiles(call, granted)).rejects.toMatchObject({ code });
  });
});

describe('refresh on Instagram', () => {
  it('asks the unversioned endpoint, without the secret', async () => {
    const { call, seen } = scriptNetwork({
      'GET https://graph.test/ig/refresh_access_token': { json: { access_token: 'NEW', expires_in: 5183944 } },
    });
    const renewed = await connect.refresh?.(call, granted);
    expect(renewed?.accessToken.reveal()).toBe('NEW');
    expect(seen[0]?.params).toEqual({ grant_type: 'ig_refresh_token', access_token: 'LONG' });
  });
});
