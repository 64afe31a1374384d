import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADA, at, EVERYTHING, HARBOUR, type Linkedin, NORTHWIND, OLD_MILL, startLinkedin } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const v2 = (token: string, path: string) =>
  li.call(`${li.api}${path}`, { headers: { authorization: `Bearer ${token}` } });
const denied = (call: string) => ({
  status: 403,
  serviceErrorCode: 100,
  code: 'ACCESS_DENIED',
  message: `Not enough permissions to access: ${call}`,
});
const adminOnly = {
  message: `Viewer don't have permission to the ADMIN_ONLY VisibilityReduction for ${OLD_MILL}`,
  status: 403,
};

describe('the identity endpoints', () => {
  it('answer as much as the scopes allow', async () => {
    const profile = {
      sub: 'k3Vb8RqTzP',
      name: 'Ada Park',
      given_name: 'Ada',
      family_name: 'Park',
      picture: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/__sandbox\/blobs\/\w+$/),
      locale: { country: 'US', language: 'en' },
    };
    expect((await v2(await li.connect('ada', 'openid'), '/v2/userinfo')).body).toEqual({ sub: 'k3Vb8RqTzP' });
    expect((await v2(await li.connect('ada', 'openid profile'), '/v2/userinfo')).body).toEqual(profile);
    const full = await v2(await li.connect('ada', 'openid profile email'), '/v2/userinfo');
    expect(full.body).toEqual({ ...profile, email: 'ada@example.com', email_verified: true });
    const picture = await li.call(String(at(full.body, 'picture')));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('is closed without openid', async () => {
    const { status, body } = await v2(await li.connect('ada', 'w_member_social'), '/v2/userinfo');
    expect([status, body]).toEqual([403, denied('userinfo.GET.NO_VERSION')]);
  });

  it('has the vanity name at /v2/me, with r_basicprofile alone', async () => {
    const me = await v2(await li.connect('ada', 'r_basicprofile'), '/v2/me');
    expect([me.status, me.body]).toEqual([
      200,
      { id: 'k3Vb8RqTzP', vanityName: 'ada', localizedFirstName: 'Ada', localizedLastName: 'Park' },
    ]);
    const without = await v2(await li.connect('ada', 'openid profile'), '/v2/me');
    expect([without.status, without.body]).toEqual([
      403,
      { serviceErrorCode: 100, message: 'Not enough permissions to access: GET /me', status: 403 },
    ]);
  });
});

describe('organizationAcls', () => {
  const find = async (token: string, query: string) => li.rest(token, 'GET', `/rest/organizationAcls?${query}`);
  const row = (organization: string, role = 'ADMINISTRATOR', state = 'APPROVED') => ({
    organization,
    roleAssignee: ADA,
    role,
    state,
  });

  it('lists every role in every state, so that a page can appear twice', async () => {
    const { status, body } = await find(await li.connect('ada'), 'q=roleAssignee');
    expect([status, body]).toEqual([
      200,
      {
        elements: [
          row(HARBOUR),
          row(HARBOUR, 'CONTENT_ADMINISTRATOR'),
          row(OLD_MILL, 'ADMINISTRATOR', 'REVOKED'),
          row(NORTHWIND),
        ],
        paging: { start: 0, count: 10, links: [] },
      },
    ]);
  });

  it('is narrowed by role and state', async () => {
    const token = await li.connect('ada');
    const approved = await find(token, 'q=roleAssignee&state=APPROVED');
    expect(at(approved.body, 'elements')).toEqual([
      row(HARBOUR),
      row(HARBOUR, 'CONTENT_ADMINISTRATOR'),
      row(NORTHWIND),
    ]);
    const both = await find(token, 'q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&start=0&count=100');
    expect(both.body).toEqual({
      elements: [row(HARBOUR), row(NORTHWIND)],
      paging: { start: 0, count: 100, links: [] },
    });
  });

  it('comes in pages: whole ones with a link to the next, and a last short one', async () => {
    const token = await li.connect('ada');
    const first = await find(token, 'q=roleAssignee&count=3');
    expect(at(first.body, 'paging')).toEqual({
      start: 0,
      count: 3,
      links: [{ type: 'application/json', rel: 'next', href: '/rest/organizationAcls?q=roleAssignee&start=3&count=3' }],
    });
    const second = await find(token, 'q=roleAssignee&start=3&count=3');
    expect(second.body).toEqual({ elements: [row(NORTHWIND)], paging: { start: 3, count: 3, links: [] } });
    const exact = await find(token, 'q=roleAssignee&count=4');
    expect(at(exact.body, 'paging')).toEqual({ start: 0, count: 4, links: [] });
    const beyond = await find(token, 'q=roleAssignee&start=6&count=3');
    expect(beyond.body).toEqual({ elements: [], paging: { start: 6, count: 3, links: [] } });
  });

  it.each([
    ['', { status: 400, code: 'ILLEGAL_ARGUMENT', message: "Parameter 'q' is required" }],
    ['q=owner', { status: 400, code: 'ILLEGAL_ARGUMENT', message: 'Invalid query parameters passed to request' }],
  ])('refuses "%s" as a finder', async (query, refusal) => {
    const { status, body } = await find(await li.connect('ada'), query);
    expect([status, body]).toEqual([400, refusal]);
  });

  it.each(['role', 'state', 'start', 'count'])('refuses an unknown %s', async (name) => {
    const { status, body } = await find(await li.connect('ada'), `q=roleAssignee&${name}=BOSS`);
    expect(status).toBe(400);
    expect(at(body, 'errorDetails', 'inputErrors', '0')).toMatchObject({
      input: { inputPath: { fieldPath: name } },
      code: 'PARAM_INVALID',
    });
  });

  it('keeps the roles of two people on one page apart', async () => {
    await li.control('role', { username: 'ben', page: 'harbour-coffee', role: 'ADMINISTRATOR', state: 'REQUESTED' });
    const ofAda = await find(await li.connect('ada'), 'q=roleAssignee&role=ADMINISTRATOR&state=APPROVED');
    expect(at(ofAda.body, 'elements')).toEqual([row(HARBOUR), row(NORTHWIND)]);
    const ofBen = await find(await li.connect('ben'), 'q=roleAssignee');
    expect(at(ofBen.body, 'elements')).toMatchObject([{ organization: HARBOUR, state: 'REQUESTED' }]);
  });

  it('follows when roles are given and taken', async () => {
    const token = await li.connect('ben');
    expect(at((await find(token, 'q=roleAssignee')).body, 'elements')).toEqual([]);
    await li.control('role', { username: 'ben', page: 'harbour-coffee', role: 'CURATOR', state: 'REQUESTED' });
    expect(at((await find(token, 'q=roleAssignee&state=APPROVED')).body, 'elements')).toEqual([]);
    await li.control('role', { username: 'ben', page: 'harbour-coffee', role: 'CURATOR', state: 'APPROVED' });
    expect(at((await find(token, 'q=roleAssignee&state=APPROVED')).body, 'elements')).toHaveLength(1);
  });
});

describe('organizations', () => {
  const harbour = {
    id: 90_314_427,
    localizedName: 'Harbour Coffee',
    vanityName: 'harbour-coffee',
    logoV2: { original: 'urn:li:digitalmediaAsset:C4E0BAQ90314427' },
  };
  const notFound = { message: 'Could not find entity', status: 404, code: 'NOT_FOUND' };

  it('answers many at once, each with its own status, ids as numbers', async () => {
    const path = '/rest/organizations?ids=List(90314427,18842603,1)';
    const { status, body } = await li.rest(await li.connect('ada'), 'GET', path);
    expect([status, body]).toEqual([
      200,
      {
        results: { 90314427: harbour },
        statuses: { 1: 404, 18842603: 403, 90314427: 200 },
        errors: { 1: notFound, 18842603: adminOnly },
      },
    ]);
  });

  it('answers one', async () => {
    const token = await li.connect('ada');
    expect((await li.rest(token, 'GET', '/rest/organizations/90314427')).body).toEqual(harbour);
    const foreign = await li.rest(token, 'GET', '/rest/organizations/18842603');
    expect([foreign.status, foreign.body]).toEqual([403, adminOnly]);
    expect((await li.rest(token, 'GET', '/rest/organizations/1')).body).toEqual(notFound);
  });

  it('has a public part for everybody', async () => {
    const { body } = await li.rest(await li.connect('ben'), 'GET', '/rest/organizationsLookup?ids=List(90314427)');
    expect(body).toEqual({ results: { 90314427: harbour }, statuses: { 90314427: 200 }, errors: {} });
  });

  const byName = (token: string, query: string, headers: Record<string, string> = {}) =>
    li.rest(token, 'GET', `/rest/organizations?${query}`, undefined, headers);
  const publicPart = {
    ...harbour,
    name: { localized: { en_US: 'Harbour Coffee' }, preferredLocale: { country: 'US', language: 'en' } },
    primaryOrganizationType: 'NONE',
    locations: [],
  };

  it.each([
    ['q=vanityName&vanityName=Harbour-Coffee', [publicPart], { start: 0, count: 10, links: [], total: 1 }],
    ['q=vanityName&vanityName=harbour-coffee&start=1&count=1', [], { start: 1, count: 1, links: [], total: 1 }],
    ['q=vanityName&vanityName=harbour', [], { start: 0, count: 10, links: [], total: 0 }],
    ['q=vanityName&vanityName=harbour*', [], { start: 0, count: 10, links: [], total: 0 }],
    ['q=vanityName&vanityName=', [], { start: 0, count: 10, links: [], total: 0 }],
  ])(
    '%s finds who has the whole name in any case, also for somebody without a role',
    async (query, elements, paging) => {
      const { status, body } = await byName(await li.connect('ben'), query);
      expect([status, body]).toEqual([200, { paging, elements }]);
    },
  );

  const unpermitted = (name: string) => ({
    serviceErrorCode: 100,
    message: `Unpermitted fields present in PARAMETER: Data Processing Exception while processing fields [/${name}]`,
    status: 403,
  });
  const illegal = (message: string) => ({ status: 400, code: 'ILLEGAL_ARGUMENT', message });

  it.each([
    ['q=vanityName', illegal("Parameter 'vanityName' is required")],
    ['q=emailDomains&vanityName=harbour-coffee', illegal('Invalid query parameters passed to request')],
    ['q=vanityName&vanityName=harbour-coffee&role=ADMINISTRATOR', unpermitted('role')],
    ['q=vanityName&vanityName=johnson-%26-johnson', unpermitted('-johnson')],
  ])('%s is refused', async (query, refusal) => {
    const { status, body } = await byName(await li.connect('ada'), query);
    expect([status, body]).toEqual([refusal.status, refusal]);
  });

  it('is found by name only with the permission to manage pages, a version and the newer protocol', async () => {
    const query = 'q=vanityName&vanityName=harbour-coffee';
    const reader = await byName(await li.connect('ada', 'r_organization_admin'), query);
    expect([reader.status, reader.body]).toEqual([403, denied('organizations.FINDER-vanityName.20260701')]);
    const token = await li.connect('ada');
    const refusals = await Promise.all([
      byName(token, query, { 'linkedin-version': '' }),
      byName(token, query, { 'linkedin-version': '202301' }),
      byName(token, query, { 'x-restli-protocol-version': '' }),
      byName(token, `${query}&count=many`),
    ]);
    expect(refusals.map(({ status, body }) => [status, at(body, 'code') ?? at(body, 'errorDetailType')])).toEqual([
      [400, 'VERSION_MISSING'],
      [426, 'NONEXISTENT_VERSION'],
      [400, 'ILLEGAL_ARGUMENT'],
      [400, 'com.linkedin.common.error.BadRequest'],
    ]);
  });

  it('requires ids', async () => {
    const { status, body } = await li.rest(await li.connect('ada'), 'GET', '/rest/organizations');
    expect([status, body]).toEqual([
      400,
      { status: 400, code: 'ILLEGAL_ARGUMENT', message: "Parameter 'ids' is required" },
    ]);
  });

  it('has its own daily quota that can run out', async () => {
    const token = await li.connect('ada');
    await li.control('day-limit', { resource: 'organizations', limit: 0, scope: 'APPLICATION' });
    const { status, body } = await li.rest(token, 'GET', '/rest/organizations?ids=List(90314427)');
    expect([status, at(body, 'message')]).toEqual([
      429,
      'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
    ]);
    expect((await li.rest(token, 'GET', '/rest/organizationAcls?q=roleAssignee')).status).toBe(200);
  });
});

describe('organizationalEntityAcls', () => {
  const projection =
    'projection=(elements*(role,organizationalTarget~(localizedName,vanityName,logoV2(original~:playableStreams))))';
  const decorated = (
    organizationalTarget: string,
    localizedName: string,
    vanityName: string,
    role = 'ADMINISTRATOR',
  ) => ({
    role,
    organizationalTarget,
    'organizationalTarget~': {
      localizedName,
      vanityName,
      logoV2: { original: expect.stringMatching(/^urn:li:digitalmediaAsset:/) },
    },
  });

  it('answers names with the roles when the projection requests them', async () => {
    const path = `/v2/organizationalEntityAcls?q=roleAssignee&state=APPROVED&${projection}`;
    const { status, body } = await v2(await li.connect('ada'), path);
    expect([status, body]).toEqual([
      200,
      {
        elements: [
          decorated(HARBOUR, 'Harbour Coffee', 'harbour-coffee'),
          decorated(HARBOUR, 'Harbour Coffee', 'harbour-coffee', 'CONTENT_ADMINISTRATOR'),
          decorated(NORTHWIND, 'Northwind Studio', 'northwind-studio'),
        ],
      },
    ]);
  });

  it('fails completely when it decorates an inactive role', async () => {
    const { status, body } = await v2(
      await li.connect('ada'),
      `/v2/organizationalEntityAcls?q=roleAssignee&${projection}`,
    );
    expect([status, body]).toEqual([403, adminOnly]);
  });

  it('answers plain rows without a projection, in pages', async () => {
    const path = '/v2/organizationalEntityAcls?q=roleAssignee&state=REVOKED';
    expect((await v2(await li.connect('ada'), path)).body).toEqual({
      elements: [{ role: 'ADMINISTRATOR', roleAssignee: ADA, state: 'REVOKED', organizationalTarget: OLD_MILL }],
      paging: { start: 0, count: 10, links: [] },
    });
  });

  it.each(['(elements*(role', 'elements', '(elements*(role))x', '', ')', '((role))', '(elements*(,role))'])(
    'refuses the projection %s',
    async (text) => {
      const path = `/v2/organizationalEntityAcls?q=roleAssignee&projection=${text}`;
      expect((await v2(await li.connect('ada'), path)).status).toBe(400);
    },
  );

  it('requires its finder and an admin scope', async () => {
    const missing = await v2(await li.connect('ada', EVERYTHING), '/v2/organizationalEntityAcls');
    expect([missing.status, missing.body]).toEqual([
      400,
      { status: 400, code: 'ILLEGAL_ARGUMENT', message: "Parameter 'q' is required" },
    ]);
    expect((await v2(await li.connect('ada'), '/v2/organizationalEntityAcls?q=roleAssignee&start=x')).status).toBe(400);
    const closed = await v2(await li.connect('ada', 'openid'), '/v2/organizationalEntityAcls?q=roleAssignee');
    expect([closed.status, closed.body]).toEqual([
      403,
      denied('organizationalEntityAcls.FINDER-roleAssignee.NO_VERSION'),
    ]);
  });
});
