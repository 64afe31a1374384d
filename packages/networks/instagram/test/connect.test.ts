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
