import { expect } from 'vitest';
import { accountsOf, expectFailure, failure, redirectUrl, sentTo, startConnect } from '../connect-walk.ts';
import { NETWORKS } from '../implementation.ts';
import type { NetworkRequest } from '../inside.ts';
import { activeAccount } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.1';

const isPublish = (path: string): boolean => /\/(media|threads)(_publish)?$/.test(path);

/** The credential a call was made with. */
const tokenOf = ({ query, headers, body }: NetworkRequest): string =>
  new URLSearchParams(query).get('access_token') ??
  new URLSearchParams(body ?? '').get('access_token') ??
  (headers.authorization ?? '').replace(/^Bearer /, '');

/** The flow itself: approve, deny, everything that goes wrong, and where the user ends. */
export const connectFlowStatements: readonly Statement[] = [
  ...NETWORKS.map(
    (platform): Statement => ({
      section,
      statement: `${platform}: success redirects with status=success, accountId, platform and username, and the account is active`,
      async run(api) {
        const project = await api.project();
        const link = await startConnect(project, { platform, redirectUrl, profileId: 'customer-17' });
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
    statement: 'the caller’s own query parameters survive, except those with names of the answer',
    async run(api) {
      const project = await api.project();
      const link = await startConnect(project, {
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
      const { redirectedTo, page } = await api.walk(await startConnect(project, { platform: 'x' }), {
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
    statement: 'without redirectUrl a failure is shown on the service’s own page, with its reason',
    async run(api) {
      const project = await api.project();
      const { redirectedTo, page } = await api.walk(await startConnect(project, { platform: 'x' }), {
        outcome: 'deny',
      });
      expect({ redirectedTo, status: page?.status }).toEqual({ redirectedTo: null, status: 400 });
      expect(page?.text).toContain('access_denied');
      expect(await accountsOf(project)).toEqual([]);
    },
  },
  {
    section,
    statement: 'denying redirects with status=error and reason=access_denied on every network, and uses the link up',
    async run(api) {
      for (const platform of NETWORKS) await expectFailure(api, platform, { outcome: 'deny' }, 'access_denied');
    },
  },
  {
    section,
    statement: 'a code that the network does not take: reason=exchange_failed on every network',
    async run(api) {
      for (const platform of NETWORKS)
        await expectFailure(api, platform, { outcome: 'exchange_failed', username: api.newName() }, 'exchange_failed');
    },
  },
  {
    section,
    statement: 'a permission that publishing needs was not granted: reason=permissions_missing on every network',
    async run(api) {
      for (const platform of NETWORKS)
        await expectFailure(
          api,
          platform,
          { outcome: 'permissions_missing', username: api.newName() },
          'permissions_missing',
        );
    },
  },
  {
    section,
    statement: 'instagram needs a professional account: reason=account_not_eligible for a personal one',
    async run(api) {
      await expectFailure(
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
      const platforms = ['instagram', 'threads', 'x'];
      const [outcome, reason] = ['network_unavailable', 'network_unavailable'] as const;
      await Promise.all(
        platforms.map((platform) => expectFailure(api, platform, { outcome, username: api.newName() }, reason)),
      );
    },
  },
  {
    section,
    statement: 'a cap reached while the user was at the network: reason=account_limit_reached, and nothing is stored',
    async run(api) {
      const project = await api.project('free');
      const late = await startConnect(project, { platform: 'threads', redirectUrl });
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
    statement: 'of eight that connect at the same moment, the plan’s cap of five are stored and three are refused',
    async run(api) {
      const project = await api.project('free');
      const links = await Promise.all(
        Array.from({ length: 8 }, () => startConnect(project, { platform: 'threads', redirectUrl })),
      );
      const ends = await Promise.all(
        links.map((link) => api.walk(link, { outcome: 'approve', username: api.newName() })),
      );
      const stored = ends.flatMap(({ redirectedTo }) => redirectedTo?.searchParams.get('accountId') ?? []);
      expect(stored).toHaveLength(5);
      const refused = ends.map(sentTo).filter(({ query }) => query.length === 2);
      expect(refused).toEqual(Array.from({ length: 3 }, () => failure('account_limit_reached')));
      expect(((await accountsOf(project)) as { id: string }[]).map(({ id }) => id).sort()).toEqual([...stored].sort());
    },
  },
  {
    section,
    statement: 'the service exchanges the code, upgrades to a long-lived credential, encrypts and stores it',
    notInMock: 'it has no credentials to exchange',
    alone: 'it reads the requests of all statements to the networks',
    async inside(api, inside) {
      const project = await api.project();
      // These two offer a long-lived credential for the one that the code is exchanged for.
      for (const platform of ['instagram', 'threads'] as const) {
        const since = (await inside.requestsTo(platform)).at(-1)?.id ?? 0;
        const account = await project.connect(platform);
        await project.publish({
          content: 'With which token?',
          mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }],
          platforms: [{ platform, accountId: account.id }],
        });
        const calls = (await inside.requestsTo(platform)).filter(({ id }) => id > since);
        const upgrade = calls.filter(({ query }) => /grant_type=\w+_exchange_token/.test(query)).map(tokenOf);
        // A post of an earlier statement may still be on its way to the network, for another
        // account.
        const ofAccount = calls.filter(({ path }) => path.includes(account.platformUserId));
        const used = new Set(ofAccount.filter(({ method, path }) => method === 'POST' && isPublish(path)).map(tokenOf));
        expect({ platform, upgraded: upgrade.length, used: used.size }).toEqual({ platform, upgraded: 1, used: 1 });
        expect(used).not.toContain(upgrade[0]);
        expect(await inside.credentials(account)).toBe(1);
        for (const token of [...upgrade, ...used]) {
          expect(token).toMatch(/^\S{20,}$/);
          expect(await inside.stores(token)).toBe(false);
        }
      }
    },
  },
];
