import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLBACK, field, HOUR_MS, type MetaSession, startMeta, text } from './meta-session.ts';

let ig: MetaSession;
beforeAll(async () => {
  ig = await startMeta('instagram');
});
afterAll(() => ig.close());
beforeEach(() => ig.reset());

const oauthError = (error_message: string) => ({ error_type: 'OAuthException', code: 400, error_message });
const codeRefused = oauthError('Matching code was not found or was already used');

describe('the authorize window', () => {
  it('shows the profiles and the permissions to untick, and keeps the request in its form', async () => {
    const query = new URLSearchParams({
      client_id: ig.app.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'instagram_business_basic instagram_business_manage_insights',
      state: 'a"b',
    });
    const page = await ig.send(`${ig.roles.www}/oauth/authorize?${query}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    for (const username of ['ada', 'ben', 'cleo', 'pat.personal']) expect(page.text).toContain(`value="${username}"`);
    expect(page.text).toContain('name="state" value="a&quot;b"');
    expect(page.text).toMatch(
      /<input type="checkbox" name="scopes" value="instagram_business_manage_insights" checked/,
    );
    expect(page.text).toMatch(/<input type="hidden" name="scopes" value="instagram_business_basic"/);
    expect(page.text).toContain(`action="${ig.roles.www}/oauth/authorize"`);
  });

  it('redirects with a code, the state and the fragment #_ when its form is allowed', async () => {
    const answer = await ig.send(`${ig.roles.www}/oauth/authorize`, {
      method: 'POST',
      body: new URLSearchParams([
        ['client_id', ig.app.client_id],
        ['redirect_uri', `${CALLBACK}?tenant=7`],
        ['response_type', 'code'],
        ['scope', 'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments'],
        ['state', 'st-1'],
        ['profile', 'ben'],
        ['scopes', 'instagram_business_basic'],
        ['scopes', 'instagram_business_manage_comments'],
        ['decision', 'allow'],
      ]),
    });
    expect(answer.status).toBe(302);
    const location = answer.headers.get('location') ?? '';
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:9999\/callback\?tenant=7&code=AQB[0-9a-f]+&state=st-1#_$/);
    const code = new URL(location).searchParams.get('code') ?? '';
    const { body } = await ig.exchange(code, { redirect_uri: `${CALLBACK}?tenant=7` });
    expect(field(body, 'permissions')).toEqual(['instagram_business_basic', 'instagram_business_manage_comments']);
  });

  it('answers access_denied with its reason when the person cancels', async () => {
    expect((await ig.authorize({ sandbox_decision: 'deny' })).location).toBe(
      `${CALLBACK}?error=access_denied&error_reason=user_denied&error_description=The+user+denied+your+request&state=st-1`,
    );
  });

  it('omits unticked permissions, but never the basic one', async () => {
    const code = await ig.authorizedCode({ sandbox_scopes: 'none' });
    expect(field((await ig.exchange(code)).body, 'permissions')).toEqual(['instagram_business_basic']);
  });

  it.each([
    [{ client_id: 'nobody' }, 'Invalid platform app'],
    [{ redirect_uri: 'https://evil.example/callback' }, 'Invalid redirect_uri'],
    [{ response_type: 'token' }, "Invalid response_type: must be 'code'"],
    [{ scope: 'instagram_business_basic,business_basic' }, 'Invalid scope: business_basic'],
    [{ scope: 'instagram_business_content_publish' }, 'Invalid scope: instagram_business_basic is required'],
    [{ sandbox_profile: 'nobody' }, 'There is no profile nobody'],
  ])('does not redirect for %o', async (fields, message) => {
    const answer = await ig.authorize(fields);
    expect([answer.status, answer.location, answer.body]).toEqual([400, '', oauthError(message)]);
  });

  it('knows apps that were registered later', async () => {
    const app = { clientId: 'app-2', clientSecret: 'secret-2', redirectUris: ['https://app.example/cb/'] };
    await ig.control('apps', app);
    const exact = await ig.authorize({ client_id: 'app-2', redirect_uri: 'https://app.example/cb/' });
    expect(exact.location).toMatch(/^https:\/\/app\.example\/cb\/\?code=/);
    const slashless = await ig.authorize({ client_id: 'app-2', redirect_uri: 'https://app.example/cb' });
    expect(slashless.body).toEqual(oauthError('Invalid redirect_uri'));
  });
});

describe('the code exchange', () => {
  it('answers a short-lived token, an id too large for JavaScript, and the permissions as a list', async () => {
    const answer = await ig.exchange(await ig.authorizedCode());
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(
      /^\{"access_token":"IGAA\w+","user_id":\d{17},"permissions":\["instagram_business_basic","instagram_business_content_publish"\]\}$/,
    );
    const sent = /"user_id":(\d+)/.exec(answer.text)?.[1] ?? '';
    expect(String(field(answer.body, 'user_id'))).not.toBe(sent);
    const me = await ig.get(text(answer.body, 'access_token'), '/me', { fields: 'id' });
    expect(me.body).toEqual({ id: sent });
  });

  it('can answer as documented, wrapped and as strings', async () => {
    await ig.control('shapes', { exchange: 'wrapped', username: 'ada' });
    const answer = await ig.exchange(await ig.authorizedCode());
    expect(answer.body).toEqual({
      data: [
        {
          access_token: expect.stringMatching(/^IGAA\w+$/),
          user_id: expect.stringMatching(/^\d{17}$/),
          permissions: 'instagram_business_basic,instagram_business_content_publish',
        },
      ],
    });
  });

  it('accepts multipart forms, but no JSON', async () => {
    const fields = {
      ...ig.app,
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code: await ig.authorizedCode(),
    };
    const url = `${ig.roles.api}/oauth/access_token`;
    const json = await ig.send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    expect([json.status, json.body]).toEqual([400, oauthError('Missing required field client_id')]);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    expect((await ig.send(url, { method: 'POST', body: form })).status).toBe(200);
  });

  it('accepts a code once', async () => {
    const code = await ig.authorizedCode();
    expect((await ig.exchange(code)).status).toBe(200);
    const again = await ig.exchange(code);
    expect([again.status, again.body]).toEqual([400, codeRefused]);
  });

  it('accepts a code for one hour', async () => {
    const [early, late] = [await ig.authorizedCode(), await ig.authorizedCode()];
    await ig.advance(HOUR_MS - 1);
    expect((await ig.exchange(early)).status).toBe(200);
    await ig.advance(1);
    expect((await ig.exchange(late)).body).toEqual(codeRefused);
  });

  it.each([
    [{ code: 'AQBwrong' }, codeRefused],
    [{ client_id: 'nobody' }, oauthError('Invalid platform app')],
    [{ client_secret: 'wrong' }, oauthError('Error validating client secret.')],
    [{ grant_type: 'refresh_token' }, oauthError("Invalid grant_type: must be 'authorization_code'")],
    [
      { redirect_uri: `${CALLBACK}/` },
      oauthError(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      ),
    ],
    [{ redirect_uri: '' }, oauthError('Missing required field redirect_uri')],
  ])('refuses %o in the envelope of the login', async (fields, body) => {
    const answer = await ig.exchange(await ig.authorizedCode(), fields);
    expect([answer.status, answer.body]).toEqual([400, body]);
  });

  it('refuses a code with the fragment still on it', async () => {
    expect((await ig.exchange(`${await ig.authorizedCode()}#_`)).body).toEqual(codeRefused);
  });

  it("refuses another app's code", async () => {
    await ig.control('apps', { clientId: 'app-2', clientSecret: 'secret-2', redirectUris: [CALLBACK] });
    const answer = await ig.exchange(await ig.authorizedCode(), { client_id: 'app-2', client_secret: 'secret-2' });
    expect(answer.body).toEqual(codeRefused);
  });
});
