import type { Account } from '@fanfare/contract';
import { expect } from 'vitest';
import { accountsOf, failure, redirectUrl, sentTo, startConnect } from '../connect-walk.ts';
import { NETWORKS } from '../implementation.ts';
import { ANY, activeAccount, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.1';

/** Word for word: a program may show it to its users. */
const noComments = (network: string, scope: string): string =>
  `permission_missing: The account was connected without ${scope}, which ${network} wants for first comments. Connect the account again to grant ${scope}.`;
const NO_COMMENTS = {
  instagram: noComments('Instagram', 'instagram_business_manage_comments'),
  threads: noComments('Threads', 'threads_manage_replies'),
};

/** Results of connecting again, and of people who bring pages. */
export const reconnectStatements: readonly Statement[] = [
  {
    section,
    statement: 'an account that was just connected can be published to',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const post = await project.publish({ content: 'Hello.', platforms: [{ platform: 'x', accountId: x.id }] });
      expect(post.targets).toEqual([publishedTarget(x)]);
    },
  },
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
      expect(lapsed).toEqual({ ...first, status: 'expired', statusReason: 'refresh_rejected' });
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
      const link = await startConnect(project, { platform: 'x', redirectUrl });
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
      const late = await startConnect(project, { platform: 'threads', redirectUrl });
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
  ...(['instagram', 'threads'] as const).map(
    (platform): Statement => ({
      section,
      statement: `${platform}: who declines first comments is connected all the same; theirs fail and are not billed, until they connect again`,
      async run(api) {
        const project = await api.project();
        const username = api.newName();
        const account = await project.connect(platform, { username, without: ['firstComments', 'metrics'] });
        expect(account).toEqual(activeAccount(platform, { username }));
        const publish = async () => {
          const { targets } = await project.publish({
            content: 'With a comment.',
            mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }],
            platforms: [targetEntry(account, { firstComment: 'First!' })],
          });
          return targets;
        };
        const commentError = NO_COMMENTS[platform];
        expect(await publish()).toEqual([{ ...publishedTarget(account), commentStatus: 'failed', commentError }]);
        expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
        await project.connect(platform, { username });
        const commented = { ...publishedTarget(account), commentStatus: 'published', commentId: ANY.text };
        expect(await publish()).toEqual([commented]);
      },
    }),
  ),
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
  ...(['expired', 'revoked'] as const).map(
    (how): Statement => ({
      section,
      statement: `linkedin: the member’s consent is one for all its pages: all are ${how} at once, and one connect brings all of them back`,
      async run(api) {
        const project = await api.project();
        const [username, coffee] = [api.newName(), api.newName()];
        const connect = () => project.connect('linkedin', { username, pages: [coffee] });
        const member = await connect();
        const other = await project.connect('linkedin', { pages: [api.newName()] });
        const before = (await accountsOf(project)) as Account[];
        const own = before.slice(0, 2);
        expect(own).toEqual([member, expect.objectContaining({ username: coffee })]);
        const { status, statusReason } = await project.lapse(member, how);
        // LinkedIn gives only partners a credential that can be renewed.
        const reason = how === 'expired' ? 'not_renewable' : 'revoked_by_user';
        expect({ status, statusReason }).toEqual({ status: how, statusReason: reason });
        expect(await accountsOf(project)).toEqual([
          ...own.map((account) => ({ ...account, status, statusReason })),
          ...before.slice(2),
        ]);
        expect(await connect()).toEqual({ ...member, connectedAt: ANY.time });
        expect(await accountsOf(project)).toEqual([
          ...own.map((account) => ({ ...account, connectedAt: ANY.time })),
          ...before.slice(2),
        ]);
        expect(other.status).toBe('active');
      },
    }),
  ),
  {
    section,
    statement: 'linkedin: a member that is disconnected leaves its pages connected, and the other way round',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const [coffee, books] = [api.newName(), api.newName()];
      await project.connect('linkedin', { username, pages: [coffee, books] });
      const [member, first, second] = (await accountsOf(project)) as [Account, Account, Account];
      await project.call('DELETE', `/accounts/${member.id}`);
      await project.call('DELETE', `/accounts/${first.id}`);
      const gone = { status: 'revoked', statusReason: 'disconnected' };
      const left = [{ ...member, ...gone }, { ...first, ...gone }, second];
      expect(await accountsOf(project)).toEqual(left);
      const post = await project.publish({ content: 'Still here.', platforms: [targetEntry(second)] });
      expect(post.targets).toEqual([publishedTarget(second)]);
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
