import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADA,
  APP,
  at,
  EVERYTHING,
  field,
  HARBOUR,
  HOUR_MS,
  type Linkedin,
  list,
  startLinkedin,
  urn,
} from './linkedin-session.ts';

let li: Linkedin;
let token: string;
beforeAll(async () => {
  li = await startLinkedin();
});
afterAll(() => li.sandbox.close());
beforeEach(async () => {
  await li.reset();
  token = await li.connect('ada');
});

const published = async (author = HARBOUR) => (await li.post(token, { author })).headers.get('x-restli-id') ?? '';
const social = (post: string, who = token) => li.rest(who, 'GET', `/rest/socialActions/${urn(post)}`);
const metadata = (post: string) => li.rest(token, 'GET', `/rest/socialMetadata/${urn(post)}`);
const reactionsOf = async (post: string) => Number(at((await social(post)).body, 'likesSummary', 'totalLikes'));
const denied = (call: string) => ({
  status: 403,
  serviceErrorCode: 100,
  code: 'ACCESS_DENIED',
  message: `Not enough permissions to access: ${call}.20260701`,
});

describe('the activity on a post', () => {
  it('grows with its age', async () => {
    const post = await published();
    expect([await reactionsOf(post), at((await metadata(post)).body, 'reactionSummaries')]).toEqual([0, {}]);
    await li.advance(24 * HOUR_MS);
    const early = await reactionsOf(post);
    await li.advance(24 * HOUR_MS);
    const late = await reactionsOf(post);
    expect([early > 0, late >= early]).toEqual([true, true]);
    const statistics = `organizationalEntity=${urn(HARBOUR)}&shares=List(${urn(post)})`;
    const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&${statistics}`;
    const [row] = list((await li.rest(token, 'GET', path)).body, 'elements');
    expect(at(row, 'totalShareStatistics', 'likeCount')).toBe(late);
    expect(Number(at(row, 'totalShareStatistics', 'impressionCount'))).toBeGreaterThan(late);
  });

  it('is set by a control from then on, under the shared names', async () => {
    const post = await published();
    await li.control('metrics', { platformPostId: post, views: 90, likes: 8, comments: 7, shares: 6 });
    await li.advance(24 * HOUR_MS);
    expect((await metadata(post)).body).toEqual({
      entity: post,
      commentsState: 'OPEN',
      reactionSummaries: { LIKE: { reactionType: 'LIKE', count: 8 } },
      commentSummary: { count: 7, topLevelCount: 7 },
    });
    expect((await social(post)).body).toMatchObject({
      likesSummary: { totalLikes: 8 },
      commentsSummary: { totalFirstLevelComments: 7, aggregatedTotalComments: 7 },
    });
    await li.control('metrics', { platformPostId: post, likes: 0 });
    expect(at((await metadata(post)).body, 'reactionSummaries')).toEqual({});
    await expect(li.control('metrics', { platformPostId: post, saves: 1 })).rejects.toThrow('unknown field');
  });

  it('is 404 once the post was deleted, everywhere', async () => {
    const post = await published();
    await li.control('delete-post', { platformPostId: post });
    for (const answer of [await social(post), await metadata(post)])
      expect([answer.status, answer.body]).toEqual([
        404,
        { message: 'Could not find entity', status: 404, code: 'NOT_FOUND' },
      ]);
    expect(await li.posts()).toEqual([]);
  });
});

describe('tokens', () => {
  const me = (who = token) => li.call(`${li.api}/v2/userinfo`, { headers: { authorization: `Bearer ${who}` } });

  it('are revoked after so many more calls, those of others not', async () => {
    await li.control('revoke-token', { username: 'ada', afterCalls: 2 });
    const ben = await li.connect('ben');
    const seen = [];
    for (const who of [token, ben, token, token]) seen.push(at((await me(who)).body, 'serviceErrorCode') ?? 200);
    expect(seen).toEqual([200, 200, 200, 65601]);
  });

  it('expire after so many more calls, and a refresh still works', async () => {
    await li.control('app', { clientId: APP.client_id, partner: true });
    const code = (await li.authorize()).searchParams.get('code') ?? '';
    const { body } = await li.exchange(code);
    await li.control('expire-tokens', { username: 'ada', afterCalls: 1 });
    const first = await me(field(body, 'access_token'));
    const second = await me(field(body, 'access_token'));
    expect([first.status, at(second.body, 'serviceErrorCode')]).toEqual([200, 65602]);
    const refreshed = await li.form('/oauth/v2/accessToken', {
      grant_type: 'refresh_token',
      refresh_token: field(body, 'refresh_token'),
      ...APP,
    });
    expect((await me(field(refreshed.body, 'access_token'))).status).toBe(200);
  });
});

describe('an account that was connected before a scope was requested', () => {
  const minimal = ['openid', 'profile', 'w_member_social'];

  it('comes from a script that grants less than requested', async () => {
    const code = (await li.authorize({ sandbox_scopes: minimal.join(',') })).searchParams.get('code') ?? '';
    const { body } = await li.exchange(code);
    expect(field(body, 'scope').split(',').toSorted()).toEqual(minimal.toSorted());
    expect(EVERYTHING).toContain('r_organization_social');
  });

  it('is refused wherever it lacks the scope, and posts as before', async () => {
    const post = await published();
    await li.control('scopes', { username: 'ada', scopes: minimal });
    const asPage = await li.post(token, { author: HARBOUR, commentary: 'Page' });
    expect([asPage.status, asPage.body]).toEqual([
      400,
      { message: 'Organization permissions must be used when using organization as author', status: 400 },
    ]);
    const refused = [
      [await social(post), 'socialActions.GET'],
      [await metadata(post), 'socialMetadata.GET'],
      [await li.rest(token, 'GET', `/rest/socialActions/${urn(post)}/comments`), 'socialActions.GET_ALL'],
      [await li.rest(token, 'GET', `/rest/posts/${urn(post)}`), 'posts.GET'],
      [await li.rest(token, 'GET', '/rest/organizationAcls?q=roleAssignee'), 'organizationAcls.FINDER-roleAssignee'],
    ] as const;
    for (const [{ status, body }, name] of refused) expect([status, body]).toEqual([403, denied(name)]);
    expect((await li.post(token, { author: ADA, commentary: 'Me' })).status).toBe(201);
  });
});

describe('a version', () => {
  it('is retired by a control: 426, while the next older one works', async () => {
    expect(await li.control('retire-version', { version: '202607' })).toEqual({
      active: ['202601', '202602', '202603', '202604', '202605', '202606', '202608', '202609'],
    });
    const path = '/rest/organizationAcls?q=roleAssignee';
    const retired = await li.rest(token, 'GET', path);
    expect([retired.status, retired.body]).toEqual([
      426,
      { status: 426, code: 'NONEXISTENT_VERSION', message: 'Requested version 20260701 is not active' },
    ]);
    expect((await li.rest(token, 'GET', path, undefined, { 'linkedin-version': '202606' })).status).toBe(200);
    await expect(li.control('retire-version', { version: '202607' })).rejects.toThrow('must be one of 202601');
  });
});

it('an app with a new address keeps LinkedIn’s approvals, and has no callbacks', async () => {
  await li.control('app', { clientId: APP.client_id, partner: true });
  await li.control('apps', { clientId: APP.client_id, redirectUris: ['http://127.0.0.1:*'] });
  const code = (await li.authorize()).searchParams.get('code') ?? '';
  expect(field((await li.exchange(code)).body, 'refresh_token')).not.toBe('');
  await expect(li.control('apps', { clientId: APP.client_id, deauthorizeUrl: 'https://a.example' })).rejects.toThrow(
    'unknown field',
  );
});
