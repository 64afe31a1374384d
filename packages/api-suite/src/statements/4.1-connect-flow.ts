import { expect } from 'vitest';
import {
  accountsOf,
  expectFailure,
  expectStateInvalid,
  failure,
  redirectUrl,
  sentTo,
  startConnect,
} from '../connect-walk.ts';
import { NETWORKS } from '../implementation.ts';
import type { HeardCall } from '../inside.ts';
import { activeAccount } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.1';

const isPublish = (path: string): boolean => /\/(media|threads)(_publish)?$/.test(path);

/** The credential a call was made with. */
const tokenOf = ({ query, headers, body }: HeardCall): string =>
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
    statement: 'the caller’s own query parameters survive, but for those with names of the answer',
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
    statement: 'without redirectUrl a failure is told on the service’s own page, with its reason',
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
    statement: 'an authorize URL is usable once: afterwards a page says state_invalid and redirects nowhere',
    async run(api) {
      const project = await api.project();
      const link = await startConnect(project, { platform: 'x', redirectUrl });
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
      const link = await startConnect(project, { platform: 'threads', redirectUrl });
      expectStateInvalid(await api.walk(link, { outcome: 'approve', username }, { callbackTwice: true }));
      expect(await accountsOf(project)).toEqual([activeAccount('threads', { username })]);
      const denied = await startConnect(project, { platform: 'threads', redirectUrl });
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
        `/oauth/X/callback/?code=a&state=${unknown}`,
        '/oauth/%ff/callback',
        '/connect/%ff',
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
      const link = await startConnect(project, { platform: 'x', redirectUrl });
      const other = await startConnect(project, { platform: 'x', redirectUrl });
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
    statement:
      'a state that ends while the user is at the network says state_invalid, redirects nowhere and connects nothing',
    alone: 'time passes for everybody in the standalone mock',
    async run(api) {
      const project = await api.project();
      for (const consent of [{ outcome: 'approve', username: api.newName() }, { outcome: 'deny' }] as const) {
        const link = await startConnect(project, { platform: 'x', redirectUrl });
        expectStateInvalid(await api.walk(link, consent, { lingerMs: 601_000 }));
      }
      expect(await accountsOf(project)).toEqual([]);
      const inTime = await startConnect(project, { platform: 'x', redirectUrl });
      const username = api.newName();
      const end = await api.walk(inTime, { outcome: 'approve', username }, { lingerMs: 585_000 });
      expect(sentTo(end).address).toBe(redirectUrl);
      expect(await accountsOf(project)).toEqual([activeAccount('x', { username })]);
    },
  },
  {
    section,
    statement:
      'the last press wins: once the button is pressed again, the first press’s way back says state_invalid and connects nothing, the second one’s connects',
    async run(api) {
      for (const platform of ['x', 'threads'] as const) {
        const project = await api.project();
        const link = await startConnect(project, { platform, redirectUrl });
        const username = api.newName();
        const end = await api.walk(link, { outcome: 'approve', username }, { pressTwice: true });
        if (!end.earlier) throw new Error('The first press had no way back.');
        expectStateInvalid(end.earlier);
        const accounts = await accountsOf(project);
        expect(accounts).toEqual([activeAccount(platform, { username })]);
        const [{ id }] = accounts as [{ id: string }];
        expect(sentTo(end)).toEqual({
          address: redirectUrl,
          query: [
            ['status', 'success'],
            ['accountId', id],
            ['platform', platform],
            ['username', username],
          ],
        });
      }
    },
  },
  {
    section,
    statement:
      'the flow is tied to the browser whose button was pressed: no other one can bring the network’s answer back',
    notInMock: 'it has no browser to tie it to, for fetch keeps no cookies',
    async inside(api) {
      const project = await api.project();
      const press = async () => {
        const { pathname } = new URL(await startConnect(project, { platform: 'threads', redirectUrl }));
        const { status, headers } = await api.send({ method: 'POST', path: pathname });
        expect(status).toBe(303);
        const [cookie = ''] = headers.getSetCookie();
        const [pair = ''] = cookie.split(';');
        return { cookie, pair, state: new URL(headers.get('location') ?? '').searchParams.get('state') };
      };
      const [mine, other] = [await press(), await press()];
      expect(mine.cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
      const comeBack = async (...headers: readonly (readonly [string, string])[]) => {
        const path = `/oauth/threads/callback?error=access_denied&state=${mine.state}`;
        const answer = await api.send({ method: 'GET', path, headers });
        return { status: answer.status, to: answer.headers.get('location'), page: answer.body };
      };
      const refused = { status: 400, to: null, page: expect.stringContaining('state_invalid') };
      expect(await comeBack()).toEqual(refused);
      expect(await comeBack(['Cookie', other.pair])).toEqual(refused);
      expect(await comeBack(['Cookie', `${mine.pair}x`])).toEqual(refused);
      expect(await comeBack(['Cookie', mine.pair])).toMatchObject({
        status: 303,
        to: `${redirectUrl}?status=error&reason=access_denied`,
      });
    },
  },
  {
    section,
    statement: 'the service exchanges the code, upgrades to a long-lived credential, encrypts and stores it',
    notInMock: 'it has no credentials to exchange',
    alone: 'what the networks hear is told of everybody',
    async inside(api, inside) {
      const project = await api.project();
      // These two offer a long-lived credential for the one that the code is exchanged for.
      for (const platform of ['instagram', 'threads'] as const) {
        const since = (await inside.heard(platform)).at(-1)?.id ?? 0;
        const account = await project.connect(platform);
        await project.publish({
          content: 'With which token?',
          mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }],
          platforms: [{ platform, accountId: account.id }],
        });
        const calls = (await inside.heard(platform)).filter(({ id }) => id > since);
        const upgrade = calls.filter(({ query }) => /grant_type=\w+_exchange_token/.test(query)).map(tokenOf);
        const used = new Set(calls.filter(({ method, path }) => method === 'POST' && isPublish(path)).map(tokenOf));
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
