import { CONNECT_FAILURE_REASONS } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { callerOf } from './call-mock.ts';
import { press } from './press.ts';

const redirectUrl = 'https://app.example/done?tenant=7&status=mine';

async function start(mock: Mock, body: object = { platform: 'x', redirectUrl }): Promise<string> {
  return ((await callerOf(mock)('POST', '/accounts/connect', body)).body as { authUrl: string }).authUrl;
}

const list = async (mock: Mock, query = ''): Promise<unknown> =>
  ((await callerOf(mock)('GET', `/accounts${query}`)).body as { accounts: unknown }).accounts;

/** Goes through the pages as a browser would, pressing what `form` says on the network's page. */
async function throughPages(mock: Mock, authUrl: string, form: Record<string, string>): Promise<Response> {
  const confirm = await mock.fetch(authUrl);
  expect(await confirm.text()).toContain('Connect your X account to Demo?');
  const pressed = await press(mock, authUrl);
  const network = pressed.headers.get('location')!;
  expect(await (await mock.fetch(network)).text()).toContain('Allow the app');
  const answered = await mock.fetch(network, { method: 'POST', body: new URLSearchParams(form) });
  return mock.fetch(answered.headers.get('location')!);
}

describe('the connect flow', () => {
  test.each(CONNECT_FAILURE_REASONS.filter((reason) => reason !== 'access_denied' && reason !== 'state_invalid'))(
    '%s can be had from the network’s page',
    async (reason) => {
      const mock = createMock();
      const end = await throughPages(mock, await start(mock), { outcome: reason });
      expect(new URL(end.headers.get('location')!).searchParams.get('reason')).toBe(reason);
      expect(await list(mock)).toEqual([]);
    },
  );

  test('a link whose button nobody has pressed has no way back', async () => {
    const mock = createMock();
    await start(mock);
    expect((await mock.fetch(`${mock.baseUrl}/oauth/x/callback?outcome=approve`)).status).toBe(400);
    expect(await list(mock)).toEqual([]);
  });

  test('a member and their pages live on one consent, until another takes its place', async () => {
    const mock = createMock();
    const [ltd, house] = [
      { id: '7', name: 'Grace Ltd' },
      { id: '8', name: 'Grace Press' },
    ];
    const approve = async (pages: readonly { id: string; name: string }[]): Promise<void> => {
      mock.connect.approve(await start(mock, { platform: 'linkedin' }), { username: 'grace', pages });
    };
    const states = async () =>
      ((await list(mock, '?includeRevoked=true')) as { id: string; username: string; status: string }[]).map(
        ({ username, status }) => `${username} ${status}`,
      );
    await approve([ltd, house]);
    const ids = ((await list(mock)) as { id: string }[]).map(({ id }) => id);
    // LinkedIn left one out of its list; it lives on the new consent all the same.
    await approve([ltd]);
    mock.accounts.expire(ids[2]!);
    expect(await states()).toEqual(['grace expired', 'Grace Ltd expired', 'Grace Press expired']);
    await approve([ltd]);
    expect(await states()).toEqual(['grace active', 'Grace Ltd active', 'Grace Press expired']);
    await callerOf(mock)('DELETE', `/accounts/${ids[1]}`);
    mock.accounts.revoke(ids[0]!);
    expect(await list(mock, '?includeRevoked=true')).toMatchObject([
      { status: 'revoked', statusReason: 'revoked_by_user' },
      { status: 'revoked', statusReason: 'disconnected' },
      { status: 'expired', statusReason: 'not_renewable' },
    ]);
    // What is revoked stays as it is.
    expect(mock.accounts.expire(ids[1]!)).toMatchObject({ status: 'revoked', statusReason: 'disconnected' });
  });
});

test('a LinkedIn member names their pages on the network’s page, and the same name is the same page', async () => {
  const mock = createMock();
  const through = async (pages: string): Promise<unknown> => {
    const pressed = await press(mock, await start(mock, { platform: 'linkedin', redirectUrl }));
    const network = pressed.headers.get('location')!;
    expect(await (await mock.fetch(network)).text()).toContain('name="pages"');
    const body = new URLSearchParams({ username: 'grace', outcome: 'approve', pages });
    const answered = await mock.fetch(network, { method: 'POST', body });
    await mock.fetch(answered.headers.get('location')!);
    return list(mock);
  };
  const [grace, ltd, house] = (await through('Grace Ltd, Grace Press')) as [object, object, object];
  expect([grace, ltd, house]).toMatchObject([
    { username: 'grace' },
    { username: 'Grace Ltd', platformUserId: expect.stringMatching(/^organization:\d+$/) },
    { username: 'Grace Press' },
  ]);
  expect(await through('')).toEqual([grace, ltd, house]);
  expect(await through('Grace Ltd')).toEqual([grace, ltd, house]);
});

test('pages are found with a slash at the end and in letters of either case, and HEAD has no body', async () => {
  const mock = createMock();
  const authUrl = await start(mock);
  for (const url of [`${authUrl}/`, authUrl.replace('/connect/', '/Connect/')]) {
    expect((await mock.fetch(url)).status).toBe(200);
  }
  for (const path of ['/oauth/X/callback', '/oauth/x/callback/', '/oauth/%ff/callback', '/connect/%ff']) {
    const page = await mock.fetch(`${mock.baseUrl}${path}`);
    expect([page.status, (await page.text()).includes('state_invalid')], path).toEqual([400, true]);
  }
  const head = await mock.fetch(authUrl, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'text/html; charset=utf-8',
    '',
  ]);
});
