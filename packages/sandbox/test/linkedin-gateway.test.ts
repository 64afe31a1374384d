import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, type Linkedin, startLinkedin } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const acls = (token: string, headers: Record<string, string> = {}) =>
  li.rest(token, 'GET', '/rest/organizationAcls?q=roleAssignee', undefined, headers);

describe('the version header', () => {
  it.each([
    ['202504', '20250401'],
    ['202511', '20251101'],
    ['209901', '20990101'],
    ['next', 'next'],
  ])('answers 426 for %s, which is not served', async (version, named) => {
    const { status, body } = await acls(await li.connect('ada'), { 'linkedin-version': version });
    expect([status, body]).toEqual([
      426,
      { status: 426, code: 'NONEXISTENT_VERSION', message: `Requested version ${named} is not active` },
    ]);
  });

  it.each(['202601', '202603', '202609'])('serves %s', async (version) => {
    expect((await acls(await li.connect('ada'), { 'linkedin-version': version })).status).toBe(200);
  });

  it('is required, before the token is checked', async () => {
    const { status, body } = await acls('nonsense', { 'linkedin-version': '' });
    expect([status, body]).toEqual([
      400,
      {
        status: 400,
        code: 'VERSION_MISSING',
        message: 'A version must be present. Please specify a version by adding the Linkedin-Version header.',
      },
    ]);
  });

  it('lets a control retire versions', async () => {
    const token = await li.connect('ada');
    await li.control('versions', { active: ['202611'] });
    expect((await acls(token)).status).toBe(426);
    expect((await acls(token, { 'linkedin-version': '202611' })).status).toBe(200);
  });

  it('is not required for /v2', async () => {
    const token = await li.connect('ada');
    const { status } = await li.call(`${li.api}/v2/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(200);
  });
});

describe('the rest.li protocol header', () => {
  const illegal = { status: 400, code: 'ILLEGAL_ARGUMENT', message: 'Invalid query parameters passed to request' };

  it('is required for finders', async () => {
    const { status, body } = await acls(await li.connect('ada'), { 'x-restli-protocol-version': '' });
    expect([status, body]).toEqual([400, illegal]);
  });

  it('is required for List()', async () => {
    const token = await li.connect('ada');
    const path = '/rest/organizations?ids=List(90314427)';
    const { status, body } = await li.rest(token, 'GET', path, undefined, { 'x-restli-protocol-version': '1.0.0' });
    expect([status, body]).toEqual([400, illegal]);
  });

  it('is not required for a plain call', async () => {
    const token = await li.connect('ada');
    const path = '/rest/organizations/90314427';
    expect((await li.rest(token, 'GET', path, undefined, { 'x-restli-protocol-version': '' })).status).toBe(200);
  });

  it('is required', async () => {
    const { status, body } = await acls(await li.connect('ada'), { 'x-restli-protocol-version': '3.0.0' });
    expect([status, body]).toEqual([
      400,
      { message: 'Rest.li protocol version 3.0.0 used by the client is not supported!', status: 400 },
    ]);
  });

  it('requires encoded keys in the path', async () => {
    const { status, body } = await li.rest(await li.connect('ada'), 'GET', '/rest/posts/urn:li:share:1');
    expect([status, body]).toEqual([400, { message: 'Syntax exception in path variables', status: 400 }]);
  });

  it.each([
    ['brackets encoded', 'List%2890314427%29'],
    ['colons not encoded', 'List(urn:li:organization:90314427)'],
    ['no list at all', '90314427'],
  ])('refuses a List() with %s', async (_what, ids) => {
    const { status, body } = await li.rest(await li.connect('ada'), 'GET', `/rest/organizations?ids=${ids}`);
    expect([status, body]).toEqual([
      400,
      {
        errorDetailType: 'com.linkedin.common.error.BadRequest',
        message: 'Invalid param. Please see errorDetails for more information.',
        errorDetails: {
          inputErrors: [
            {
              description: 'Invalid value for param; wrong type or other syntax error',
              input: { inputPath: { fieldPath: 'ids' } },
              code: 'PARAM_INVALID',
            },
          ],
        },
        status: 400,
      },
    ]);
  });
});

describe('tokens', () => {
  const refusal = (serviceErrorCode: number, code: string, message: string) => ({
    status: 401,
    serviceErrorCode,
    code,
    message,
  });
  const revoked = refusal(65_601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user');
  const expired = refusal(65_602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired');

  it('is required', async () => {
    const { status, body } = await acls('', { authorization: '' });
    expect([status, body]).toEqual([401, { message: 'Empty oauth2_access_token', serviceErrorCode: 401, status: 401 }]);
  });

  it('must be known', async () => {
    const { status, body } = await acls('AQXnever');
    expect([status, body]).toEqual([401, refusal(65_600, 'INVALID_ACCESS_TOKEN', 'Invalid access token')]);
  });

  it('live 60 days', async () => {
    const token = await li.connect('ada');
    await li.advance(1_440 * HOUR_MS - 1);
    expect((await acls(token)).status).toBe(200);
    await li.advance(1);
    const { status, body } = await acls(token);
    expect([status, body]).toEqual([401, expired]);
  });

  it('can be expired, for one person only', async () => {
    const [ada, ben] = [await li.connect('ada'), await li.connect('ben')];
    await li.control('expire-tokens', { username: 'ada' });
    expect((await acls(ada)).body).toEqual(expired);
    expect((await acls(ben)).status).toBe(200);
    expect((await acls(await li.connect('ada'))).status).toBe(200);
  });

  it('end when the member removes the app', async () => {
    const [ada, ben] = [await li.connect('ada'), await li.connect('ben')];
    await li.control('revoke-token', { username: 'ada' });
    const { status, body } = await acls(ada);
    expect([status, body]).toEqual([401, revoked]);
    expect((await acls(ben)).status).toBe(200);
  });

  it('are useless while LinkedIn restricts the member', async () => {
    const token = await li.connect('ada');
    await li.control('restrict', { username: 'ada', on: true });
    const { status, body } = await acls(token);
    expect([status, body]).toEqual([401, refusal(65_608, 'RESTRICTED_MEMBER', 'The member is restricted')]);
    await li.control('restrict', { username: 'ada', on: false });
    expect((await acls(token)).status).toBe(200);
  });

  it('can be treated as revoked in their first seconds', async () => {
    await li.control('young-tokens', { seconds: 3 });
    const token = await li.connect('ada');
    expect((await acls(token)).body).toEqual(revoked);
    await li.advance(3_000);
    expect((await acls(token)).status).toBe(200);
  });

  it('allow nothing beyond their scopes', async () => {
    const { status, body } = await acls(await li.connect('ada', 'openid w_member_social'));
    expect([status, body]).toEqual([
      403,
      {
        status: 403,
        serviceErrorCode: 100,
        code: 'ACCESS_DENIED',
        message: 'Not enough permissions to access: organizationAcls.FINDER-roleAssignee.20260701',
      },
    ]);
  });
});

describe('other answers of the gateway', () => {
  it('is a wall of status 999 and a page when LinkedIn takes the caller for a bot', async () => {
    const token = await li.connect('ada');
    await li.control('bot-wall', { times: 2 });
    const walled = await acls(token);
    expect([walled.status, walled.headers.get('content-type')]).toEqual([999, 'text/html; charset=utf-8']);
    expect(walled.text).toContain('Request denied');
    expect([(await acls(token)).status, (await acls(token)).status]).toEqual([999, 200]);
  });

  it('is 404 for an unknown resource', async () => {
    const { status, body } = await li.rest(await li.connect('ada'), 'POST', '/rest/shares', {});
    expect([status, body]).toEqual([
      404,
      { status: 404, code: 'RESOURCE_NOT_FOUND', message: 'Resource shares does not exist' },
    ]);
  });

  it('is 400 for a body that is not JSON and 415 for one of another type', async () => {
    const token = await li.connect('ada');
    const send = (type: string) =>
      li.call(`${li.api}/rest/posts`, {
        method: 'POST',
        body: '{"author":',
        headers: { authorization: `Bearer ${token}`, 'linkedin-version': '202607', 'content-type': type },
      });
    expect((await send('application/json')).body).toEqual({ message: 'Cannot parse request entity', status: 400 });
    expect((await send('text/plain')).status).toBe(415);
  });

  it('finds the right part by the real host names', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port: li.sandbox.port, path: '/v2/userinfo', headers: { host: 'api.linkedin.com' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      call.once('error', reject).end();
    });
    expect(status).toBe(401);
  });
});
