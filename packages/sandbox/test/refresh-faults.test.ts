import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP, at, type Linkedin, startLinkedin, field as textAt } from './linkedin-session.ts';
import { DAY_MS, idOf, type MetaSession, startMeta, text } from './meta-session.ts';
import { basic, field, startX } from './x-session.ts';

const lost = (call: Promise<unknown>) => expect(call).rejects.toThrow('fetch failed');

describe.each([
  ['instagram', 'ig_refresh_token'],
  ['threads', 'th_refresh_token'],
] as const)('a refresh on %s', (network, grant_type) => {
  let meta: MetaSession;
  beforeAll(async () => {
    meta = await startMeta(network);
  });
  afterAll(() => meta.close());
  const refresh = (access_token: string) => meta.tokenEndpoint('refresh_access_token', { grant_type, access_token });

  it('whose answer is lost leaves the older token valid, to be refreshed again', async () => {
    const token = await meta.tokenOf('ada');
    await meta.advance(DAY_MS);
    await meta.fault({ path: '^/refresh_access_token$', action: 'drop_after' });
    await lost(refresh(token));
    expect(idOf(await meta.get(token, '/me'))).not.toBe('');
    const next = text((await refresh(token)).body, 'access_token');
    await meta.advance(59 * DAY_MS);
    expect([(await meta.get(next, '/me')).status, (await meta.get(token, '/me')).status]).toEqual([200, 400]);
  });

  it('may be refused for a while without harm', async () => {
    const token = await meta.tokenOf('ada');
    await meta.advance(DAY_MS);
    await meta.fault({ path: '^/refresh_access_token$', action: 'status', status: 503, body: 'busy' });
    expect((await refresh(token)).status).toBe(503);
    expect((await refresh(token)).status).toBe(200);
  });
});

describe('a refresh on x', async () => {
  const { call, control, connect, exchange } = await startX();
  const refresh = (refresh_token: string) =>
    exchange({ grant_type: 'refresh_token', refresh_token }, { authorization: basic });
  const me = (token: string) => call('GET', '/2/users/me', { token });

  it('whose answer is cut off by a fault has spent its token', async () => {
    const { token, refreshToken } = await connect('ada');
    await control('/faults', { network: 'x', path: '^/2/oauth2/token$', action: 'drop_after' });
    await lost(refresh(refreshToken));
    const again = await refresh(refreshToken);
    expect([again.status, again.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
    ]);
    expect((await me(token)).status).toBe(200);
  });

  it('with a spent token is refused, and the newer tokens stay valid', async () => {
    const { refreshToken } = await connect('ben');
    const first = field((await refresh(refreshToken)).body);
    expect((await refresh(refreshToken)).status).toBe(400);
    expect((await me(String(first.access_token))).status).toBe(200);
    expect((await refresh(String(first.refresh_token))).status).toBe(200);
  });

  it('that never reached x has spent nothing', async () => {
    const { refreshToken } = await connect('cleo');
    await control('/faults', { network: 'x', path: '^/2/oauth2/token$', action: 'drop_before' });
    await lost(refresh(refreshToken));
    expect((await refresh(refreshToken)).status).toBe(200);
  });
});

describe('a refresh on linkedin', () => {
  let li: Linkedin;
  beforeAll(async () => {
    li = await startLinkedin();
  });
  afterAll(() => li.sandbox.close());

  it('whose answer is lost can be repeated with the same token', async () => {
    await li.control('app', { clientId: APP.client_id, partner: true });
    const code = (await li.authorize()).searchParams.get('code') ?? '';
    const refresh_token = textAt((await li.exchange(code)).body, 'refresh_token');
    const refresh = () => li.form('/oauth/v2/accessToken', { grant_type: 'refresh_token', refresh_token, ...APP });
    await li.call(`${li.sandbox.url}/__sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'linkedin', path: '^/oauth/v2/accessToken$', action: 'drop_after' }),
    });
    await lost(refresh());
    const again = await refresh();
    expect([again.status, at(again.body, 'refresh_token')]).toEqual([200, refresh_token]);
  });
});
