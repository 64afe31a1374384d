import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DAY_MS,
  field,
  graphError,
  HOUR_MS,
  type MetaSession,
  permissionMissing,
  startMeta,
  text,
} from './meta-session.ts';

let ig: MetaSession;
beforeAll(async () => {
  ig = await startMeta('instagram');
});
afterAll(() => ig.close());
beforeEach(() => ig.reset());

async function longToken(fields = {}): Promise<string> {
  const short = text((await ig.exchange(await ig.authorizedCode(fields))).body, 'access_token');
  const long = await ig.tokenEndpoint('access_token', {
    grant_type: 'ig_exchange_token',
    client_secret: ig.app.client_secret,
    access_token: short,
  });
  return text(long.body, 'access_token');
}
const refresh = (access_token: string) =>
  ig.tokenEndpoint('refresh_access_token', { grant_type: 'ig_refresh_token', access_token });

describe('tokens', () => {
  it('live one hour when short, and can be exchanged until then', async () => {
    const short = text((await ig.exchange(await ig.authorizedCode())).body, 'access_token');
    const exchangeLong = () =>
      ig.tokenEndpoint('access_token', {
        grant_type: 'ig_exchange_token',
        client_secret: ig.app.client_secret,
        access_token: short,
      });
    await ig.advance(HOUR_MS - 1);
    expect((await exchangeLong()).body).toEqual({
      access_token: expect.stringMatching(/^IGAA\w+$/),
      token_type: 'bearer',
      expires_in: 5183944,
    });
    await ig.advance(1);
    const expired = graphError({
      message:
        'Error validating access token: Session has expired on Friday, 20-Nov-26 13:00:00 UTC. The current time is Friday, 20-Nov-26 13:00:00 UTC.',
      code: 190,
      error_subcode: 463,
    });
    expect((await exchangeLong()).body).toEqual(expired);
    expect(await ig.get(short, '/me')).toMatchObject({ status: 400, body: expired });
  });

  it('become long-lived only with the secret of their app, by GET only', async () => {
    const access_token = text((await ig.exchange(await ig.authorizedCode())).body, 'access_token');
    const wrong = await ig.tokenEndpoint('access_token', {
      grant_type: 'ig_exchange_token',
      client_secret: 'wrong',
      access_token,
    });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      graphError({ message: 'Error validating client secret.', code: 1 }),
    ]);
    const posted = await ig.send(`${ig.roles.graph}/access_token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'ig_exchange_token', client_secret: ig.app.client_secret, access_token }),
    });
    expect(posted.body).toEqual(
      graphError({ message: 'Unsupported request - method type: post', type: 'IGApiException', code: 100 }),
    );
    const threadsGrant = await ig.tokenEndpoint('access_token', {
      grant_type: 'th_exchange_token',
      client_secret: ig.app.client_secret,
      access_token,
    });
    expect(threadsGrant.status).toBe(400);
  });

  it('are exchanged only while short and refreshed only when long', async () => {
    const unsupported = graphError({
      message: 'Unsupported request - method type: get',
      type: 'IGApiException',
      code: 100,
    });
    const issued = await ig.control('issue-token', { username: 'ada', kind: 'short' });
    await ig.control('refresh', { refuseTooYoung: false });
    expect((await refresh(text(issued, 'accessToken'))).body).toEqual(unsupported);
    const exchanged = await ig.tokenEndpoint('access_token', {
      grant_type: 'ig_exchange_token',
      client_secret: ig.app.client_secret,
      access_token: await longToken(),
    });
    expect(exchanged.body).toEqual(unsupported);
  });

  it('live 5,183,944 seconds when long, and cannot be refreshed after that', async () => {
    const token = await longToken();
    await ig.advance(5_183_944_000 - 1);
    expect((await ig.get(token, '/me')).status).toBe(200);
    await ig.advance(1);
    expect(field(field((await ig.get(token, '/me')).body, 'error'), 'error_subcode')).toBe(463);
    expect(field(field((await refresh(token)).body, 'error'), 'error_subcode')).toBe(463);
  });

  it('are refreshed from 24 hours on, for a new token with a new lifetime', async () => {
    const token = await longToken();
    await ig.advance(DAY_MS - 1);
    expect((await refresh(token)).body).toEqual(
      graphError({
        message: 'Invalid parameter: the access token must be at least 24 hours old to be refreshed',
        type: 'IGApiException',
        code: 100,
      }),
    );
    await ig.advance(1);
    const refreshed = await refresh(token);
    expect(refreshed.body).toEqual({
      access_token: expect.stringMatching(/^IGAA\w+$/),
      token_type: 'bearer',
      expires_in: 5183944,
    });
    const next = text(refreshed.body, 'access_token');
    expect(next).not.toBe(token);
    await ig.advance(5_183_944_000 - 1);
    expect((await ig.get(next, '/me')).status).toBe(200);
    expect((await ig.get(token, '/me')).status).toBe(400);
  });

  it('can keep their text, and answer another error when young', async () => {
    const token = await longToken();
    await ig.control('refresh', {
      username: 'ada',
      answer: 'same_token',
      code: 2,
      message: 'Service down',
      status: 500,
    });
    const young = await refresh(token);
    expect([young.status, young.body]).toEqual([500, graphError({ message: 'Service down', code: 2 })]);
    await ig.advance(DAY_MS);
    expect(text((await refresh(token)).body, 'access_token')).toBe(token);
    await ig.advance(5_183_944_000 - 1);
    expect((await ig.get(token, '/me')).status).toBe(200);
  });

  it('are refreshed young when that rule is off', async () => {
    await ig.control('refresh', { refuseTooYoung: false });
    expect((await refresh(await longToken())).status).toBe(200);
  });

  it('are not refreshed without the basic permission', async () => {
    const token = await longToken();
    await ig.advance(DAY_MS);
    await ig.control('scopes', { username: 'ada', scopes: ['instagram_business_content_publish'] });
    expect((await refresh(token)).body).toEqual(permissionMissing);
  });

  it('of Threads are invalid here', async () => {
    const threadsToken = await fetch(`${ig.sandbox.url}/__sandbox/threads/issue-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada' }),
    });
    expect((await ig.get(text(await threadsToken.json(), 'accessToken'), '/me')).body).toEqual(
      graphError({ message: 'Invalid OAuth access token - Cannot parse access token', code: 190 }),
    );
  });
});
