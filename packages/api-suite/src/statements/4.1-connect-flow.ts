import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { type ConnectEnd, type Consent, NETWORKS } from '../implementation.ts';
import { ANY, activeAccount, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.1';
const redirectUrl = 'https://app.example.com/connected';

const start = async (project: Project, body: object): Promise<string> => {
  const answer = await project.call('POST', '/accounts/connect', { body });
  expect(answer.status).toBe(200);
  return (answer.body as { authUrl: string }).authUrl;
};

/** Where the user was sent: the address, and every parameter in its place. */
const sentTo = ({ redirectedTo }: ConnectEnd) => ({
  address: redirectedTo && `${redirectedTo.origin}${redirectedTo.pathname}${redirectedTo.hash}`,
  query: [...(redirectedTo?.searchParams ?? [])],
});

const failure = (reason: string) => ({
  address: redirectUrl,
  query: [
    ['status', 'error'],
    ['reason', reason],
  ],
});

const accountsOf = async (project: Project): Promise<unknown> =>
  ((await project.call('GET', '/accounts?includeRevoked=true')).body as { accounts: unknown }).accounts;

/** A page that says the link or state is no good, and redirects nowhere. */
const expectStateInvalid = ({ redirectedTo, page }: ConnectEnd): void => {
  expect({ redirectedTo, status: page?.status }).toEqual({ redirectedTo: null, status: 400 });
  expect(page?.text).toContain('state_invalid');
};

async function fails(api: Api, platform: string, consent: Consent, reason: string): Promise<void> {
  const project = await api.project();
  const link = await start(project, { platform, redirectUrl });
  expect(sentTo(await api.walk(link, consent)), platform).toEqual(failure(reason));
  expect(await accountsOf(project)).toEqual([]);
  expectStateInvalid(await api.walk(link, { outcome: 'approve', username: api.newName() }));
}

/** The flow itself: approve, deny, everything that goes wrong, and where the user ends. */
export const connectFlowStatements: readonly Statement[] = [
  ...NETWORKS.map(
    (platform): Statement => ({
      section,
      statement: `${platform}: success redirects with status=success, accountId, platform and username, and the account is active`,
      async run(api) {
        const project = await api.project();
        const link = await start(project, { platform, redirectUrl, profileId: 'customer-17' });
        const end = sentTo(await api.walk(link, { outcome: 'approve', username: api.newName() }));
        const accounts = await accountsOf(project);
        expect(accounts).toEqual([activeAccount(platform, { profileId: 'customer-17' })]);
        const [account] = accounts as [{ id: string; username: string }];
        expect(end).toEqual({
          address: redirectUrl,
          query: [
            ['status', 'success'],
            ['accountId', account.id],
            ['platform', platform],
            ['username', account.username],
          ],
        });
      },
    }),
  ),
  {
    section,
    statement: 'the username of the redirect is the user’s name on the network',
    async run(api) {
      const project = await api.project();
      for (const platform of ['instagram', 'threads', 'x'] as const) {
        const username = api.newName();
        expect(await project.connect(platform, { username })).toEqual(activeAccount(platform, { username }));
      }
    },
  },
  {
    section,
    statement: 'the caller’s own query parameters survive, but for those with names of the answer',
    async run(api) {
      const project = await api.project();
      const link = await start(project, {
        platform: 'x',
        redirectUrl: `${redirectUrl}?tenant=7&tag=a&tag=b%20c&status=mine&empty=`,
      });
      expect(sentTo(await api.walk(link, { outcome: 'deny' }))).toEqual({
        address: redirectUrl,
        query: [
          ['tenant', '7'],
          ['tag', 'a'],
          ['tag', 'b c'],
          ['empty', ''],
          ['status', 'error'],
          ['reason', 'access_denied'],
        ],
      });
    },
  },
  {
    section,
    statement: 'without redirectUrl the user lands on the service’s own confirmation page',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const { redirectedTo, page } = await api.walk(await start(project, { platform: 'x' }), {
        outcome: 'approve',
        username,
      });
      expect({ redirectedTo, status: page?.status }).toEqual({ redirectedTo: null, status: 200 });
      expect(page?.text).toContain('X is connected');
      expect(page?.text).toContain(username);
      expect(await accountsOf(project)).toEqual([activeAccount('x', { username })]);
    },
  },
  {
    section,
    statement: 'without redirectUrl a failure is told on the service’s own page, with its reason',
    async run(api) {
      const project = await api.project();
      const { redirectedTo, page } = await api.walk(await start(project, { platform: 'x' }), { outcome: 'deny' });
      expect({ redirectedTo, status: page?.status }).toEqual({ redirectedTo: null, status: 400 });
      expect(page?.text).toContain('access_denied');
      expect(await accountsOf(project)).toEqual([]);
    },
  },
  {
    section,
    statement: 'denying redirects with status=error and reason=access_denied on every network, and uses the link up',
    async run(api) {
      for (const platform of NETWORKS) await fails(api, platform, { outcome: 'deny' }, 'access_denied');
    },
  },
  {
    section,
    statement: 'a code that the network does not take: reason=exchange_failed on every network',
    async run(api) {
      for (const platform of NETWORKS)
        await fails(api, platform, { outcome: 'exchange_failed', username: api.newName() }, 'exchange_failed');
    },
  },
  {
    section,
    statement: 'a permission that publishing needs was not granted: reason=permissions_missing on every network',
    async run(api) {
      for (const platform of NETWORKS)
        await fails(api, platform, { outcome: 'permissions_missing', username: api.newName() }, 'permissions_missing');
    },
  },
  {
    section,
    statement: 'instagram needs a professional account: reason=account_not_eligible for a personal one',
    async run(api) {
      await fails(
        api,
        'instagram',
        { outcome: 'account_not_eligible', username: api.newName() },
        'account_not_eligible',
      );
    },
  },
  {
    section,
    statement: 'a network that is out of order: reason=network_unavailable',
    async run(api) {
      for (const platform of ['instagram', 'threads'])
        await fails(api, platform, { outcome: 'network_unavailable', username: api.newName() }, 'network_unavailable');
    },
  },
  {
    section,
    statement: 'a cap reached while the user was at the network: reason=account_limit_reached, and nothing is stored',
    async run(api) {
      const project = await api.project('free');
      const late = await start(project, { platform: 'threads', redirectUrl });
      const accounts = await Promise.all([1, 2, 3, 4, 5].map(() => project.connect('x')));
      const end = await api.walk(late, { outcome: 'approve', username: api.newName() });
      expect(sentTo(end)).toEqual(failure('account_limit_reached'));
      const listed = await accountsOf(project);
      expect(listed).toHaveLength(5);
      expect(listed).toEqual(expect.arrayContaining(accounts));
    },
  },
  {
    section,
    statement: 'an authorize URL is usable once: afterwards a page says state_invalid and redirects nowhere',
    async run(api) {
      const project = await api.project();
      const link = await start(project, { platform: 'x', redirectUrl });
      const username = api.newName();
      expect(sentTo(await api.walk(link, { outcome: 'approve', username })).address).toBe(redirectUrl);
      const page = await api.send({ method: 'GET', path: new URL(link).pathname });
      expect({ status: page.status, body: page.body }).toEqual({
        status: 400,
        body: expect.stringContaining('state_invalid'),
      });
      expectStateInvalid(await api.walk(link, { outcome: 'approve', username: api.newName() }));
      expect(await accountsOf(project)).toEqual([activeAccount('x', { username })]);
    },
  },
  {
    section,
    statement:
      'an OAuth state is single-use: the same callback again says state_invalid, redirects nowhere and changes nothing',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const link = await start(project, { platform: 'threads', redirectUrl });
      expectStateInvalid(await api.walk(link, { outcome: 'approve', username }, { callbackTwice: true }));
      expect(await accountsOf(project)).toEqual([activeAccount('threads', { username })]);
      const denied = await start(project, { platform: 'threads', redirectUrl });
      expectStateInvalid(await api.walk(denied, { outcome: 'deny' }, { callbackTwice: true }));
    },
  },
  {
    section,
    statement:
      'an unknown link and an unknown state are answered by a page that says state_invalid, never by a redirect',
    async run(api) {
      const unknown = 'a'.repeat(43);
      for (const path of [
        `/connect/${unknown}`,
        '/connect/short',
        `/oauth/x/callback?code=a&state=${unknown}`,
        '/oauth/linkedin/callback?error=access_denied',
        '/oauth/myspace/callback?code=a&state=b',
      ]) {
        const { status, body, headers } = await api.send({ method: 'GET', path });
        expect({ status, body, location: headers.get('Location') }, path).toEqual({
          status: 400,
          body: expect.stringContaining('state_invalid'),
          location: null,
        });
      }
    },
  },
  {
    section,
    statement: 'the authorize URL is valid for 10 minutes',
    alone: 'time passes for everybody in the standalone mock',
    async run(api) {
      const project = await api.project();
      const link = await start(project, { platform: 'x', redirectUrl });
      const other = await start(project, { platform: 'x', redirectUrl });
      const path = new URL(link).pathname;
      await api.ageLink(link, 585_000);
      expect((await api.send({ method: 'GET', path })).status).toBe(200);
      expect(sentTo(await api.walk(link, { outcome: 'deny' }))).toEqual(failure('access_denied'));
      await api.ageLink(other, 601_000);
      const page = await api.send({ method: 'GET', path: new URL(other).pathname });
      expect({ status: page.status, body: page.body }).toEqual({
        status: 400,
        body: expect.stringContaining('state_invalid'),
      });
      expectStateInvalid(await api.walk(other, { outcome: 'approve', username: api.newName() }));
      expect(await accountsOf(project)).toEqual([]);
    },
  },
  {
    section,
    statement: 'an account that was just connected can be published to',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const post = await project.publish({ content: 'Hello.', platforms: [{ platform: 'x', accountId: x.id }] });
      expect(post.targets).toEqual([publishedTarget(x)]);
    },
  },
  {
    section,
    statement: 'the flow is tied to the browser whose button was pressed',
    open: 'a mock has no browser to tie it to, for fetch keeps no cookies; the server’s own tests and those with a real browser cover it',
  },
  {
    section,
    statement: 'the service exchanges the code, upgrades to a long-lived credential, encrypts and stores it',
    open: 'no answer shows a credential; the server’s own tests look into its database',
  },
];

/** What comes of connecting again, and of people who bring pages. */
export const reconnectStatements: readonly Statement[] = [
  ...NETWORKS.map(
    (platform): Statement => ({
      section,
      statement: `${platform}: connecting the same profile again keeps the accountId, whether it was active or revoked`,
      async run(api) {
        const project = await api.project();
        const username = api.newName();
        const first = await project.connect(platform, { username, profileId: 'customer-17' });
        const again = await project.connect(platform, { username });
        expect(again).toEqual({ ...first, connectedAt: ANY.time });
        expect(Date.parse(again.connectedAt)).toBeGreaterThanOrEqual(Date.parse(first.connectedAt));
        await project.call('DELETE', `/accounts/${first.id}`);
        const revived = await project.connect(platform, { username, profileId: 'customer-18' });
        expect(revived).toEqual({ ...first, profileId: 'customer-18', connectedAt: ANY.time });
        expect(await accountsOf(project)).toEqual([revived]);
      },
    }),
  ),
  {
    section,
    statement: 'an expired account becomes active again under its accountId, and publishes',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const first = await project.connect('x', { username });
      const lapsed = await project.lapse(first, 'expired');
      expect(lapsed).toEqual({ ...first, status: 'expired', statusReason: ANY.text });
      const again = await project.connect('x', { username });
      expect(again).toEqual({ ...first, connectedAt: ANY.time });
      const post = await project.publish({ content: 'Back.', platforms: [{ platform: 'x', accountId: again.id }] });
      expect(post.targets).toEqual([publishedTarget(again)]);
    },
  },
  {
    section,
    statement: 'at the cap a profile that is connected already may be connected again: it never counts twice',
    async run(api) {
      const project = await api.project('free');
      const username = api.newName();
      const first = await project.connect('x', { username });
      await Promise.all([1, 2, 3, 4].map(() => project.connect('x')));
      expect(await project.connect('x', { username })).toEqual({ ...first, connectedAt: ANY.time });
      const link = await start(project, { platform: 'x', redirectUrl });
      const end = await api.walk(link, { outcome: 'approve', username: api.newName() });
      expect(sentTo(end)).toEqual(failure('account_limit_reached'));
    },
  },
  {
    section,
    statement: 'a revoked account takes a place again when it is connected: at the cap it stays revoked',
    async run(api) {
      const project = await api.project('free');
      const username = api.newName();
      const first = await project.connect('threads', { username });
      const late = await start(project, { platform: 'threads', redirectUrl });
      await project.call('DELETE', `/accounts/${first.id}`);
      await Promise.all([1, 2, 3, 4, 5].map(() => project.connect('x')));
      const end = await api.walk(late, { outcome: 'approve', username });
      expect(sentTo(end)).toEqual(failure('account_limit_reached'));
      const { status, body } = await project.call('GET', `/accounts/${first.id}`);
      expect({ status, body }).toEqual({
        status: 200,
        body: { account: { ...first, status: 'revoked', statusReason: 'disconnected' } },
      });
    },
  },
  {
    section,
    statement: 'the same profile in two projects is two accounts',
    async run(api) {
      const [one, other] = await Promise.all([api.project(), api.project()]);
      const username = api.newName();
      const here = await one.connect('threads', { username });
      const there = await other.connect('threads', { username });
      expect(there).toEqual({ ...here, id: ANY.accountId, connectedAt: ANY.time });
      expect(there.id).not.toBe(here.id);
      expect([await accountsOf(one), await accountsOf(other)]).toEqual([[here], [there]]);
    },
  },
  {
    section,
    statement: 'linkedin: the redirect carries the member’s account, and each company page they administer is one more',
    async run(api) {
      const project = await api.project();
      const [coffee, books] = [api.newName(), api.newName()];
      const member = await project.connect('linkedin', { pages: [coffee, books], profileId: 'p' });
      expect(member).toEqual(activeAccount('linkedin', { profileId: 'p' }));
      expect(member.platformUserId).not.toMatch(/^organization:/);
      const page = (username: string) => ({
        ...activeAccount('linkedin', { username, profileId: 'p' }),
        platformUserId: expect.stringMatching(/^organization:\d+$/),
      });
      expect(await accountsOf(project)).toEqual([member, page(coffee), page(books)]);
    },
  },
  {
    section,
    statement: 'linkedin: a company page’s account can be published to like any other',
    async run(api) {
      const project = await api.project();
      await project.connect('linkedin', { pages: [api.newName()] });
      const accounts = (await accountsOf(project)) as { id: string; platform: string }[];
      const post = await project.publish({
        content: 'From both of us.',
        platforms: accounts.map(({ id, platform }) => ({ platform, accountId: id })),
      });
      expect(post.targets).toEqual(accounts.map(publishedTarget));
    },
  },
  {
    section,
    statement: 'linkedin: the member comes first, then pages up to the cap; those beyond it are left out',
    async run(api) {
      const project = await api.project('free');
      await Promise.all([1, 2].map(() => project.connect('x')));
      const [one, two, three, four] = [api.newName(), api.newName(), api.newName(), api.newName()];
      const member = await project.connect('linkedin', { pages: [one, two, three, four] });
      const accounts = (await accountsOf(project)) as { platform: string; username: string }[];
      expect(accounts).toHaveLength(5);
      expect(accounts.slice(2)).toEqual([
        member,
        {
          ...activeAccount('linkedin', { username: one }),
          platformUserId: expect.stringMatching(/^organization:\d+$/),
        },
        {
          ...activeAccount('linkedin', { username: two }),
          platformUserId: expect.stringMatching(/^organization:\d+$/),
        },
      ]);
    },
  },
];
