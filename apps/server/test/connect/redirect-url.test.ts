import { beforeAll, describe, expect, test } from 'vitest';
import { walk } from '../connect-steps.ts';
import { errorBody } from '../error-body.ts';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer();
let project: Project;

beforeAll(async () => {
  project = await server.createProject();
});

const SCHEME = 'Must be an absolute http or https URL.';
const SECURE = 'Must use https; http is allowed on a loopback host only.';
const USER_INFO = 'Must not contain user info (the part before @).';
const FRAGMENT = 'Must not have a fragment.';
const CHARACTERS = 'Must not contain spaces, control characters or backslashes; percent-encode them.';

describe('refused', () => {
  test.each([
    ['', 'Must not be empty.'],
    ['/connected', SCHEME],
    ['//app.example.com/connected', SCHEME],
    ['app.example.com/connected', SCHEME],
    ['https:/app.example.com', SCHEME],
    ['https://', SCHEME],
    ['javascript:alert(1)', SCHEME],
    ['myapp://connected', SCHEME],
    ['http://app.example.com/connected', SECURE],
    ['http://localhost.example.com/connected', SECURE],
    ['http://127.0.0.1.example.com/', SECURE],
    ['http://10.0.0.1/connected', SECURE],
    ['http://0.0.0.0/connected', SECURE],
    ['https://user@app.example.com/', USER_INFO],
    ['https://user:password@app.example.com/', USER_INFO],
    ['https://app.example.com@evil.example/', USER_INFO],
    ['https://app.example.com/#done', FRAGMENT],
    ['https://app.example.com/#', FRAGMENT],
    ['https://app.example.com\\@evil.example/', CHARACTERS],
    ['https://app.example.com/a b', CHARACTERS],
    [' https://app.example.com/', CHARACTERS],
    ['https://app.example.com/\n', CHARACTERS],
    [`https://app.example.com/${'a'.repeat(2_025)}`, 'Must have at most 2048 characters.'],
  ])('%.60j', async (redirectUrl, message) => {
    const reply = await project.call('POST', '/api/v1/accounts/connect', { platform: 'threads', redirectUrl });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(
      errorBody(reply, 'invalid_request', `redirectUrl: ${message}`, [{ path: 'redirectUrl', message }]),
    );
  });

  test.each([
    [7, 'a number'],
    [['https://app.example.com'], 'a list'],
  ])('%j', async (redirectUrl, type) => {
    const reply = await project.call('POST', '/api/v1/accounts/connect', { platform: 'threads', redirectUrl });
    const message = `Must be a string, not ${type}.`;
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(
      errorBody(reply, 'invalid_request', `redirectUrl: ${message}`, [{ path: 'redirectUrl', message }]),
    );
  });
});

describe('taken, and kept as it was written', () => {
  const added = expect.stringMatching(/^status=success&accountId=acc_\w{26}&platform=threads&username=ada$/);

  test.each([
    ['https://app.example.com', 'https://app.example.com/?', ''],
    ['https://app.example.com/done?', 'https://app.example.com/done?', ''],
    ['http://localhost:3000/done', 'http://localhost:3000/done?', ''],
    ['http://app.localhost/done', 'http://app.localhost/done?', ''],
    ['http://127.0.0.53:8080/', 'http://127.0.0.53:8080/?', ''],
    ['http://[::1]:3000/', 'http://[::1]:3000/?', ''],
    ['https://app.example.com/?from=settings&tab=2', 'https://app.example.com/?', 'from=settings&tab=2&'],
    [
      'https://app.example.com/?q=a%20b+c&empty&x=%C3%A9&x=2',
      'https://app.example.com/?',
      'q=a%20b+c&empty&x=%C3%A9&x=2&',
    ],
    ['https://app.example.com/?a=1&status=mine&accountId=x&status=two', 'https://app.example.com/?', 'a=1&'],
    [`https://app.example.com/${'a'.repeat(2_024)}`, `https://app.example.com/${'a'.repeat(2_024)}?`, ''],
  ])('%.70s', async (redirectUrl, start, own) => {
    const { location, headers } = await walk(project, { platform: 'threads', redirectUrl });
    const raw = headers.get('location')!;
    expect(raw.slice(0, start.length + own.length)).toBe(`${start}${own}`);
    expect(raw.slice(start.length + own.length)).toEqual(added);
    expect(location?.searchParams.getAll('status')).toEqual(['success']);
  });

  test('a failure keeps it too', async () => {
    const redirectUrl = 'https://app.example.com/done?from=settings&reason=mine';
    const { headers } = await walk(project, { platform: 'threads', redirectUrl }, { decision: 'deny' });
    expect(headers.get('location')).toBe(
      'https://app.example.com/done?from=settings&status=error&reason=access_denied',
    );
  });
});

test('platform and profile are checked with it, all in one answer', async () => {
  const reply = await project.call('POST', '/api/v1/accounts/connect', {
    platform: 'hub',
    profileId: 'p'.repeat(256),
    redirectUrl: 'http://app.example.com',
  });
  expect(reply.status).toBe(400);
  expect(reply.body.error.details).toEqual([
    {
      path: 'platform',
      message: 'Must be one of `instagram`, `threads`, `x`, `linkedin`, not "hub".',
    },
    { path: 'profileId', message: 'Must have at most 255 characters, has 256.' },
    { path: 'redirectUrl', message: SECURE },
  ]);
});
