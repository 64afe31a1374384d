import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { callerOf } from './call-mock.ts';
import { press, readFormToken } from './press.ts';

async function start(mock: Mock, body: object): Promise<string> {
  return ((await callerOf(mock)('POST', '/accounts/connect', body)).body as { authUrl: string }).authUrl;
}

/** Headers that the service sends with every page. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  'x-xss-protection': '0',
};

async function pageOf(mock: Mock, url: string) {
  const response = await mock.fetch(url);
  const { 'content-security-policy': policy, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, policy, text: await response.text() };
}

/** The policy of a page: its style as it stands there, and nothing else but forms. */
function policyFor(text: string, formTargets: string): string {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`;
}

test('every page has the service’s headers, and a policy that lets its own style and its own forms through', async () => {
  const mock = createMock({ baseUrl: 'http://127.0.0.1:4010' });
  const authUrl = await start(mock, { platform: 'instagram', redirectUrl: 'http://127.0.0.1:3000/done' });
  const confirm = await pageOf(mock, authUrl);
  const pressed = await press(mock, authUrl);
  const network = await pageOf(mock, pressed.headers.get('location')!);
  const unknown = await pageOf(mock, `${mock.baseUrl}/connect/unknown`);
  const elsewhere = await pageOf(mock, `${mock.baseUrl}/mock-networks/x`);
  // The service's own form is sent with its origin.
  expect(confirm.headers['referrer-policy']).toBe('same-origin');
  confirm.headers['referrer-policy'] = 'no-referrer';
  for (const [page, status, formTargets] of [
    [confirm, 200, "'self' http://127.0.0.1:4010 http://127.0.0.1:3000"],
    [network, 200, "'self' http://127.0.0.1:3000"],
    [unknown, 400, "'self'"],
    [elsewhere, 200, "'self'"],
  ] as const) {
    const { text, ...rest } = page;
    expect(rest).toEqual({ status, headers: HEADERS, policy: policyFor(text, formTargets) });
  }
  const { 'content-type': _, ...redirect } = HEADERS;
  expect(Object.fromEntries(pressed.headers)).toEqual({ ...redirect, location: expect.any(String) });
  const secure = await pageOf(mock, await start(mock, { platform: 'x', redirectUrl: 'https://app.example/done' }));
  expect(secure.policy).toBe(policyFor(secure.text, "'self' http://127.0.0.1:4010 https:"));
});

test('another site cannot press the button, and nobody without the token of the page; the link stays good', async () => {
  const mock = createMock();
  const authUrl = await start(mock, { platform: 'x' });
  const body = (token: string) => new URLSearchParams({ form_token: token });
  const send = (token: string, headers: Record<string, string> = {}) =>
    mock.fetch(authUrl, { method: 'POST', body: body(token), headers });
  expect((await mock.fetch(authUrl, { method: 'POST' })).status).toBe(403);
  const token = await readFormToken(mock, authUrl);
  const own = new URL(mock.baseUrl).origin;
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: own },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const refused = await send(token, headers as Record<string, string>);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('Nothing was connected')]);
  }
  expect((await send(await readFormToken(mock, await start(mock, { platform: 'x' })))).status).toBe(403);
  expect((await send(token, { origin: own })).status).toBe(303);
  expect((await send(token, { 'sec-fetch-site': 'same-origin', origin: 'null' })).status).toBe(303);
});

test('answers of the API carry the service’s headers too, and a page of a proxy has none', async () => {
  const mock = createMock();
  const { headers } = await callerOf(mock)('GET', '/usage');
  const { 'content-type': _, ...always } = HEADERS;
  expect(Object.fromEntries(headers)).toMatchObject({ ...always, 'content-type': 'application/json; charset=utf-8' });
  mock.faults.add({ code: 'unavailable', status: 502 });
  mock.faults.add({ status: 502 });
  const url = `${mock.baseUrl}/api/v1/usage`;
  expect((await mock.fetch(url)).headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(Object.fromEntries((await mock.fetch(url)).headers)).toEqual({ 'content-type': 'text/html' });
});

test('on the page of Instagram and Threads a user declines by ticking; X has no boxes', async () => {
  const mock = createMock();
  const networkOf = async (platform: string): Promise<string> => {
    const pressed = await press(mock, await start(mock, { platform }));
    return pressed.headers.get('location')!;
  };
  expect(await (await mock.fetch(await networkOf('x'))).text()).not.toContain('checkbox');
  const network = await networkOf('threads');
  const boxes = [
    ...(await (await mock.fetch(network)).text()).matchAll(/type="checkbox" name="without" value="(\w+)"/g),
  ];
  expect(boxes.map(([, value]) => value)).toEqual(['firstComments', 'metrics']);
  const body = new URLSearchParams([
    ['username', 'grace'],
    ['without', 'metrics'],
    ['without', 'firstComments'],
    ['outcome', 'approve'],
  ]);
  const answered = await mock.fetch(network, { method: 'POST', body });
  expect((await mock.fetch(answered.headers.get('location')!)).status).toBe(200);
  const call = callerOf(mock);
  const platforms = [{ platform: 'threads', accountId: await onlyAccount(mock), firstComment: 'First' }];
  const { post } = (await call('POST', '/posts', { content: 'a', platforms, idempotencyKey: 'a' })).body as {
    post: { id: string };
  };
  expect((await call('GET', `/posts/${post.id}/metrics`)).body).toMatchObject({
    targets: [
      {
        commentError: expect.stringContaining('threads_manage_replies'),
        metricsError: expect.stringContaining('threads_manage_insights'),
      },
    ],
  });
});

const onlyAccount = async (mock: Mock): Promise<string> =>
  ((await callerOf(mock)('GET', '/accounts')).body as { accounts: [{ id: string }] }).accounts[0].id;

test('pages look as the service’s: mark, logo of the project, words for a reason, and the way back from a used callback', async () => {
  const mock = createMock();
  const logoUrl = 'data:image/png;base64,iVBORw0KGgo=';
  const { apiKey } = mock.seed.project({ name: '\u202e<b>Harbour', logoUrl });
  const call = callerOf({ ...mock, apiKey });
  const { authUrl } = (
    await call('POST', '/accounts/connect', {
      platform: 'instagram',
      redirectUrl: 'https://app.example/done?tab=2',
    })
  ).body as { authUrl: string };
  const { text, policy } = await pageOf(mock, authUrl);
  expect(text).toContain(`<p class="who"><img src="${logoUrl}" alt="" width="48" height="48"><svg class="mark"`);
  expect(text).toContain('<dt>Asked by</dt><dd>&#60;b&#62;Harbour</dd>');
  expect(policy).toContain('img-src data:;');

  const network = (await press(mock, authUrl)).headers.get('location')!;
  const answer = await mock.fetch(network, { method: 'POST', body: new URLSearchParams({ outcome: 'deny' }) });
  const callback = answer.headers.get('location')!;
  expect((await mock.fetch(callback)).headers.get('location')).toContain('reason=access_denied');
  expect((await pageOf(mock, callback)).text).toContain(
    '<a class="button" href="https://app.example/done?tab=2" rel="noreferrer">Back to app.example</a><',
  );
  const bare = await start(mock, { platform: 'instagram' });
  const onNetwork = (await press(mock, bare)).headers.get('location')!;
  const failed = await mock.fetch(onNetwork, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'account_not_eligible' }),
  });
  const end = await pageOf(mock, failed.headers.get('location')!);
  expect([end.status, end.text]).toEqual([
    400,
    expect.stringContaining('On Instagram, switch to a Business or Creator account first.'),
  ]);
  expect(() => mock.seed.project({ logoUrl: 'https://elsewhere.example/logo.png' })).toThrow(
    'seed.project(project).logoUrl: "https://elsewhere.example/logo.png" is not a data:image/… address.',
  );
});
