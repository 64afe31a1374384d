import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Fields,
  field,
  graphError,
  idOf,
  invalidParameter,
  type MetaSession,
  permissionMissing,
  startMeta,
  text,
} from './meta-session.ts';

let ig: MetaSession;
let token: string;
beforeAll(async () => {
  ig = await startMeta('instagram');
});
afterAll(() => ig.close());
beforeEach(async () => {
  await ig.reset();
  token = await ig.tokenOf('ada');
});

const BASIC = 'instagram_business_basic';
const PUBLISH = 'instagram_business_content_publish';

async function publishNew(fields: Fields): Promise<string> {
  const container = idOf(await ig.post(token, '/me/media', fields));
  await ig.advance(1000);
  return idOf(await ig.post(token, '/me/media_publish', { creation_id: container }));
}
const publishImage = () => publishNew({ image_url: ig.sampleUrl('beans.jpg') });

describe('the account', () => {
  it('has two ids, its type in capitals, and a picture', async () => {
    const fields = 'id,user_id,username,name,account_type,profile_picture_url,media_count';
    const { body } = await ig.get(token, '/me', { fields });
    expect(body).toEqual({
      id: expect.stringMatching(/^27\d{14}[13579]$/),
      user_id: expect.stringMatching(/^17841\d{11}[13579]$/),
      username: 'ada',
      name: 'Ada Park',
      account_type: 'BUSINESS',
      profile_picture_url: expect.stringContaining('/__sandbox/blobs/'),
      media_count: 0,
    });
    const picture = await ig.send(text(body, 'profile_picture_url'));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const accountId = text(body, 'user_id');
    expect((await ig.get(token, `/${accountId}`, { fields })).body).toEqual(body);
    expect(accountId).toBe(await ig.profileId('ada'));
  });

  it('may be a creator’s or a personal one', async () => {
    const typeOf = async (username: string) =>
      field((await ig.get(await ig.tokenOf(username), '/me', { fields: 'account_type' })).body, 'account_type');
    expect([await typeOf('ben'), await typeOf('pat.personal')]).toEqual(['MEDIA_CREATOR', 'PERSONAL']);
    const made = await ig.control('profiles', { username: 'dora', name: 'Dora Lind', kind: 'PERSONAL' });
    expect(made).toEqual({
      id: expect.stringMatching(/^17841/),
      username: 'dora',
      name: 'Dora Lind',
      kind: 'personal',
    });
    expect(await typeOf('dora')).toBe('PERSONAL');
    await expect(ig.control('profiles', { username: 'dora' })).rejects.toThrow('there is a profile named dora already');
  });

  it('is wrapped, as documented, when a control sets that', async () => {
    await ig.control('shapes', { me: 'wrapped' });
    expect((await ig.get(token, '/me', { fields: 'username' })).body).toEqual({
      data: [{ username: 'ada', id: expect.stringMatching(/^27/) }],
    });
  });

  it('knows every field of Meta’s business SDK for this login, and omits fields without a value', async () => {
    const fields =
      'account_type,biography,followers_count,follows_count,id,media_count,name,profile_picture_url,user_id,username,website';
    const { status, body } = await ig.get(token, '/me', { fields });
    const given = fields.split(',').filter((name) => field(body, name) !== undefined);
    expect([status, given.join()]).toEqual([
      200,
      'account_type,followers_count,follows_count,id,media_count,name,profile_picture_url,user_id,username',
    ]);
  });

  it('answers only its id by default, and no field that it does not have', async () => {
    expect((await ig.get(token, '/me')).body).toEqual({ id: expect.stringMatching(/^27/) });
    expect((await ig.get(token, '/me', { fields: 'username,email' })).body).toEqual(
      invalidParameter('Tried accessing nonexisting field (email) on node type (User)'),
    );
  });
});

describe('a token', () => {
  it.each([
    [
      'password_changed',
      460,
      'The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
    ],
    ['invalidated', 467, 'The session is invalid because the user logged out.'],
    ['app_removed', 458, 'The user has not authorized application sandbox-instagram-app.'],
    [
      'checkpointed',
      459,
      'You cannot access the app till you log in to www.instagram.com and follow the instructions given.',
    ],
    ['unconfirmed', 464, 'Sessions for the user are not allowed because the user is not a confirmed user.'],
  ])('%s is 190/%i, on every call and on refresh', async (state, subcode, why) => {
    await ig.control('token-state', { username: 'ada', state });
    const body = graphError({ message: `Error validating access token: ${why}`, code: 190, error_subcode: subcode });
    expect(await ig.get(token, '/me')).toMatchObject({ status: 400, body });
    expect((await ig.post(token, '/me/media', { image_url: 'x' })).body).toEqual(body);
    const refreshed = await ig.tokenEndpoint('refresh_access_token', {
      grant_type: 'ig_refresh_token',
      access_token: token,
    });
    expect(refreshed.body).toEqual(body);
    await ig.control('token-state', { username: 'ada', state: 'active' });
    expect((await ig.get(token, '/me')).status).toBe(200);
  });

  it('is revoked and expired by a control, while a new one works', async () => {
    await ig.control('revoke-token', { username: 'ada' });
    expect(field(field((await ig.get(token, '/me')).body, 'error'), 'error_subcode')).toBe(458);
    const next = await ig.tokenOf('ada');
    expect((await ig.get(next, '/me')).status).toBe(200);
    await ig.control('expire-tokens', { username: 'ada' });
    expect(field(field((await ig.get(next, '/me')).body, 'error'), 'error_subcode')).toBe(463);
    expect((await ig.get(await ig.tokenOf('ben'), '/me')).status).toBe(200);
  });

  it('is required and must be valid', async () => {
    const without = async (path: string) => (await ig.graph('GET', path, {})).body;
    expect(await without('/me')).toEqual(
      graphError({
        message: 'An active access token must be used to query information about the current user.',
        code: 2500,
      }),
    );
    expect(await without('/17800000000000000')).toEqual(
      graphError({ message: 'An access token is required to request this resource.', code: 104 }),
    );
    expect(await ig.get('garbage', '/me')).toMatchObject({
      status: 400,
      body: graphError({ message: 'Invalid OAuth access token - Cannot parse access token', code: 190 }),
    });
  });

  it('has the ticked permissions only', async () => {
    const id = await publishImage();
    const calls = (who: string) => [
      ig.post(who, '/me/media', { image_url: ig.sampleUrl('beans.jpg') }),
      ig.post(who, '/me/media_publish', { creation_id: '1' }),
      ig.get(who, '/me/content_publishing_limit'),
      ig.post(who, `/${id}/comments`, { message: 'Hi' }),
      ig.get(who, `/${id}/comments`),
      ig.get(who, `/${id}/insights`, { metric: 'views' }),
    ];
    const basicOnly = await ig.tokenOf('ada', [BASIC]);
    for (const answer of await Promise.all(calls(basicOnly)))
      expect([answer.status, answer.body]).toEqual([400, permissionMissing]);
    expect((await ig.get(basicOnly, `/${id}`, { fields: 'like_count' })).body).toEqual({ id, like_count: 0 });
    const publisher = await Promise.all(calls(await ig.tokenOf('ada', [BASIC, PUBLISH])));
    expect(publisher.map(({ body }) => JSON.stringify(body).includes('(#10)'))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    await ig.control('scopes', { username: 'ada', scopes: [BASIC] });
    expect((await ig.get(token, '/me/content_publishing_limit')).body).toEqual(permissionMissing);
  });

  it.each([
    [{ code: 200, status: 403 }, 403, 200, '(#200) Permissions error'],
    [{ code: 3 }, 400, 3, '(#3) Application does not have the capability to make this API call.'],
    [{}, 400, 10, '(#10) Application does not have permission for this action'],
  ])('is refused in the form set by a control: %j', async (form, status, code, message) => {
    await ig.control('permission-error', { username: 'ada', ...form });
    const answer = await ig.get(await ig.tokenOf('ada', [BASIC]), '/me/content_publishing_limit');
    expect([answer.status, answer.body]).toEqual([status, graphError({ message, code })]);
    await ig.control('permission-error', { username: 'ada' });
  });

  it('is revoked or expires after so many more calls, the last of which still works', async () => {
    await ig.control('revoke-token', { username: 'ada', afterCalls: 2 });
    const other = await ig.tokenOf('ben');
    const subcodes: unknown[] = [];
    for (const who of [token, other, token, token]) {
      const { status, body } = await ig.get(who, '/me');
      subcodes.push(status === 200 ? 200 : field(field(body, 'error'), 'error_subcode'));
    }
    expect(subcodes).toEqual([200, 200, 200, 458]);
    const next = await ig.tokenOf('ada');
    await ig.control('expire-tokens', { username: 'ada', afterCalls: 1 });
    expect((await ig.get(next, '/me')).status).toBe(200);
    expect(field(field((await ig.get(next, '/me')).body, 'error'), 'error_subcode')).toBe(463);
  });

  it('may end in the middle of a carousel, before anything is published', async () => {
    await ig.control('revoke-token', { username: 'ada', afterCalls: 2 });
    const child = () => ig.post(token, '/me/media', { image_url: ig.sampleUrl('beans.jpg'), is_carousel_item: 'true' });
    expect([(await child()).status, (await child()).status]).toEqual([200, 200]);
    const { status, body } = await child();
    expect([status, field(field(body, 'error'), 'code')]).toEqual([400, 190]);
    expect(await ig.posts()).toEqual([]);
  });
});

describe('the call allowance', () => {
  const spent = (percent: number) => ({ call_count: percent, total_cputime: percent, total_time: percent });

  it('is in the headers of every answer, errors included', async () => {
    await ig.control('usage', { username: 'ada', percent: 95 });
    const account = await ig.profileId('ada');
    for (const answer of [await ig.get(token, '/me'), await ig.get(token, '/17800000000000000')]) {
      expect(JSON.parse(answer.headers.get('x-app-usage') ?? '')).toEqual(spent(95));
      expect(JSON.parse(answer.headers.get('x-business-use-case-usage') ?? '')).toEqual({
        [account]: [{ type: 'instagram', ...spent(95), estimated_time_to_regain_access: 0 }],
      });
    }
  });

  it.each([
    [4, 'Application request limit reached'],
    [17, 'User request limit reached'],
    [80002, 'There have been too many calls to this Instagram account. Wait a bit and try again.'],
  ])('answers %i as HTTP 400 once it is spent, with the minutes to wait', async (code, message) => {
    await ig.control('usage', { username: 'ada', percent: 100, code, regainMinutes: 19 });
    const answer = await ig.get(token, '/me');
    expect([answer.status, answer.body]).toEqual([400, graphError({ message, code })]);
    expect(answer.headers.get('x-business-use-case-usage')).toContain('"estimated_time_to_regain_access":19');
    expect((await ig.get(await ig.tokenOf('ben'), '/me')).status).toBe(200);
    await ig.control('usage', { username: 'ada', percent: 1 });
    expect((await ig.get(token, '/me')).status).toBe(200);
  });
});
