import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CALLBACK,
  DAY_MS,
  field,
  graphError,
  HOUR_MS,
  idOf,
  invalidParameter,
  list,
  type MetaSession,
  NOON,
  permissionMissing,
  startMeta,
  text,
} from './meta-session.ts';

let threads: MetaSession;
beforeAll(async () => {
  threads = await startMeta('threads');
});
afterAll(() => threads.close());
beforeEach(() => threads.reset());

const LIFE_MS = 5_183_944_000;

async function shortToken(fields = {}): Promise<string> {
  return text((await threads.exchange(await threads.authorizedCode(fields))).body, 'access_token');
}
async function longToken(fields = {}): Promise<string> {
  const answer = await threads.tokenEndpoint('access_token', {
    grant_type: 'th_exchange_token',
    client_secret: threads.app.client_secret,
    access_token: await shortToken(fields),
  });
  expect(answer.body).toEqual({
    access_token: expect.stringMatching(/^THAA\w+$/),
    token_type: 'bearer',
    expires_in: 5183944,
  });
  return text(answer.body, 'access_token');
}

describe('the window', () => {
  it('shows its people and permissions', async () => {
    const query = new URLSearchParams({
      client_id: threads.app.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'threads_basic,threads_manage_replies',
    });
    const page = await threads.send(`${threads.roles.www}/oauth/authorize?${query}`);
    expect(page.status).toBe(200);
    for (const username of ['ada', 'ben', 'cleo']) expect(page.text).toContain(`value="${username}"`);
    expect(page.text).toMatch(/<input type="checkbox" name="scopes" value="threads_manage_replies" checked/);
    expect(page.text).toMatch(/<input type="hidden" name="scopes" value="threads_basic"/);
    expect(page.text).not.toContain('threads_delete');
  });

  it('redirects with a code and the fragment #_, or the refusal', async () => {
    expect((await threads.authorize()).location).toMatch(
      /^http:\/\/127\.0\.0\.1:9999\/callback\?code=AQB[0-9a-f]+&state=st-1#_$/,
    );
    expect((await threads.authorize({ sandbox_decision: 'deny' })).location).toBe(
      `${CALLBACK}?error=access_denied&error_reason=user_denied&error_description=The+user+denied+your+request&state=st-1`,
    );
    expect((await threads.authorize({ client_id: 'sandbox-instagram-app' })).status).toBe(400);
  });
});

describe('tokens', () => {
  it('come from the code with a number for the person, and without permissions', async () => {
    const answer = await threads.exchange(await threads.authorizedCode());
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/^\{"access_token":"THQV\w+","user_id":\d{17}\}$/);
    const sent = /"user_id":(\d+)/.exec(answer.text)?.[1] ?? '';
    expect(String(field(answer.body, 'user_id'))).not.toBe(sent);
    expect((await threads.get(text(answer.body, 'access_token'), '/me')).body).toEqual({ id: sent });
    expect(sent).toBe(await threads.profileId('ada'));
  });

  it('come from a code once, within the hour', async () => {
    const [used, late] = [await threads.authorizedCode(), await threads.authorizedCode()];
    expect((await threads.exchange(used)).status).toBe(200);
    const refused = {
      error_type: 'OAuthException',
      code: 400,
      error_message: 'Matching code was not found or was already used',
    };
    expect(await threads.exchange(used)).toMatchObject({ status: 400, body: refused });
    await threads.advance(HOUR_MS);
    expect((await threads.exchange(late)).body).toEqual(refused);
  });

  it('live an hour, then 60 days, then as long as they are refreshed', async () => {
    const short = await shortToken();
    const long = await longToken();
    await threads.advance(HOUR_MS);
    expect(field(field((await threads.get(short, '/me')).body, 'error'), 'error_subcode')).toBe(463);
    await threads.advance(DAY_MS - HOUR_MS);
    const refreshed = await threads.tokenEndpoint('refresh_access_token', {
      grant_type: 'th_refresh_token',
      access_token: long,
    });
    const next = text(refreshed.body, 'access_token');
    await threads.advance(LIFE_MS - DAY_MS);
    expect((await threads.get(long, '/me')).status).toBe(400);
    expect((await threads.get(next, '/me')).status).toBe(200);
    await threads.advance(DAY_MS);
    expect((await threads.get(next, '/me')).status).toBe(400);
  });

  it('accept the grant types of Threads only', async () => {
    const access_token = await longToken();
    await threads.advance(DAY_MS);
    const answer = await threads.tokenEndpoint('refresh_access_token', {
      grant_type: 'ig_refresh_token',
      access_token,
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      graphError({ message: 'Unsupported request - method type: get', type: 'IGApiException', code: 100 }),
    ]);
  });

  it('can be inspected: ticked permissions, times, person', async () => {
    const access_token = await longToken({
      scope: 'threads_basic,threads_content_publish,threads_manage_replies',
      sandbox_scopes: 'threads_manage_replies',
    });
    const issuedAt = NOON / 1000;
    const answer = await threads.get(access_token, '/debug_token', { input_token: access_token });
    expect(answer.body).toEqual({
      data: {
        type: 'USER',
        application: 'sandbox-threads-app',
        is_valid: true,
        scopes: ['threads_basic', 'threads_manage_replies'],
        issued_at: issuedAt,
        expires_at: issuedAt + 5_183_944,
        data_access_expires_at: issuedAt + 90 * 86_400,
        user_id: await threads.profileId('ada'),
      },
    });
  });

  it('can be inspected when they have ended, and not by other apps', async () => {
    const dead = await threads.tokenOf('ada');
    await threads.control('revoke-token', { username: 'ada' });
    const living = await threads.tokenOf('ben');
    const ofDead = field((await threads.get(living, '/debug_token', { input_token: dead })).body, 'data');
    expect(ofDead).toMatchObject({
      is_valid: false,
      error: {
        code: 190,
        subcode: 458,
        message: 'Error validating access token: The user has not authorized application sandbox-threads-app.',
      },
    });
    await threads.control('apps', { clientId: 'app-2', clientSecret: 'secret-2', redirectUris: [CALLBACK] });
    const foreign = text(await threads.control('issue-token', { username: 'ada', clientId: 'app-2' }), 'accessToken');
    expect((await threads.get(living, '/debug_token', { input_token: foreign })).body).toEqual({
      data: { error: { code: 190, message: 'The access token could not be decrypted' }, is_valid: false, scopes: [] },
    });
    expect((await threads.get(living, '/debug_token')).body).toEqual(
      invalidParameter('The parameter input_token is required'),
    );
  });

  it.each([
    ['password_changed', 460],
    ['invalidated', 467],
    ['app_removed', 458],
  ])('are 190 when %s', async (state, subcode) => {
    const token = await threads.tokenOf('ada');
    await threads.control('token-state', { username: 'ada', state });
    const { status, body } = await threads.get(token, '/me');
    const { code, error_subcode, message } = Object(field(body, 'error'));
    expect([status, code, error_subcode, message]).toEqual([
      400,
      190,
      subcode,
      expect.stringMatching(/^Error validating access token: /),
    ]);
  });

  it('have the ticked permissions only', async () => {
    const token = await threads.tokenOf('ada');
    const post = idOf(
      await threads.post(token, '/me/threads', { media_type: 'TEXT', text: 'Hi', auto_publish_text: 'true' }),
    );
    const calls = (who: string) =>
      Promise.all([
        threads.post(who, '/me/threads', { media_type: 'TEXT', text: 'Hi' }),
        threads.post(who, '/me/threads_publish', { creation_id: '1' }),
        threads.get(who, '/me/threads_publishing_limit'),
        threads.post(who, `/${post}/repost`),
        threads.post(who, '/me/threads', { media_type: 'TEXT', text: 'Hi', reply_to_id: post }),
        threads.get(who, '/me/threads_publishing_limit', { fields: 'reply_quota_usage' }),
        threads.get(who, `/${post}/replies`),
        threads.get(who, `/${post}/insights`, { metric: 'views' }),
        threads.graph('DELETE', `/${post}`, { access_token: who }),
      ]);
    const refusedOf = async (scopes: readonly string[]) =>
      (await calls(await threads.tokenOf('ada', scopes))).map(({ body }) => JSON.stringify(body).includes('(#10)'));
    expect(await refusedOf(['threads_basic'])).toEqual(Array(9).fill(true));
    const publisher = ['threads_basic', 'threads_content_publish'];
    expect(await refusedOf(publisher)).toEqual([false, false, false, false, true, true, true, true, true]);
    expect(await refusedOf([...publisher, 'threads_manage_replies'])).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(
      await refusedOf([...publisher, 'threads_read_replies', 'threads_manage_insights', 'threads_delete']),
    ).toEqual([...[false, false, false, false, true, true, false, false, false]]);
    const narrow = await threads.tokenOf('ada', ['threads_basic']);
    expect(await threads.get(narrow, `/${post}/insights`, { metric: 'views' })).toMatchObject({
      status: 400,
      body: permissionMissing,
    });
  });
});

describe('the person', () => {
  it('has one id, a name and a picture', async () => {
    const token = await threads.tokenOf('ada');
    const fields = 'id,username,name,threads_profile_picture_url,threads_biography,is_verified';
    expect((await threads.get(token, '/me', { fields })).body).toEqual({
      id: expect.stringMatching(/^24\d{14}[13579]$/),
      username: 'ada',
      name: 'Ada Park',
      threads_profile_picture_url: expect.stringContaining('/__sandbox/blobs/'),
      threads_biography: '',
      is_verified: false,
    });
    const made = await threads.control('profiles', { username: 'dora', name: 'Dora Lind' });
    expect(text(made, 'id')).toMatch(/^24/);
    expect(
      list(
        field(field((await threads.send(`${threads.sandbox.url}/__sandbox/state`)).body, 'networks'), 'threads'),
        'profiles',
      ),
    ).toHaveLength(4);
  });

  it('is reached under v1.0 or without a version, at both host names', async () => {
    const token = await threads.tokenOf('ada');
    const me = async (path: string) => (await threads.send(`${threads.roles.graph}${path}?access_token=${token}`)).body;
    expect(await me('/me')).toEqual(await me('/v1.0/me'));
    for (const path of ['/v2.0/me', '/v25.0/me']) {
      const answer = await threads.send(`${threads.roles.graph}${path}?access_token=${token}`);
      expect([answer.status, answer.body]).toEqual([
        400,
        graphError({ message: `Unknown path components: ${path}`, code: 2500 }),
      ]);
    }
    const state = await threads.send(`${threads.sandbox.url}/__sandbox/state`);
    expect(field(field(field(state.body, 'networks'), 'threads'), 'hosts')).toMatchObject({
      'graph.threads.net': 'graph',
      'graph.threads.com': 'graph',
      'www.threads.com': 'www',
    });
  });
});
