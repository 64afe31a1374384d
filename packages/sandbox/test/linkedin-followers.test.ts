import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  BEN,
  EVERYTHING,
  HARBOUR,
  type Linkedin,
  NORTHWIND,
  OLD_MILL,
  startLinkedin,
  urn,
} from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const FOLLOWERS = `${EVERYTHING} r_organization_followers`;
const query = (keywords: string, organization = HARBOUR) =>
  `q=organizationFollowers&keywords=${encodeURIComponent(keywords)}&organization=${urn(organization)}`;
const find = (token: string, search: string, headers: Record<string, string> = {}) =>
  li.rest(token, 'GET', `/rest/peopleTypeahead?${search}`, undefined, headers);
const ben = {
  member: BEN,
  photo: 'urn:li:image:C4E03AQYw5nH0cJxE',
  firstName: 'Ben',
  lastName: 'Okafor',
  headline: 'Roaster',
};
const cleo = {
  member: 'urn:li:person:m7LdS2fGuA',
  photo: 'urn:li:image:C4E03AQm7LdS2fGuA',
  firstName: 'Cleo',
  lastName: 'Marin',
  headline: 'Photographer',
};
const addFollower = (username: string, name: string) =>
  li.call(`${li.sandbox.url}/__sandbox/linkedin/profiles`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, name, headline: 'Guest', follows: ['harbour-coffee'] }),
  });

describe('peopleTypeahead', () => {
  it.each([
    ['ben', HARBOUR, [ben]],
    ['BEN', HARBOUR, [ben]],
    ['oka', HARBOUR, [ben]],
    ['cleo mar', HARBOUR, [cleo]],
    ['ben', NORTHWIND, [ben]],
    ['cleo', NORTHWIND, []],
    ['afor', HARBOUR, []],
    ['ada', HARBOUR, []],
  ])('finds whom "%s" begins among the followers of %s', async (keywords, organization, elements) => {
    const { status, body } = await find(await li.connect('ada', FOLLOWERS), query(keywords, organization));
    expect([status, body]).toEqual([200, { elements, paging: { start: 0, count: 10, links: [] } }]);
  });

  it('finds at most ten', async () => {
    const added = Array.from({ length: 11 }, (_, n) => addFollower(`guest-${n}`, `Dora Lind ${n}`));
    expect((await Promise.all(added)).map(({ status }) => status)).toEqual(Array(11).fill(201));
    const { body } = await find(await li.connect('ada', FOLLOWERS), `${query('dora')}&count=50`);
    expect(at(body, 'elements')).toHaveLength(10);
    expect(at(body, 'elements', '0')).toMatchObject({ firstName: 'Dora Lind', lastName: '0', headline: 'Guest' });
  });

  it.each([
    ['a page that the member does not administer any more', 'ada', FOLLOWERS, OLD_MILL],
    ['a member without a page', 'ben', FOLLOWERS, HARBOUR],
    ['a token without the permission', 'ada', EVERYTHING, HARBOUR],
  ])('is closed for %s', async (_case, username, scope, organization) => {
    const { status, body } = await find(await li.connect(username, scope), query('ben', organization));
    const message = 'Not enough permissions to access: peopleTypeahead.FINDER-organizationFollowers.20260701';
    expect([status, body]).toEqual([403, { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message }]);
  });

  it('is open to the roles that LinkedIn names, not to every role', async () => {
    const token = await li.connect('cleo', FOLLOWERS);
    const statuses = [];
    for (const role of ['ANALYST', 'CONTENT_ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER']) {
      await li.control('role', { username: 'cleo', page: 'harbour-coffee', role, state: 'APPROVED' });
      statuses.push((await find(token, query('ben'))).status);
    }
    expect(statuses).toEqual([403, 403, 200]);
  });

  const illegal = (message: string) => ({ status: 400, code: 'ILLEGAL_ARGUMENT', message });
  const invalid = (fieldPath: string) => ({
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message: 'Invalid param. Please see errorDetails for more information.',
    errorDetails: {
      inputErrors: [
        {
          description: 'Invalid value for param; wrong type or other syntax error',
          input: { inputPath: { fieldPath } },
          code: 'PARAM_INVALID',
        },
      ],
    },
    status: 400,
  });
  it.each([
    [query('be'), invalid('keywords')],
    [query(''), invalid('keywords')],
    [query('ben', BEN), invalid('organization')],
    [`${query('ben')}&count=many`, invalid('count')],
    [`q=organizationFollowers&organization=${urn(HARBOUR)}`, illegal("Parameter 'keywords' is required")],
    ['q=organizationFollowers&keywords=ben', illegal("Parameter 'organization' is required")],
    ['keywords=ben', illegal("Parameter 'q' is required")],
    ['q=memberConnections&keywords=ben', illegal('Invalid query parameters passed to request')],
    [
      `${query('ben')}&role=ADMINISTRATOR`,
      {
        serviceErrorCode: 100,
        message: 'Unpermitted fields present in PARAMETER: Data Processing Exception while processing fields [/role]',
        status: 403,
      },
    ],
  ])('refuses %s', async (search, refusal) => {
    const { status, body } = await find(await li.connect('ada', FOLLOWERS), search);
    expect([status, body]).toEqual([refusal.status, refusal]);
  });

  it('requires a version and the newer protocol', async () => {
    const token = await li.connect('ada', FOLLOWERS);
    const refusals = await Promise.all([
      find(token, query('ben'), { 'linkedin-version': '' }),
      find(token, query('ben'), { 'x-restli-protocol-version': '' }),
    ]);
    expect(refusals.map(({ status, body }) => [status, at(body, 'code')])).toEqual([
      [400, 'VERSION_MISSING'],
      [400, 'ILLEGAL_ARGUMENT'],
    ]);
  });

  it('gives a person whom a post mentions by the exact name alone', async () => {
    const token = await li.connect('ada', FOLLOWERS);
    const { member, firstName, lastName } = ben;
    expect(at((await find(token, query('okafor'))).body, 'elements', '0', 'member')).toBe(member);
    const commentary = `By @[${firstName} ${lastName}](${member}), not @[ben okafor](${member})`;
    expect((await li.post(token, { author: HARBOUR, commentary })).status).toBe(201);
    expect(at((await li.posts())[0], 'pieces')).toEqual([
      { kind: 'text', text: 'By ' },
      { kind: 'mention', text: 'Ben Okafor' },
      { kind: 'text', text: ', not ben okafor' },
    ]);
  });
});
