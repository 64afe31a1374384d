import type { Account } from '@fanfare/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { decide, linkFor, open, press, queryOf, REDIRECT_URL } from '../../connect-steps.ts';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
let project: Project;

beforeEach(async () => {
  project = await server.createProject();
});

const newLink = (platform = 'threads') => linkFor(project, { platform, redirectUrl: REDIRECT_URL });
const accounts = async () => (await project.call<{ accounts: Account[] }>('GET', '/api/v1/accounts')).body.accounts;
const exchanges = async (network: string) =>
  (await server.sandbox.requests(network)).filter(
    ({ method, path }) => method === 'POST' && /oauth\/access_token|oauth2\/token|accessToken/.test(path),
  ).length;

function expectRefusal(seen: Awaited<ReturnType<typeof open>>) {
  expect([seen.status, seen.location]).toEqual([400, null]);
  expect(seen.html).toContain('<code>state_invalid</code>');
}

test('of a hundred concurrent callbacks one creates one account with one exchange', async () => {
  const { consent, cookie } = await press(await newLink());
  const callback = await decide(consent, { profile: 'ben' });
  const before = await exchanges('threads');
  const seen = await Promise.all(Array.from({ length: 100 }, () => open(callback, 'GET', cookie)));
  expect(seen.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(seen.filter(({ status }) => status === 400)).toHaveLength(99);
  expect((await exchanges('threads')) - before).toBe(1);
  expect((await accounts()).map(({ username }) => username)).toEqual(['ben']);
});

describe('a state that does not match', () => {
  test('is refused on the callback of another network, and stays usable', async () => {
    const { consent, cookie } = await press(await newLink('instagram'));
    const callback = await decide(consent);
    const elsewhere = new URL(callback.href.replace('/oauth/instagram/', '/oauth/threads/'));
    expectRefusal(await open(elsewhere, 'GET', cookie));
    expectRefusal(await open(callback.href.replace('/oauth/instagram/', '/oauth/hub/'), 'GET', cookie));
    expectRefusal(await open(callback.href.replace('/oauth/instagram/', '/oauth/nothing/'), 'GET', cookie));
    expect(queryOf((await open(callback, 'GET', cookie)).location)).toMatchObject({ status: 'success' });
  });

  test.each([
    ['is missing', (query: URLSearchParams) => query.delete('state')],
    ['is empty', (query: URLSearchParams) => query.set('state', '')],
    ['is a different one', (query: URLSearchParams) => query.set('state', 'x'.repeat(43))],
    ['appears twice', (query: URLSearchParams) => query.append('state', query.get('state')!)],
    ['is too long', (query: URLSearchParams) => query.set('state', 'x'.repeat(10_000))],
  ])('%s', async (_name, change) => {
    const { consent, cookie } = await press(await newLink());
    const callback = await decide(consent);
    const changed = new URL(callback);
    change(changed.searchParams);
    expectRefusal(await open(changed, 'GET', cookie));
    expect(queryOf((await open(callback, 'GET', cookie)).location)).toMatchObject({ status: 'success' });
  });
});
