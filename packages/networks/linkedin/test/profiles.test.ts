import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { ALL_SCOPES, aConfig, aCredential, makeCall } from './make-call.ts';
import { type Script, startScripted } from './scripted-linkedin.ts';

const USERINFO = 'GET /api/v2/userinfo';
const ME = 'GET /api/v2/me';
const ACLS = 'GET /api/rest/organizationAcls';
const ACLS_FIRST = `${ACLS}?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&start=0&count=100`;
const ACLS_SECOND = `${ACLS}?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&start=100&count=100`;
const NAMES = 'GET /api/rest/organizations';

const PERSON = { platformUserId: '782bbtaQ', username: 'Ada L', otherIds: [] };
const HANDLE = { ...PERSON, username: 'ada-l' };
const userinfo = { status: 200, body: { sub: '782bbtaQ', name: 'Ada L', given_name: 'Ada', family_name: 'L' } };
const me = {
  status: 200,
  body: { id: '782bbtaQ', vanityName: 'ada-l', localizedFirstName: 'Ada', localizedLastName: 'L' },
};
const revoked = { status: 401, body: { status: 401, serviceErrorCode: 65601, code: 'REVOKED_ACCESS_TOKEN' } };
const throttled = { status: 429, body: { status: 429, message: 'Resource level throttle APPLICATION DAY limit …' } };

const acl = (id: number, role = 'ADMINISTRATOR', state = 'APPROVED') => ({
  organization: `urn:li:organization:${id}`,
  roleAssignee: 'urn:li:person:782bbtaQ',
  role,
  state,
});
const acls = (...elements: object[]) => ({
  status: 200,
  body: { elements, paging: { start: 0, count: 100, links: [] } },
});
const names = (...pages: { id: number; localizedName?: string; vanityName?: string }[]) => ({
  status: 200,
  body: { results: Object.fromEntries(pages.map((page) => [page.id, page])), statuses: {}, errors: {} },
});

async function connect(script: Script, scopes: readonly string[] = ALL_SCOPES) {
  await using server = await startScripted(script);
  await using call = makeCall();
  const linkedin = createLinkedin(aConfig(server.origin));
  const answer = await linkedin.connect
    .profiles(call, aCredential({ scopes }))
    .catch((error: { facts: unknown }) => error.facts);
  return { answer, lines: server.lines(), received: server.received, sleptMs: call.clock.sleptMs };
}

describe('the connected profiles', () => {
  it('gives the person first, then every administered page once, in order', async () => {
    const { answer, lines } = await connect({
      [USERINFO]: userinfo,
      [ME]: me,
      [ACLS]: acls(
        acl(2414183),
        acl(1337),
        acl(2414183),
        acl(1, 'ANALYST'),
        acl(2, 'ADMINISTRATOR', 'REVOKED'),
        { organization: 'urn:li:organizationBrand:9', role: 'ADMINISTRATOR', state: 'APPROVED' },
        { role: 'ADMINISTRATOR', state: 'APPROVED' },
      ),
      [NAMES]: names(
        { id: 2414183, localizedName: 'Devtestco', vanityName: 'devtestco' },
        { id: 1337, localizedName: 'LinkedIn' },
      ),
    });
    expect(answer).toEqual({
      ok: true,
      profiles: [
        HANDLE,
        { platformUserId: 'organization:2414183', username: 'devtestco', otherIds: [] },
        { platformUserId: 'organization:1337', username: 'LinkedIn', otherIds: [] },
      ],
    });
    expect(lines).toEqual([USERINFO, ME, ACLS_FIRST, `${NAMES}?ids=List(2414183,1337)`]);
  });

  it('names a person by name where only OpenID was granted, and requests no pages', async () => {
    const { answer, lines } = await connect({ [USERINFO]: userinfo }, ['openid', 'profile', 'w_member_social']);
    expect([answer, lines]).toEqual([{ ok: true, profiles: [PERSON] }, [USERINFO]]);
  });

  it('identifies a person without OpenID', async () => {
    const { answer, lines } = await connect({ [ME]: me }, ['r_basicprofile', 'w_member_social']);
    expect([answer, lines]).toEqual([{ ok: true, profiles: [HANDLE] }, [ME]]);
  });

  it('keeps the name when the handle cannot be read', async () => {
    const denied = {
      status: 403,
      body: { serviceErrorCode: 100, message: 'Not enough permissions to access: GET /me' },
    };
    const { answer } = await connect({ [USERINFO]: userinfo, [ME]: denied }, [
      'openid',
      'r_basicprofile',
      'w_member_social',
    ]);
    expect(answer).toEqual({ ok: true, profiles: [PERSON] });
  });

  it('falls back to the parts of a name, then to the id', async () => {
    const person = (body: object) => connect({ [USERINFO]: { status: 200, body } }, ['openid', 'w_member_social']);
    const parts = await person({ sub: '7', given_name: 'Ada', family_name: 'L' });
    const bare = await person({ sub: '7' });
    expect(parts.answer).toEqual({ ok: true, profiles: [{ platformUserId: '7', username: 'Ada L', otherIds: [] }] });
    expect(bare.answer).toEqual({ ok: true, profiles: [{ platformUserId: '7', username: '7', otherIds: [] }] });
  });
});

describe('missing permissions', () => {
  it('refuses without the permission to publish, and makes no call', async () => {
    const { answer, lines } = await connect({}, ['openid', 'profile']);
    expect([answer, lines]).toEqual([
      {
        ok: false,
        reason: 'permissions_missing',
        message: 'LinkedIn did not grant the permission to publish (w_member_social).',
      },
      [],
    ]);
  });

  it('refuses when no permission allows it to read who the member is', async () => {
    const { answer } = await connect({}, ['w_member_social']);
    expect(answer).toMatchObject({ ok: false, reason: 'permissions_missing' });
  });
});

describe('a token in its first seconds', () => {
  it('is tried three more times within five seconds', async () => {
    const { answer, lines, sleptMs } = await connect({ [USERINFO]: [revoked, revoked, revoked, userinfo] }, [
      'openid',
      'w_member_social',
    ]);
    expect(answer).toEqual({ ok: true, profiles: [PERSON] });
    expect([lines.length, sleptMs]).toEqual([4, [1_000, 1_500, 2_500]]);
  });

  it('counts as revoked after that', async () => {
    const { answer, lines } = await connect({ [ME]: revoked }, ['r_basicprofile', 'w_member_social']);
    expect(answer).toMatchObject({ code: 'credential_rejected', credential: 'revoked' });
    expect(lines.length).toBe(4);
  });

  it('is not tried again for any other refusal', async () => {
    const { answer, lines } = await connect({ [USERINFO]: { status: 401, body: { serviceErrorCode: 65600 } } }, [
      'openid',
      'w_member_social',
    ]);
    expect(answer).toMatchObject({ code: 'credential_rejected', credential: 'expired' });
    expect(lines).toEqual([USERINFO]);
  });
});

describe('pages that cannot be listed or named', () => {
  it('keeps the person when the list is throttled, broken or refused', async () => {
    for (const failure of [throttled, { status: 500 }, { status: 200, body: { elements: 'x' } }, 'drop'] as const) {
      const { answer } = await connect({ [USERINFO]: userinfo, [ME]: me, [ACLS]: failure });
      expect(answer).toEqual({ ok: true, profiles: [HANDLE] });
    }
  });

  it('names pages after their id when names are throttled or missing', async () => {
    const nameless = { platformUserId: 'organization:5', username: 'organization 5', otherIds: [] };
    for (const failure of [throttled, names({ id: 5 }), names()]) {
      const { answer } = await connect({ [USERINFO]: userinfo, [ME]: me, [ACLS]: acls(acl(5)), [NAMES]: failure });
      expect(answer).toEqual({ ok: true, profiles: [HANDLE, nameless] });
    }
  });

  it('reads a long list in pages of 100 and names in lists of 50', async () => {
    const first = Array.from({ length: 100 }, (_, index) => acl(index + 1));
    const { answer, lines } = await connect({
      [USERINFO]: userinfo,
      [ME]: me,
      [ACLS_FIRST]: acls(...first),
      [ACLS_SECOND]: acls(acl(100), acl(101)),
      [NAMES]: [names(), names(), names({ id: 101, vanityName: 'last' })],
    });
    const ids = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index).join(',');
    expect(lines.slice(2)).toEqual([
      ACLS_FIRST,
      ACLS_SECOND,
      `${NAMES}?ids=List(${ids(1, 50)})`,
      `${NAMES}?ids=List(${ids(51, 100)})`,
      `${NAMES}?ids=List(101)`,
    ]);
    expect(answer).toMatchObject({ ok: true, profiles: { length: 102 } });
    expect(answer).toMatchObject({ profiles: { 101: { platformUserId: 'organization:101', username: 'last' } } });
  });

  it('keeps the pages it read when a later part of the list fails', async () => {
    const first = Array.from({ length: 100 }, (_, index) => acl(index + 1));
    const { answer } = await connect({
      [USERINFO]: userinfo,
      [ME]: me,
      [ACLS_FIRST]: acls(...first),
      [ACLS_SECOND]: throttled,
      [NAMES]: throttled,
    });
    expect(answer).toMatchObject({ ok: true, profiles: { length: 101 } });
  });
});
