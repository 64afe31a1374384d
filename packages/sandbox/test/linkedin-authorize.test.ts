import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APP, at, CALLBACK, EVERYTHING, field, type Linkedin, startLinkedin } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const userinfo = (token: string) => li.call(`${li.api}/v2/userinfo`, { headers: { authorization: `Bearer ${token}` } });
const codeOf = (back: URL) => back.searchParams.get('code') ?? '';
const query = (back: URL) => Object.fromEntries(back.searchParams);

describe('the authorize window', () => {
  it('shows the people (not pages), the fixed scopes, and the fields of the form', async () => {
    const params = new URLSearchParams({
      response_type: 'code',
      client_id: APP.client_id,
      redirect_uri: CALLBACK,
      state: 'st-1',
      scope: 'openid w_member_social',
    });
    const { status, text } = await li.call(`${li.www}/oauth/v2/authorization?${params}`);
    expect(status).toBe(200);
    const inputs = [...text.matchAll(/<input type="(\w+)" name="(\w+)" value="([^"]*)"/g)].map((match) =>
      match.slice(1, 4).join(' '),
    );
    expect(inputs).toEqual([
      'hidden response_type code',
      `hidden client_id ${APP.client_id}`,
      `hidden redirect_uri ${CALLBACK}`,
      'hidden state st-1',
      'hidden scope openid w_member_social',
      'radio profile ada',
      'radio profile ben',
      'radio profile cleo',
      'hidden scopes openid',
      'hidden scopes w_member_social',
    ]);
    expect(text).toContain(`action="${li.www}/oauth/v2/authorization"`);
  });

  it('ends at the app with code and state when the form allows, and the code gives that person', async () => {
    const answer = await li.form('/oauth/v2/authorization', {
      response_type: 'code',
      client_id: APP.client_id,
      redirect_uri: CALLBACK,
      state: 'st-2',
      scope: 'openid',
      profile: 'ben',
      decision: 'allow',
    });
    expect(answer.status).toBe(302);
    const back = new URL(answer.headers.get('location') ?? '');
    expect(query(back)).toEqual({ code: codeOf(back), state: 'st-2' });
    expect(back.href.startsWith(`${CALLBACK}?`)).toBe(true);
    const { body } = await li.exchange(codeOf(back));
    expect((await userinfo(field(body, 'access_token'))).body).toEqual({ sub: 'Yw5nH0cJxE' });
  });

  it('answers user_cancelled_authorize when the person cancels', async () => {
    expect(query(await li.authorize({ sandbox_decision: 'deny' }))).toEqual({
      error: 'user_cancelled_authorize',
      error_description: 'The user cancelled the authorization',
      state: 'st-1',
    });
  });

  it('fails as a whole for one scope the app is not approved for', async () => {
    await li.control('app', { clientId: APP.client_id, approvedScopes: ['w_member_social'] });
    expect(query(await li.authorize({ scope: 'openid w_member_social' }))).toEqual({
      error: 'unauthorized_scope_error',
      error_description: 'Scope &quot;openid&quot; is not authorized for your application',
      state: 'st-1',
    });
  });

  it.each(['openid,w_member_social', 'openid, w_member_social', 'openid w_member_social'])(
    'accepts the scopes %j',
    async (scope) => {
      const { body } = await li.exchange(codeOf(await li.authorize({ scope })));
      expect(at(body, 'scope')).toBe('openid,w_member_social');
    },
  );

  it('never offers the closed r_member_social', async () => {
    const back = await li.authorize({ scope: 'r_member_social' });
    expect(back.searchParams.get('error')).toBe('unauthorized_scope_error');
  });

  it('omits an unapproved scope silently under prompt=none, unless that is turned off', async () => {
    await li.control('app', { clientId: APP.client_id, approvedScopes: ['openid', 'w_member_social'] });
    const asked = { scope: 'openid w_member_social w_organization_social', prompt: 'none' };
    const { body } = await li.exchange(codeOf(await li.authorize(asked)));
    expect(at(body, 'scope')).toBe('openid,w_member_social');

    await li.control('prompt-none', { narrows: false });
    expect((await li.authorize(asked)).searchParams.get('error')).toBe('unauthorized_scope_error');
  });

  it('omits scopes that the member has not granted before under prompt=none', async () => {
    await li.connect('ada', 'openid w_member_social');
    const again = await li.authorize({ scope: 'openid w_member_social w_organization_social', prompt: 'none' });
    expect(at((await li.exchange(codeOf(again))).body, 'scope')).toBe('openid,w_member_social');
    // Another person is not bound by Ada's decision.
    const ben = await li.authorize({ scope: 'openid w_organization_social', prompt: 'none', sandbox_profile: 'ben' });
    expect(at((await li.exchange(codeOf(ben))).body, 'scope')).toBe('openid,w_organization_social');
  });

  it.each([
    [
      'an address the app did not register',
      { redirect_uri: 'https://evil.example/cb' },
      'The redirect_uri does not match the registered value',
    ],
    ['an unknown app', { client_id: 'nobody' }, 'The passed in client_id is invalid &quot;nobody&quot;'],
    ['a person who does not exist', { sandbox_profile: 'zoe' }, 'There is no profile with that name.'],
  ])('stays on its own page for %s', async (_what, fields, reason) => {
    const params = new URLSearchParams({
      response_type: 'code',
      client_id: APP.client_id,
      redirect_uri: CALLBACK,
      scope: 'openid',
      sandbox_profile: 'ada',
      sandbox_decision: 'allow',
      ...fields,
    });
    const { status, headers, text } = await li.call(`${li.www}/oauth/v2/authorization?${params}`);
    expect([status, headers.get('location')]).toEqual([401, null]);
    expect(text).toContain(`<p>${reason}</p>`);
  });

  it.each([
    [
      'response_type',
      { response_type: 'token' },
      { error: 'unsupported_response_type', error_description: 'response_type must be "code"' },
    ],
    [
      'scope',
      { scope: '' },
      { error: 'invalid_request', error_description: 'A required parameter "scope" is missing' },
    ],
  ])('sends a wrong %s back to the app', async (_name, fields, expected) => {
    expect(query(await li.authorize(fields))).toEqual({ ...expected, state: 'st-1' });
  });
});

describe('reconnecting', () => {
  it('leaves the older token valid, also with other scopes, unless a control makes the network strict', async () => {
    const before = await li.connect('ada', 'openid');
    await li.connect('ada', EVERYTHING);
    expect((await userinfo(before)).status).toBe(200);

    await li.control('scope-change', { revokes: true });
    const wide = await li.connect('ada', EVERYTHING);
    await li.connect('ada', EVERYTHING);
    expect((await userinfo(wide)).status).toBe(200);
    await li.connect('ada', 'openid');
    expect(at((await userinfo(wide)).body, 'serviceErrorCode')).toBe(65_601);
  });
});
