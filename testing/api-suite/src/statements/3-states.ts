import { expect } from 'vitest';
import { ANY, failedTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';

export const stateStatements: readonly Statement[] = [
  {
    section: '3.1',
    statement: 'a credential that lapsed and could not be refreshed makes the account expired',
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads');
      expect(await project.lapse(threads, 'expired')).toEqual({
        ...threads,
        status: 'expired',
        statusReason: 'refresh_rejected',
      });
    },
  },
  {
    section: '3.1',
    statement: 'publishing to an expired account fails that target with account_not_active, and no other',
    async run(api) {
      const project = await api.project();
      const [threads, x] = await Promise.all([project.connect('threads'), project.connect('x')]);
      await project.lapse(threads, 'expired');
      const { status, targets } = await project.publish({
        content: 'To both.',
        platforms: [
          { platform: 'threads', accountId: threads.id },
          { platform: 'x', accountId: x.id },
        ],
      });
      expect({ status, targets }).toEqual({
        status: 'partial',
        targets: [failedTarget(threads, 'account_not_active'), publishedTarget(x)],
      });
    },
  },
  {
    section: '3.1',
    statement: 'the connect flow run again makes an expired account active under the same accountId',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const threads = await project.connect('threads', { username });
      await project.lapse(threads, 'expired');
      expect(await project.connect('threads', { username })).toEqual({ ...threads, connectedAt: ANY.time });
    },
  },
  {
    section: '3.1',
    statement: 'a user who removes the service in the settings of the network makes the account revoked',
    async run(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      expect(await project.lapse(instagram, 'revoked')).toEqual({
        ...instagram,
        status: 'revoked',
        statusReason: 'revoked_by_user',
      });
    },
  },
  {
    section: '3.1',
    statement:
      'DELETE makes an account revoked; the connect flow of the same profile makes it active under the same accountId',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const x = await project.connect('x', { username });
      expect((await project.call('DELETE', `/accounts/${x.id}`)).body).toEqual({ deleted: true });
      expect((await project.call('GET', `/accounts/${x.id}`)).body).toEqual({
        account: { ...x, status: 'revoked', statusReason: 'disconnected' },
      });
      expect(await project.connect('x', { username })).toEqual({ ...x, connectedAt: ANY.time });
    },
  },
  {
    section: '3.1',
    statement: 'revoked accounts are hidden from the list unless includeRevoked=true',
    async run(api) {
      const project = await api.project();
      const [kept, gone] = [await project.connect('x'), await project.connect('threads')];
      await project.call('DELETE', `/accounts/${gone.id}`);
      expect((await project.call('GET', '/accounts')).body).toEqual({ accounts: [kept] });
      expect((await project.call('GET', '/accounts?includeRevoked=true')).body).toEqual({
        accounts: [kept, { ...gone, status: 'revoked', statusReason: 'disconnected' }],
      });
    },
  },
  {
    section: '3.1',
    statement: 'a revoked account no longer counts against the plan’s cap of connected accounts',
    async run(api) {
      const project = await api.project('free');
      const [first] = await Promise.all(Array.from({ length: 5 }, () => project.connect('x')));
      const connect = () => project.call('POST', '/accounts/connect', { body: { platform: 'threads' } });
      expect(await connect()).toMatchObject({ status: 403, body: { error: { code: 'account_limit_reached' } } });
      await project.call('DELETE', `/accounts/${first?.id}`);
      expect(await connect()).toMatchObject({ status: 200 });
    },
  },
  {
    section: '3.2',
    statement: 'each target of a scheduled post settles independently when its time has come',
    async run(api) {
      const project = await api.project();
      const [threads, x] = await Promise.all([project.connect('threads'), project.connect('x')]);
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const { id } = await project.publish({
        content: 'In a moment.',
        publishAt: await api.in(1_000),
        platforms: [
          { platform: 'threads', accountId: threads.id },
          { platform: 'x', accountId: x.id },
        ],
      });
      const { status, targets } = await project.settled(id);
      expect({ status, targets }).toEqual({
        status: 'partial',
        targets: [failedTarget(threads, 'content_rejected'), publishedTarget(x)],
      });
    },
  },
  {
    section: '3.2',
    statement: 'a cancelled post is cancelled, its targets failed with cancelled, and its time does not publish it',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({
        content: 'Never.',
        // Far enough that a busy machine cancels it in time.
        publishAt: await api.in(5_000),
        platforms: [{ platform: 'x', accountId: x.id }],
      });
      const { status, body } = await project.call('POST', `/posts/${id}/cancel`);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { post: { id, status: 'cancelled', cancelledAt: ANY.time, targets: [failedTarget(x, 'cancelled')] } },
      });
      await api.pass(6_000);
      expect((await project.call('GET', `/posts/${id}`)).body).toEqual(body);
    },
  },
  {
    section: '3.2',
    statement: 'final is final: a published target stays as it is when its account is disconnected',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const post = await project.publish({ content: 'Done.', platforms: [{ platform: 'x', accountId: x.id }] });
      await project.call('DELETE', `/accounts/${x.id}`);
      expect((await project.call('GET', `/posts/${post.id}`)).body).toEqual({ post });
    },
  },
  {
    section: '3.3',
    statement: 'a carousel is published to a target as a whole, in one target with one id',
    async run(api) {
      const project = await api.project();
      const [instagram, threads] = await Promise.all([project.connect('instagram'), project.connect('threads')]);
      const mediaItems = ['harbour.jpg', 'roastery.jpg', 'beans.jpg'] as const;
      const { status, targets } = await project.publish({
        content: 'Three pictures.',
        mediaItems: mediaItems.map((name) => ({ type: 'image', url: api.file(name) })),
        platforms: [instagram, threads].map(({ platform, id }) => ({ platform, accountId: id })),
      });
      expect({ status, targets }).toEqual({
        status: 'published',
        targets: [publishedTarget(instagram), publishedTarget(threads)],
      });
    },
  },
  {
    section: '3.3',
    statement: 'a carousel of which the network refuses a part fails as a whole',
    async run(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      await api.script(instagram, { of: 'publish', code: 'media_rejected' });
      const { status, targets } = await project.publish({
        mediaItems: [
          { type: 'image', url: api.file('harbour.jpg') },
          { type: 'image', url: api.file('beans.jpg') },
        ],
        platforms: [{ platform: 'instagram', accountId: instagram.id }],
      });
      expect(status).toBe('failed');
      expect(targets).toMatchObject([
        { status: 'failed', platformPostId: null, url: null, errorDetail: { code: 'media_rejected' } },
      ]);
    },
  },
];
