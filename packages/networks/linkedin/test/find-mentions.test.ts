import type { ProfileRef } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { ALL_SCOPES, aConfig, aCredential, makeCall, PAGE, PERSON } from './make-call.ts';
import { type Scripted, startScripted } from './scripted-linkedin.ts';

const ORGANIZATIONS = 'GET /api/rest/organizations';
const PEOPLE = 'GET /api/rest/peopleTypeahead';
const FOLLOWERS = [...ALL_SCOPES, 'r_organization_followers'];

const HARBOUR = {
  type: 'organization',
  name: 'Ann Harbour',
  headline: null,
  platformUserId: 'organization:90314427',
  text: '@[Ann Harbour](urn:li:organization:90314427)',
  url: null,
};
const ANNIE = {
  type: 'person',
  name: 'Annie. Victor',
  headline: 'Head of Marketing',
  platformUserId: '133',
  text: '@[Annie. Victor](urn:li:person:133)',
  url: null,
};
const ok = (...elements: readonly object[]): Scripted => ({ status: 200, body: { elements } });
const organization = ok({ id: 90314427, localizedName: 'Ann Harbour' });
// The answer in the documentation of the People Typeahead API.
const annie = {
  member: 'urn:li:person:133',
  photo: 'urn:li:image:C56',
  firstName: 'Annie.',
  lastName: 'Victor',
  headline: 'Head of Marketing',
};
const busy: Scripted = {
  status: 429,
  body: {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
  },
};
const ended: Scripted = {
  status: 401,
  body: {
    status: 401,
    serviceErrorCode: 65602,
    code: 'EXPIRED_ACCESS_TOKEN',
    message: 'The token used in the request has expired',
  },
};

type Given = {
  readonly q?: string;
  readonly organizations?: Scripted;
  readonly people?: Scripted;
  readonly account?: ProfileRef;
  readonly scopes?: readonly string[];
};

async function find({
  q = 'ann',
  organizations = organization,
  people = ok(annie),
  account = PAGE,
  scopes = FOLLOWERS,
}: Given = {}) {
  await using server = await startScripted({ [ORGANIZATIONS]: organizations, [PEOPLE]: people });
  await using call = makeCall({ account, credential: aCredential({ scopes }) });
  const result = await createLinkedin(aConfig(server.origin)).findMentions!(call, q).catch((error: Error) => error);
  return { result, lines: server.lines().toSorted() };
}

describe('a page that may find its followers', () => {
  it('finds organizations and people with one question for each', async () => {
    const { result, lines } = await find({ q: ' Ann  Marie O’Neill ' });
    expect(result).toEqual({ mentions: [HARBOUR, ANNIE], failure: null });
    expect(lines).toEqual([
      'GET /api/rest/organizations?q=vanityName&vanityName=Ann%20%20Marie%20O%E2%80%99Neill',
      'GET /api/rest/peopleTypeahead?q=organizationFollowers&keywords=Ann%20Marie%20O%E2%80%99Neill&organization=urn%3Ali%3Aorganization%3A2414183',
    ]);
  });

  it('leaves out who cannot be mentioned, and takes a name of one part and no headline', async () => {
    const people = ok(
      { member: 'urn:li:person:a-1_B', firstName: 'Cher', headline: '' },
      { ...annie, lastName: 'Victor [she]' },
      { ...annie, member: 'urn:li:company:133' },
      { member: 'urn:li:person:134' },
    );
    const organizations = ok({ id: 1, localizedName: 'Ann [Ltd]' });
    const cher = {
      ...ANNIE,
      name: 'Cher',
      headline: null,
      platformUserId: 'a-1_B',
      text: '@[Cher](urn:li:person:a-1_B)',
    };
    expect((await find({ organizations, people })).result).toEqual({ mentions: [cher], failure: null });
  });

  it.each([
    ['people', { people: busy }, [HARBOUR]],
    ['organizations', { organizations: busy }, [ANNIE]],
  ])('a refused look-up of %s is named, and the other answers', async (what, given, mentions) => {
    const { result } = await find(given);
    expect(result).toMatchObject({ mentions, failure: { code: 'rate_limited' } });
    const { failure } = result as { failure: Error };
    expect(failure.message).toMatch(`rate_limited: The look-up of ${what} failed. The daily LinkedIn limit`);
  });

  it('two refused look-ups are one error, as a single one', async () => {
    const { result } = await find({ organizations: busy, people: busy });
    expect((result as Error).message).toMatch(/^rate_limited: The daily LinkedIn limit/);
  });

  it.each([
    ['people', { people: ended }],
    ['organizations', { organizations: ended }],
  ])('a credential that ended for the look-up of %s is an error, so that it is renewed', async (_what, given) => {
    expect((await find(given)).result).toMatchObject({ code: 'credential_rejected' });
  });

  it('an answer that LinkedIn never gives for people is a failure of that look-up', async () => {
    const { result } = await find({ people: ok({ firstName: 'Ann' }) });
    expect(result).toMatchObject({ mentions: [HARBOUR], failure: { code: 'network_unavailable' } });
  });
});

it('a mistake of this code in one look-up is no failure of the network', async () => {
  await using server = await startScripted({ [ORGANIZATIONS]: organization, [PEOPLE]: ok(annie) });
  await using call = makeCall({ account: PAGE, credential: aCredential({ scopes: FOLLOWERS }) });
  const http: typeof call.http = (request) => {
    if (String(request.url).includes('peopleTypeahead')) throw new TypeError('a mistake');
    return call.http(request);
  };
  const finding = createLinkedin(aConfig(server.origin)).findMentions!({ ...call, http }, 'ann');
  await expect(finding).rejects.toThrow(new TypeError('a mistake'));
});

describe('people are not looked up', () => {
  it.each<[string, Given]>([
    ['by a member', { account: PERSON }],
    ['without the permission', { scopes: ALL_SCOPES }],
    ['by two letters', { q: 'O’n' }],
    ['by a name with digits', { q: '3m-company' }],
    ['by an address', { q: 'https://www.linkedin.com/company/ann-harbour' }],
  ])('%s', async (_why, given) => {
    const { result, lines } = await find(given);
    expect(result).toEqual({ mentions: [HARBOUR], failure: null });
    expect(lines).toEqual([expect.stringMatching('^GET /api/rest/organizations\\?q=vanityName')]);
  });
});
