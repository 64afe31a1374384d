import { type Credential, Secret } from '@fanfare/network';
import { graphError, type Reply, scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createThreads, THREADS_DEFAULTS } from '../src/index.ts';

const { connect } = createThreads({
  wwwUrl: 'https://www.test',
  graphUrl: 'https://graph.test/th',
  clientId: '1234567',
  clientSecret: new Secret('SECRET'),
});
const redirectUri = 'https://svc.test/oauth/threads/callback';
const EXCHANGE = 'POST https://graph.test/th/oauth/access_token';
const UPGRADE = 'GET https://graph.test/th/access_token';
const DEBUG = 'GET https://graph.test/th/v1.0/debug_token';
const ME = 'GET https://graph.test/th/v1.0/me';

const exchange = (debug: Reply | readonly Reply[]) =>
  scriptNetwork({
    [EXCHANGE]: { json: { access_token: 'SHORT', user_id: '17841405793187218' } },
    [UPGRADE]: { json: { access_token: 'LONG', token_type: 'bearer', expires_in: 5183944 } },
    [DEBUG]: debug,
  });
const input = { code: 'AQB#_', redirectUri, codeVerifier: null };

const credential = (...scopes: readonly string[]): Credential => ({
  accessToken: new Secret('LONG'),
  refreshToken: null,
  expiresAt: null,
  refreshExpiresAt: null,
  scopes,
});
const granted = credential('threads_basic', 'threads_content_publish');

describe('connect to Threads', () => {
  it('asks the token endpoint what was granted', async () => {
    const { call, seen } = exchange({ json: { data: { is_valid: true, scopes: ['threads_basic'] } } });
    const startedAt = call.clock.now();
    const got = await connect.exchange(call, input);
    expect({ ...got, accessToken: got.accessToken.reveal() }).toEqual({
      accessToken: 'LONG',
      refreshToken: null,
      expiresAt: startedAt + 5_183_944_000,
      refreshExpiresAt: null,
      scopes: ['threads_basic'],
    });
    expect(seen.map(({ call: name, params }) => [name, params])).toEqual([
      [
        EXCHANGE,
        {
          client_id: '1234567',
          client_secret: 'SECRET',
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
          code: 'AQB',
        },
      ],
      [UPGRADE, { grant_type: 'th_exchange_token', client_secret: 'SECRET', access_token: 'SHORT' }],
      [DEBUG, { input_token: 'LONG', access_token: 'LONG' }],
    ]);
  });

  it.each([
    ['names no scopes', { json: { data: { is_valid: true } } }],
    ['does not exist', graphError(2500, undefined, 'Unknown path components: /debug_token')],
  ])('treats the requested scopes as granted where the inspection %s', async (_, debug) => {
    const got = await connect.exchange(exchange(debug).call, input);
    expect(got.scopes).toEqual(THREADS_DEFAULTS.scopes);
  });

  it.each([
    ['is down', graphError(2), 'network_unavailable'],
    ['calls the token invalid', { json: { data: { is_valid: false } } }, 'credential_rejected'],
    ['is refused', graphError(190), 'credential_rejected'],
  ])('fails where the inspection %s', async (_, debug, code) => {
    await expect(connect.exchange(exchange(debug).call, input)).rejects.toMatchObject({ code });
  });

  it('reads the inspection again after a passing fault', async () => {
    const { call } = exchange([graphError(2), { json: { data: { is_valid: true, scopes: ['threads_basic'] } } }]);
    expect((await connect.exchange(call, input)).scopes).toEqual(['threads_basic']);
  });
});

describe('profiles of Threads', () => {
  it('reads the identity from /me, where ids are exact', async () => {
    const { call, seen } = scriptNetwork({ [ME]: { json: { id: '17841405793187218', username: 'acme' } } });
    expect(await connect.profiles(call, granted)).toEqual({
      ok: true,
      profiles: [{ platformUserId: '17841405793187218', username: 'acme', otherIds: [] }],
    });
    expect(seen.map(({ params }) => params)).toEqual([{ fields: 'id,username', access_token: 'LONG' }]);
  });

  it('are refused without the permission to publish, before any call', async () => {
    const { call, seen } = scriptNetwork({});
    expect(await connect.profiles(call, credential('threads_basic', 'threads_manage_insights'))).toEqual({
      ok: false,
      reason: 'permissions_missing',
      message: 'Threads did not grant threads_content_publish. Connect again and leave every permission ticked.',
    });
    expect(seen).toEqual([]);
  });

  it('are refused when the network itself misses a permission', async () => {
    const { call } = scriptNetwork({ [ME]: graphError(200) });
    expect(await connect.profiles(call, granted)).toMatchObject({ ok: false, reason: 'permissions_missing' });
  });

  it('throw on an outage', async () => {
    const { call } = scriptNetwork({ [ME]: graphError(2) });
    await expect(connect.profiles(call, granted)).rejects.toMatchObject({ code: 'network_unavailable' });
  });
});
