import { apiKeyOf, UNAUTHORIZED } from '@fanfare/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nginxRouter } from '../../src/cells/router/nginx.ts';
import { readCell, readMovedKeys } from '../../src/cells/router/router-plan.ts';
import { hasNginx } from '../nginx.ts';
import { type Router, startEcho, startNginx } from './use-nginx.ts';

const SECRET = 'a'.repeat(43);
const NO_SUCH_ADDRESS = 'This address names a cell that does not exist here. Check that it is complete.';
const moved = apiKeyOf(`Move${'d'.repeat(39)}`, 'eu1');

test.each([
  ['eu1=http://10.0.0.1:4000', { label: 'eu1', servers: ['10.0.0.1:4000'] }],
  ['us1=http://a.internal,http://[::1]:81', { label: 'us1', servers: ['a.internal:80', '[::1]:81'] }],
  [
    'EU=http://a',
    { problem: '"EU=http://a" names no cell. Write eu1=http://10.0.0.1:4000, with a label as CELL has it.' },
  ],
  ['eu1', { problem: '"eu1" names no cell. Write eu1=http://10.0.0.1:4000, with a label as CELL has it.' }],
  ['eu1=a;b', { problem: '"a;b" of the cell eu1 is not the address of a server: http://10.0.0.1:4000' }],
  ['eu1=http://a/b', { problem: '"http://a/b" of the cell eu1 is not the address of a server: http://10.0.0.1:4000' }],
])('the word %s is read', (word, cell) => {
  expect(readCell(word)).toEqual(cell);
});

test('lines of moves are read, the last of a key counts', () => {
  expect(
    readMovedKeys('fanfare_sk_eu1_AbCd…wxYZ us1\nfanfare_sk_0123…4567 us1\n\nfanfare_sk_eu1_AbCd…wxYZ ap1\n'),
  ).toEqual([
    { start: 'eu1_AbCd', end: 'wxYZ', cell: 'ap1' },
    { start: '0123', end: '4567', cell: 'us1' },
  ]);
  expect(readMovedKeys('fanfare_sk_eu1_A";}…wxYZ us1')).toEqual({
    problem: '"fanfare_sk_eu1_A";}…wxYZ us1" is no line of a move: fanfare_sk_eu1_AbCd…wxYZ us1',
  });
});

test('the file for two host names has the certificate of the first', () => {
  const cells = [{ label: 'eu1', servers: ['10.0.0.1:4000'] }] as const;
  const names = ['social.example.com', 'files.example.com'];
  const text = nginxRouter({ cells, defaultCell: null, moved: [], names, listen: '' });
  expect(text.match(/server_name .*|ssl_certificate .*|docUrl":"[^$]*?errors/g)).toEqual([
    'server_name social.example.com files.example.com;',
    'server_name social.example.com files.example.com;',
    'ssl_certificate /etc/letsencrypt/live/social.example.com/fullchain.pem;',
    ...Array.from({ length: 3 }, () => 'docUrl":"https://social.example.com/docs/errors'),
  ]);
});

describe.skipIf(!hasNginx)('nginx, with the configuration of the command,', () => {
  let router: Router;
  const echoes: Awaited<ReturnType<typeof startEcho>>[] = [];
  beforeAll(async () => {
    for (const cell of ['eu1', 'us1']) echoes.push(await startEcho(cell));
    const [eu1, us1] = echoes.map(({ address }) => address);
    router = await startNginx({
      cells: [
        { label: 'us1', servers: [us1!] },
        { label: 'eu1', servers: [eu1!] },
      ],
      defaultCell: 'eu1',
      moved: [{ start: 'eu1_Move', end: moved.slice(-4), cell: 'us1' }],
    });
  });
  afterAll(() => Promise.all([router.stop(), ...echoes.map((echo) => echo.stop())]));

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${router.baseUrl}${path}`, { headers, redirect: 'manual' });
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  const session = (cell: string) => `__Host-fanfare-session=${cell}.${SECRET}`;

  test.each<[what: string, cell: string, path: string, headers?: Record<string, string>]>([
    ['a key', 'us1', '/api/v1/posts', bearer(apiKeyOf(SECRET, 'us1'))],
    ['a key in another case', 'us1', '/api/v1/posts', { authorization: `bearer  ${apiKeyOf(SECRET, 'us1')}` }],
    ['a key without a label', 'eu1', '/api/v1/posts', bearer(apiKeyOf(SECRET))],
    ['a moved key', 'us1', '/api/v1/posts', bearer(moved)],
    ['a key beside a cookie', 'us1', '/api/v1/posts', { ...bearer(apiKeyOf(SECRET, 'us1')), Cookie: session('eu1') }],
    ['a connect link', 'us1', `/connect/us1.${SECRET}`, { Cookie: session('eu1') }],
    ['a set-up link', 'us1', `/setup/us1.${SECRET}`],
    ['an invitation', 'us1', `/invitations/us1.${SECRET}`],
    ['a sign-in link', 'us1', `/sign-in/link/us1.${SECRET}`],
    ['an upload', 'us1', `/uploads/us1.${SECRET}`],
    ['a hosted file', 'us1', `/m/us1.${'0'.repeat(32)}/a.png`],
    ['an OAuth state', 'us1', `/oauth/x/callback?code=eu1.a&state=us1.${SECRET}`, { Cookie: session('eu1') }],
    ['a logo of a connect page', 'us1', '/connect-logo/prj_1?v=us1.abc'],
    ['a cursor with an old key', 'us1', '/api/v1/posts?cursor=us1.abc', bearer(apiKeyOf(SECRET))],
    ['an event cursor', 'us1', '/api/v1/events?after=us1.abc', bearer(apiKeyOf(SECRET))],
    ['a session', 'us1', '/app/api/session', { Cookie: `a=b; ${session('us1')}` }],
    ['a session below a path', 'us1', '/posts', { Cookie: `fanfare-session-0123abcd=us1.${SECRET}` }],
    ['a session without a label', 'eu1', '/posts', { Cookie: `fanfare-session=${SECRET}` }],
    ['a chosen cell', 'us1', '/sign-in?cell=us1&next=%2F', { Cookie: session('eu1') }],
    [
      'a sign-in at another cell than that of the session',
      'us1',
      '/sign-in/check',
      { Cookie: `${session('eu1')}; __Host-fanfare-browser=us1.${SECRET}` },
    ],
    [
      'pages of the session beside that sign-in',
      'eu1',
      '/posts',
      { Cookie: `${session('eu1')}; __Host-fanfare-browser=us1.${SECRET}` },
    ],
    ['no label', 'eu1', '/docs'],
    ['a key that is none', 'eu1', '/api/v1/posts', bearer('wrong')],
  ])('sends %s to %s', async (_, cell, path, headers) => {
    const answer = await ask(path, headers);
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ cell, url: path })]);
  });

  test('answers with a moved file of its new cell, with the same address, and without a redirect', async () => {
    const path = `/m/eu1.${'0'.repeat(32)}/us1-caf%C3%A9%20au%20lait.png?x=%2F`;
    const answer = await ask(path, { Range: 'bytes=0-3' });
    expect([answer.status, answer.redirected, answer.headers.get('retry-after')]).toEqual([200, false, null]);
    expect(await answer.json()).toMatchObject({ cell: 'us1', url: path, headers: { range: 'bytes=0-3' } });
    const head = await fetch(`${router.baseUrl}${path}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('x-cell')]).toEqual([200, 'us1']);
  });

  test('asks for the cell of a sign-in that has none, and keeps where it leads', async () => {
    const answer = await ask('/sign-in?next=%2Fposts');
    expect([answer.status, new URL(answer.headers.get('location')!, router.baseUrl).href]).toEqual([
      303,
      `${router.baseUrl}/cells?next=%2Fposts`,
    ]);
  });

  test.each([
    ['a key', '/api/v1/posts', bearer(apiKeyOf(SECRET, 'xx1')), 401, 'unauthorized', UNAUTHORIZED.message],
    ['a link', `/connect/xx1.${SECRET}`, {}, 404, 'not_found', NO_SUCH_ADDRESS],
    ['a session', '/posts', { Cookie: session('xx1') }, 404, 'not_found', NO_SUCH_ADDRESS],
    ['another cell itself', '/cells/peers/removals', {}, 404, 'not_found', NO_SUCH_ADDRESS],
  ])('refuses %s of no cell in the form of the API', async (_, path, headers, status, code, message) => {
    const answer = await ask(path, headers);
    const requestId = answer.headers.get('x-request-id');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      status,
      'application/json',
      'no-store',
    ]);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(await answer.json()).toEqual({
      error: {
        code,
        message,
        requestId,
        docUrl: `${router.baseUrl}/docs/errors#${code}`,
      },
    });
  });

  test('keeps the request id of a caller in its own answers', async () => {
    const answer = await ask('/cells/peers/removals', { 'X-Request-Id': 'mine_1' });
    expect([answer.headers.get('x-request-id'), await answer.json()]).toMatchObject([
      'mine_1',
      { error: { requestId: 'mine_1' } },
    ]);
  });

  test('replaces the address that a client claims', async () => {
    const { headers } = (await (await ask('/docs', { 'X-Forwarded-For': '203.0.113.7' })).json()) as {
      headers: Record<string, string>;
    };
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  test('with a cell away says so, and sends callbacks of networks to another', async () => {
    await echoes[0]!.stop();
    const away = await ask('/api/v1/posts', bearer(apiKeyOf(SECRET, 'eu1')));
    expect([away.status, away.headers.get('retry-after'), await away.json()]).toEqual([
      503,
      '5',
      {
        error: {
          code: 'unavailable',
          message:
            'The cell of this request gives no answer right now. Repeat the request with the same idempotency key.',
          requestId: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
          docUrl: `${router.baseUrl}/docs/errors#unavailable`,
        },
      },
    ]);
    expect((await ask('/api/v1/posts', bearer(apiKeyOf(SECRET, 'us1')))).status).toBe(200);
    const callback = await fetch(`${router.baseUrl}/removal/threads/deauthorize`, { method: 'POST', body: 'a=b' });
    expect(await callback.json()).toMatchObject({ cell: 'us1', url: '/removal/threads/deauthorize' });
  });
});
