import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLBACK, EVERYTHING, HOUR_MS, type Linkedin, startLinkedin } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const acls = (token: string, headers: Record<string, string> = {}) =>
  li.rest(token, 'GET', '/rest/organizationAcls?q=roleAssignee', undefined, headers);

describe('daily quotas', () => {
  const limited = (scope: string) => ({
    status: 429,
    serviceErrorCode: 101,
    code: 'TOO_MANY_REQUESTS',
    message: `Resource level throttle ${scope} DAY limit for calls to this resource is reached.`,
  });

  it('end at midnight UTC by the sandbox clock, and no header says so', async () => {
    const token = await li.connect('ada');
    await li.control('day-limit', { resource: 'organizationAcls', limit: 2 });
    expect([(await acls(token)).status, (await acls(token)).status]).toEqual([200, 200]);
    const over = await acls(token);
    expect([over.status, over.body]).toEqual([429, limited('APPLICATION_AND_MEMBER')]);
    expect([...over.headers.keys()].filter((name) => /rate|retry|limit|quota/.test(name))).toEqual([]);

    // From noon: one millisecond before midnight is the same day.
    await li.advance(12 * HOUR_MS - 1);
    expect((await acls(token)).status).toBe(429);
    await li.advance(1);
    expect((await acls(token)).status).toBe(200);
  });

  it('include calls from before the limit was set', async () => {
    const token = await li.connect('ada');
    await acls(token);
    await li.control('day-limit', { resource: 'organizationAcls', limit: 1 });
    expect((await acls(token)).status).toBe(429);
  });

  it('are per member, per app, or both', async () => {
    const [ada, ben] = [await li.connect('ada'), await li.connect('ben')];
    await li.control('day-limit', { resource: 'organizationAcls', limit: 1, scope: 'APPLICATION_AND_MEMBER' });
    expect([(await acls(ada)).status, (await acls(ada)).status, (await acls(ben)).status]).toEqual([200, 429, 200]);

    await li.control('day-limit', { resource: 'organizationAcls', limit: 2, scope: 'APPLICATION' });
    const app = await acls(await li.connect('cleo'));
    expect([app.status, app.body]).toEqual([429, limited('APPLICATION')]);

    await li.control('day-limit', { resource: 'organizationAcls', limit: 1, scope: 'MEMBER' });
    const member = await acls(ada);
    expect([member.status, member.body]).toEqual([429, limited('MEMBER')]);
    await li.control('day-limit', { resource: 'organizationAcls', limit: null });
    expect((await acls(ada)).status).toBe(200);
  });

  it('of an app are not those of another, those of a member are', async () => {
    const other = { client_id: 'other-app', client_secret: 'other' };
    await li.control('apps', { clientId: 'other-app', clientSecret: 'other', redirectUris: [CALLBACK] });
    const [here, there] = [await li.connect('ada'), await li.connect('ada', EVERYTHING, other)];
    const limit = async (scope: string) => {
      await li.control('day-limit', { resource: 'organizationAcls', limit: 1, scope });
      return [(await acls(here)).status, (await acls(there)).status];
    };
    expect(await limit('APPLICATION')).toEqual([200, 200]);
    await li.advance(24 * HOUR_MS);
    expect(await limit('APPLICATION_AND_MEMBER')).toEqual([200, 200]);
    await li.advance(24 * HOUR_MS);
    expect(await limit('MEMBER')).toEqual([200, 429]);
  });

  it('can apply to one method of a resource', async () => {
    const token = await li.connect('ada');
    await li.control('day-limit', { resource: 'posts.CREATE', limit: 1 });
    expect([
      (await li.post(token, { commentary: 'one' })).status,
      (await li.post(token, { commentary: 'two' })).status,
    ]).toEqual([201, 429]);
    expect((await li.rest(token, 'DELETE', '/rest/posts/urn%3Ali%3Ashare%3A1')).status).toBe(204);
  });

  it('do not count refused calls', async () => {
    const token = await li.connect('ada');
    await li.control('day-limit', { resource: 'organizationAcls', limit: 0 });
    await acls(token);
    await li.control('day-limit', { resource: 'organizationAcls', limit: 1 });
    expect((await acls(token)).status).toBe(200);
  });
});
