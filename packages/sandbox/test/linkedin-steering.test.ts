import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APP, at, field, type Linkedin, startLinkedin } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const acls = (token: string, headers: Record<string, string> = {}) =>
  li.rest(token, 'GET', '/rest/organizationAcls?q=roleAssignee', undefined, headers);

describe('steering', () => {
  it('refuses an unknown field of a control, with the reason', async () => {
    await expect(li.control('restrict', { username: 'ada' })).rejects.toThrow('\\"on\\" must be true or false');
    await expect(li.control('revoke-token', { username: 'harbour-coffee' })).rejects.toThrow('pages hold no tokens');
    await expect(li.control('processing', { look: 1 })).rejects.toThrow('unknown field');
    await expect(li.control('app', { clientId: 'nobody' })).rejects.toThrow('there is no such app');
    await expect(li.control('engage', { urn: 'urn:li:share:1' })).rejects.toThrow('there is no such post');
    await expect(li.control('versions', { active: '202607' })).rejects.toThrow('must be a list of texts');
    const post = (await li.post(await li.connect('ada'), {})).headers.get('x-restli-id');
    await expect(li.control('engage', { urn: post, reactions: 5 })).rejects.toThrow('must be an object');
    await expect(li.control('engage', { urn: post, reactions: { LOVE: 1 } })).rejects.toThrow('unknown field');
    await expect(
      li.control('role', { username: 'ada', page: 'nowhere', role: 'CURATOR', state: 'APPROVED' }),
    ).rejects.toThrow('there is no page');
  });

  it('adds people with pages, and pages with admins', async () => {
    const profiles = (body: unknown) =>
      li.call(`${li.sandbox.url}/__sandbox/linkedin/profiles`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const dana = await profiles({
      username: 'dana',
      name: 'Dana Ito',
      pages: [{ username: 'ito-bikes', name: 'Ito Bikes' }],
    });
    expect([dana.status, dana.body]).toEqual([
      201,
      { id: expect.stringMatching(/^\w{10}$/), username: 'dana', name: 'Dana Ito', kind: 'person' },
    ]);
    const atlas = await profiles({ kind: 'page', username: 'atlas', name: 'Atlas', admins: ['dana'] });
    expect(atlas.body).toEqual({
      id: expect.stringMatching(/^\d{8}$/),
      username: 'atlas',
      name: 'Atlas',
      kind: 'page',
    });
    const { body } = await acls(await li.connect('dana'));
    expect(at(body, 'elements')).toEqual([
      {
        organization: expect.stringMatching(/^urn:li:organization:\d{8}$/),
        roleAssignee: `urn:li:person:${field(dana.body, 'id')}`,
        role: 'ADMINISTRATOR',
        state: 'APPROVED',
      },
      {
        organization: `urn:li:organization:${field(atlas.body, 'id')}`,
        roleAssignee: `urn:li:person:${field(dana.body, 'id')}`,
        role: 'ADMINISTRATOR',
        state: 'APPROVED',
      },
    ]);
    expect((await profiles({ username: 'dana', name: 'Another' })).body).toEqual({
      error: '"dana" is taken on linkedin',
    });
  });

  it.each([
    [{ username: 'eve', kind: 'robot' }, '"kind" must be "person" or "page"'],
    [{ username: 'eve', pages: 'all' }, '"pages" must be a list'],
    [{ username: 'eve', pages: ['all'] }, '"pages" must list objects'],
    [{ username: 'eve', pages: [{ username: 'p', role: 'BOSS' }] }, '"role" must be one of ADMINISTRATOR, '],
    [{ username: 'eve', pages: [{ username: 'p', state: 'MAYBE' }] }, '"state" must be one of APPROVED, '],
    [{ username: 'p', kind: 'page', admins: ['nobody'] }, 'there is no person "nobody"'],
    [{ name: 'Eve' }, '"username" must be a text'],
  ])('refuses the profile %j and stores nothing of it', async (profile, reason) => {
    await expect(li.control('profiles', profile)).rejects.toThrow(JSON.stringify(reason).slice(1, -1));
    const { body } = await li.call(`${li.sandbox.url}/__sandbox/state`);
    expect(at(body, 'networks', 'linkedin', 'profiles')).toHaveLength(6);
  });

  it('gives a person their mail address, in any case of letters', async () => {
    await li.control('profiles', { kind: 'person', username: 'eve', email: 'eve@harbour.example' });
    const headers = { authorization: `Bearer ${await li.connect('eve', 'openid profile email')}` };
    const { body } = await li.call(`${li.api}/v2/userinfo`, { headers });
    expect(body).toMatchObject({ name: 'eve', given_name: 'eve', family_name: '', email: 'eve@harbour.example' });
  });

  it('returns to the start on reset', async () => {
    const token = await li.connect('ada');
    await li.post(token, { commentary: 'gone soon' });
    await li.control('versions', { active: [] });
    await li.control('app', { clientId: APP.client_id, partner: true });
    await li.reset();
    expect((await acls(token)).body).toMatchObject({ serviceErrorCode: 65_600 });
    expect(await li.posts()).toEqual([]);
    expect((await li.call(`${li.sandbox.url}/__sandbox/state`)).body).toMatchObject({
      networks: {
        linkedin: {
          profiles: [
            { username: 'ada', name: 'Ada Park', kind: 'person' },
            { username: 'ben', name: 'Ben Okafor', kind: 'person' },
            { username: 'cleo', name: 'Cleo Marin', kind: 'person' },
            { username: 'harbour-coffee', name: 'Harbour Coffee', kind: 'page' },
            { username: 'northwind-studio', name: 'Northwind Studio', kind: 'page' },
            { username: 'old-mill-books', name: 'Old Mill Books', kind: 'page' },
          ],
        },
      },
    });
    expect((await acls(await li.connect('ada'))).status).toBe(200);
  });
});
