import { type Credential, NetworkError, Secret } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { exchangeCode, refreshLongLived, type TokenApp, toLongLived } from '../src/long-lived-token.ts';
import { graphError, noAnswer, type Reply, scriptNetwork } from './scripted-network.ts';

const app: TokenApp = {
  codes: { network: 'Instagram', baseUrl: 'https://api.test' },
  tokens: { network: 'Instagram', baseUrl: 'https://graph.test' },
  grants: { exchange: 'ig_exchange_token', refresh: 'ig_refresh_token' },
  clientId: 'app-1',
  clientSecret: new Secret('SECRET-CANARY'),
};
const EXCHANGE = 'POST https://api.test/oauth/access_token';
const UPGRADE = 'GET https://graph.test/access_token';
const REFRESH = 'GET https://graph.test/refresh_access_token';
const DAY_MS = 86_400_000;
const input = { code: 'AQB-code', redirectUri: 'https://svc.test/oauth/instagram/callback' };

const oauthError = (message: string) => ({ error_type: 'OAuthException', code: 400, error_message: message });

const credential = (expiresAt: number | null): Credential => ({
  accessToken: new Secret('OLD'),
  refreshToken: null,
  expiresAt,
  refreshExpiresAt: null,
  scopes: ['basic'],
});

describe('exchangeCode', () => {
  it.each([
    [
      'wrapped, with a comma list',
      { data: [{ access_token: 'SHORT', user_id: '1', permissions: 'basic, publish' }] },
      ['basic', 'publish'],
    ],
    ['without permissions', { access_token: 'SHORT', user_id: 1 }, null],
    ['with nothing granted', { access_token: 'SHORT', permissions: '' }, []],
  ])('reads the answer %s', async (_, json, permissions) => {
    const { call } = scriptNetwork({ [EXCHANGE]: { json } });
    const grant = await exchangeCode(call, app, input);
    expect([grant.token.reveal(), grant.permissions]).toEqual(['SHORT', permissions]);
  });

  it('strips the fragment some front ends leave on the code', async () => {
    const { call, seen } = scriptNetwork({ [EXCHANGE]: { json: { access_token: 'SHORT' } } });
    await exchangeCode(call, app, { ...input, code: 'AQB-co#_de#_' });
    expect(seen[0]?.params.code).toBe('AQB-co#_de');
  });
});

describe('toLongLived', () => {
  it('computes the end from the answer, not from 60 days', async () => {
    const { call, seen } = scriptNetwork({
      [UPGRADE]: { json: { access_token: 'LONG', token_type: 'bearer', expires_in: 5183944 } },
    });
    const startedAt = call.clock.now();
    const token = await toLongLived(call, app, new Secret('SHORT'));
    expect([token.accessToken.reveal(), token.expiresAt]).toEqual(['LONG', startedAt + 5_183_944_000]);
    expect(seen[0]?.params).toEqual({
      grant_type: 'ig_exchange_token',
      client_secret: 'SECRET-CANARY',
      access_token: 'SHORT',
    });
  });

  it('is repeated through a passing fault, because the code is used up', async () => {
    const { call } = scriptNetwork({
      [UPGRADE]: [noAnswer('hidden'), graphError(2), { json: { access_token: 'LONG', expires_in: 5183944 } }],
    });
    expect((await toLongLived(call, app, new Secret('SHORT'))).accessToken.reveal()).toBe('LONG');
  });

  it('blames the installation, not a post, for a refused parameter', async () => {
    const { call } = scriptNetwork({ [UPGRADE]: graphError(100) });
    await expect(toLongLived(call, app, new Secret('SHORT'))).rejects.toMatchObject({
      facts: { code: 'internal_error', operator: true, message: 'Instagram refused the token call.' },
    });
  });
});

describe('refreshLongLived', () => {
  it.each([
    ['just made', 0],
    ['an hour old', 3_600_000],
    ['a second under 24 h old', DAY_MS - 1000],
    ['24 h old by a lifetime an hour shorter than usual', DAY_MS + 3_599_000],
  ])('leaves a token alone that is %s', async (_, ageMs) => {
    const { call, seen } = scriptNetwork({ [REFRESH]: graphError(190) });
    const young = credential(call.clock.now() + 5_183_944_000 - ageMs);
    expect(await refreshLongLived(call, app, young)).toBe(young);
    expect(seen).toHaveLength(0);
  });

  it.each([
    ['certainly a day old', 5_183_944_000 - DAY_MS - 3_600_000],
    ['a minute before its end', 60_000],
    ['of an unknown age', null],
  ])('renews a token that is %s', async (_, remainingMs) => {
    const { call } = scriptNetwork({ [REFRESH]: { json: { access_token: 'NEW', expires_in: 5183944 } } });
    const old = credential(remainingMs === null ? null : call.clock.now() + remainingMs);
    expect((await refreshLongLived(call, app, old)).accessToken.reveal()).toBe('NEW');
  });

  it('reports that an expired token cannot be refreshed', async () => {
    const { call, seen } = scriptNetwork({ [REFRESH]: graphError(190, 463) });
    await expect(refreshLongLived(call, app, credential(call.clock.now() - 1))).rejects.toMatchObject({
      facts: { code: 'credential_rejected', outcome: 'rejected', credential: 'expired' },
    });
    expect(seen).toHaveLength(1);
  });

  it.each([
    [190, undefined, 'expired'],
    [190, 463, 'expired'],
    [190, 460, 'expired'],
    [190, 467, 'expired'],
    [190, 458, 'revoked'],
    [190, 459, 'expired'],
    [190, 464, 'expired'],
    [102, undefined, 'expired'],
  ] as const)('treats %s/%s as the end of the token', async (code, subcode, end) => {
    const { call, seen } = scriptNetwork({ [REFRESH]: graphError(code, subcode) });
    await expect(refreshLongLived(call, app, credential(null))).rejects.toMatchObject({
      facts: { code: 'credential_rejected', credential: end },
    });
    expect(seen).toHaveLength(1);
  });

  it.each<readonly [string, Reply, string, number]>([
    ['an outage', graphError(2, undefined, 'm', 503), 'network_unavailable', 3],
    ['an unknown error', graphError(1), 'network_unavailable', 3],
    ['no answer', noAnswer('hidden'), 'network_unavailable', 3],
    ['a proxy’s page', { status: 502, json: undefined }, 'network_unavailable', 3],
    ['a proxy that forbids', { status: 403, json: undefined }, 'network_unavailable', 1],
    ['an empty body', { json: undefined }, 'network_unavailable', 3],
    ['an answer without a token', { json: { token_type: 'bearer' } }, 'network_unavailable', 3],
    ['the app’s call limit', graphError(4), 'rate_limited', 1],
    ['the account’s call limit', graphError(17, undefined, 'm', 429), 'rate_limited', 1],
    ['a limit in the envelope of the code exchange', { status: 429, json: oauthError('Slow down') }, 'rate_limited', 1],
    [
      'a refusal in the envelope of the code exchange',
      { status: 400, json: oauthError('No') },
      'network_unavailable',
      1,
    ],
    [
      'an outage in the envelope of the code exchange',
      { status: 500, json: oauthError('Oops') },
      'network_unavailable',
      3,
    ],
    ['a revoked permission', graphError(10), 'permission_missing', 1],
    ['a blocked account', graphError(368), 'account_restricted', 1],
    ['a removed endpoint', graphError(100, undefined, 'Unsupported request - method type: get'), 'internal_error', 1],
  ])('does not treat %s as the end of the token', async (_, reply, code, calls) => {
    const { call, seen } = scriptNetwork({ [REFRESH]: reply });
    const error = await refreshLongLived(call, app, credential(null)).catch((thrown: unknown) => thrown);
    if (!(error instanceof NetworkError)) throw error;
    expect([error.code, error.facts.credential, seen.length]).toEqual([code, undefined, calls]);
  });
});
