import type { Account } from '@fanfare/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashApiKey } from '../../../src/callers/api-key.ts';
import { linkFor, open, press, queryOf, REDIRECT_URL, walk } from '../../connect-steps.ts';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
let project: Project;

beforeEach(async () => {
  project = await server.createProject();
});
afterEach(() => server.sandbox.removeFaults());

/** Paths on which each network exchanges the code for a token and identifies the person. */
const networks = [
  {
    network: 'instagram',
    exchange: { role: 'api', path: '^/oauth/access_token' },
    profile: { role: 'graph', path: '/me$' },
  },
  {
    network: 'threads',
    exchange: { role: 'graph', path: '^/oauth/access_token' },
    profile: { role: 'graph', path: '/me$' },
  },
  { network: 'x', exchange: { role: 'api', path: '^/2/oauth2/token' }, profile: { role: 'api', path: '^/2/users/me' } },
  {
    network: 'linkedin',
    exchange: { role: 'www', path: '^/oauth/v2/accessToken' },
    profile: { role: 'api', path: '^/v2/userinfo' },
  },
];

async function expectNothingStored() {
  const { body } = await project.call<{ accounts: Account[] }>('GET', '/api/v1/accounts?includeRevoked=true');
  expect(body.accounts).toEqual([]);
  const { rows } = await server.db.query({
    text: 'select account_id from credentials where project_id = (select project_id from api_keys where key_sha256 = $1)',
    values: [hashApiKey(project.apiKey)],
  });
  expect(rows).toEqual([]);
}

async function expectFailure(seen: Awaited<ReturnType<typeof walk>>, reason: string) {
  expect([seen.status, seen.location?.origin]).toEqual([303, new URL(REDIRECT_URL).origin]);
  expect(queryOf(seen.location)).toEqual({ status: 'error', reason });
  await expectNothingStored();
}

describe.each(networks)('$network', ({ network: platform, exchange, profile }) => {
  test('any other error from the network is exchange_failed', async () => {
    const { consent, cookie } = await press(await linkFor(project, { platform, redirectUrl: REDIRECT_URL }));
    const callback = new URL(consent.searchParams.get('redirect_uri')!);
    callback.searchParams.set('state', consent.searchParams.get('state')!);
    callback.searchParams.set('error', 'server_error');
    const seen = await open(callback, 'GET', cookie);
    expect(queryOf(seen.location)).toEqual({ status: 'error', reason: 'exchange_failed' });
  });

  test.each([
    ['answers 503', { action: 'status' as const, status: 503, times: 20 }, 'network_unavailable'],
    ['loses its answer', { action: 'drop_after' as const, times: 20 }, 'network_unavailable'],
  ])('an exchange with a network that %s', async (_name, fault, reason) => {
    await server.sandbox.fail({ network: platform, ...exchange, ...fault });
    await expectFailure(await walk(project, { platform }), reason);
  });

  test('a code is sent to the network once, whatever the result', async () => {
    await server.sandbox.fail({ network: platform, ...exchange, action: 'drop_after', times: 20 });
    const { callback } = await walk(project, { platform });
    const code = callback.searchParams.get('code')!;
    const calls = await server.sandbox.requests(platform);
    const withCode = calls.filter((call) => new URLSearchParams(call.body ?? '').get('code') === code);
    expect(withCode).toHaveLength(1);
  });

  test('when the network cannot identify the person, nothing is stored', async () => {
    await server.sandbox.fail({ network: platform, ...profile, action: 'status', status: 503, times: 20 });
    await expectFailure(await walk(project, { platform }), 'network_unavailable');
  });
});

test.each(['', 'neither=code&nor=error'])('an empty callback (%j) is exchange_failed', async (query) => {
  const { consent, cookie } = await press(await linkFor(project, { platform: 'x', redirectUrl: REDIRECT_URL }));
  const callback = new URL(`${consent.searchParams.get('redirect_uri')}?${query}`);
  callback.searchParams.set('state', consent.searchParams.get('state')!);
  const { location } = await open(callback, 'GET', cookie);
  expect(queryOf(location)).toEqual({ status: 'error', reason: 'exchange_failed' });
});

test('a LinkedIn app without the requested scopes is exchange_failed', async () => {
  await server.sandbox.control('linkedin', 'app', {
    clientId: 'sandbox-linkedin-app',
    approvedScopes: ['openid', 'profile'],
  });
  await expectFailure(await walk(project, { platform: 'linkedin' }), 'exchange_failed');
});
