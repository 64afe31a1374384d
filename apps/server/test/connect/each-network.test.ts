import type { Account } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { linkFor, open, queryOf, REDIRECT_URL, submitForm } from '../connect-steps.ts';
import { MOMENT } from '../expected-post.ts';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer();

/** A person with a browser: opens every page, and fills in and sends every form as it is. */
async function byHand(project: Project, body: Record<string, unknown>, profile: string) {
  const authUrl = await linkFor(project, body);
  const confirm = await open(authUrl);
  const pressed = await submitForm(
    { html: confirm.html, address: new URL(authUrl), cookie: confirm.cookie },
    { name: '', value: '' },
    { profile },
  );
  expect(pressed.status).toBe(303);
  const cookie = pressed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const consent = await open(pressed.location!);
  expect(consent.status).toBe(200);
  const allowed = await submitForm(
    { html: consent.html, address: pressed.location! },
    { name: 'decision', value: 'allow' },
    { profile },
  );
  return open(allowed.location!, 'GET', cookie);
}

const list = async (project: Project) =>
  (await project.call<{ accounts: Account[] }>('GET', '/api/v1/accounts')).body.accounts;

const networks = [
  ['instagram', 'ben', 'ben', /^17841\d+$/],
  ['threads', 'ben', 'ben', /^\d+$/],
  ['x', 'ben', 'ben', /^\d+$/],
  ['linkedin', 'ben', 'ben', /^Yw5nH0cJxE$/],
] as const;

describe.each(networks)('%s', (platform, profile, username, platformUserId) => {
  test('the caller gets its user back with the account, which is stored and can be read', async () => {
    const project = await server.createProject();
    const back = await byHand(project, { platform, profileId: 'customer-17', redirectUrl: REDIRECT_URL }, profile);
    const [account, ...others] = await list(project);
    expect(others).toEqual([]);
    expect(account).toEqual({
      id: expect.stringMatching(/^acc_[0-9a-z]{26}$/),
      platform,
      profileId: 'customer-17',
      platformUserId: expect.stringMatching(platformUserId),
      username,
      status: 'active',
      statusReason: null,
      connectedAt: MOMENT,
    });
    expect([back.status, `${back.location?.origin}${back.location?.pathname}`]).toEqual([303, REDIRECT_URL]);
    expect(queryOf(back.location)).toEqual({ status: 'success', accountId: account!.id, platform, username });
    expect([back.headers.get('cache-control'), back.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
  });

  test('without a redirect the user ends on our own page', async () => {
    const project = await server.createProject();
    const page = await byHand(project, { platform }, profile);
    expect([page.status, page.location]).toEqual([200, null]);
    expect(page.html).toContain(`The account <strong>${username}</strong> can now be published to.`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await list(project)).map((account) => [account.platform, 'profileId' in account])).toEqual([
      [platform, false],
    ]);
  });
});

test('one person who connects on all networks at once gets four accounts', async () => {
  const project = await server.createProject();
  await Promise.all(networks.map(([platform, profile]) => byHand(project, { platform }, profile)));
  expect((await list(project)).map(({ platform }) => platform).sort()).toEqual([
    'instagram',
    'linkedin',
    'threads',
    'x',
  ]);
});

test('a name with markup is escaped on the page, and unchanged in the redirect', async () => {
  const username = `<b onclick="x">&'`;
  await server.sandbox.addProfile('instagram', { username, name: 'Bold' });
  const project = await server.createProject();
  const html = (await byHand(project, { platform: 'instagram' }, username)).html;
  expect(html).toContain('<strong>&#60;b onclick=&#34;x&#34;&#62;&#38;&#39;</strong>');
  const back = await byHand(project, { platform: 'instagram', redirectUrl: REDIRECT_URL }, username);
  expect(queryOf(back.location).username).toBe(username);
});
