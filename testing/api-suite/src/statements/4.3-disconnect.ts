import { expect } from 'vitest';
import type { Project } from '../api.ts';
import { errorBody, failedTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.3';

const disconnect = async (project: Project, id: string, headers: Readonly<Record<string, string>> = {}) => {
  const { status, body } = await project.call('DELETE', `/accounts/${id}`, { headers });
  return { status, body };
};

const read = async (project: Project, id: string) => {
  const { status, body } = await project.call('GET', `/accounts/${id}`);
  return { status, body };
};

const deleted = { status: 200, body: { deleted: true } };

export const disconnectStatements: readonly Statement[] = [
  {
    section,
    statement: 'DELETE /accounts/:id answers { deleted: true } and keeps the row marked revoked, on every network',
    async run(api) {
      const project = await api.project();
      for (const account of Object.values(await project.connectAll())) {
        expect(await disconnect(project, account.id)).toEqual(deleted);
        expect(await read(project, account.id)).toEqual({
          status: 200,
          body: { account: { ...account, status: 'revoked', statusReason: 'disconnected' } },
        });
      }
      const { body } = await project.call('GET', '/accounts');
      expect(body).toEqual({ accounts: [] });
    },
  },
  {
    section,
    statement:
      'the credentials are destroyed: publishing to it fails that target with account_not_active, and no other',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      await disconnect(project, x.id);
      const post = await project.publish({
        content: 'One of two.',
        platforms: [
          { platform: 'x', accountId: x.id },
          { platform: 'threads', accountId: threads.id },
        ],
      });
      expect(post.targets).toEqual([failedTarget(x, 'account_not_active'), publishedTarget(threads)]);
    },
  },
  {
    section,
    statement: 'a post that waits for its time fails on an account that is disconnected meanwhile',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({
        content: 'Too late.',
        publishAt: await api.in(4_000),
        platforms: [{ platform: 'x', accountId: x.id }],
      });
      expect(await disconnect(project, x.id)).toEqual(deleted);
      expect((await project.settled(id)).targets).toEqual([failedTarget(x, 'account_not_active')]);
    },
  },
  {
    section,
    statement: 'what it published stays in the list of posts',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const post = await project.publish({ content: 'Stays.', platforms: [{ platform: 'x', accountId: x.id }] });
      await disconnect(project, x.id);
      const { body } = await project.call('GET', `/posts/${post.id}`);
      expect(body).toEqual({ post });
    },
  },
  {
    section,
    statement: 'an already revoked account answers { deleted: true } again, and nothing changes',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      await disconnect(project, x.id);
      const before = await read(project, x.id);
      expect(await disconnect(project, x.id)).toEqual(deleted);
      expect(await read(project, x.id)).toEqual(before);
    },
  },
  {
    section,
    statement: 'an expired account is disconnected too; one that its user revoked keeps that reason',
    async run(api) {
      const project = await api.project();
      const expired = await project.lapse(await project.connect('x'), 'expired');
      const revoked = await project.lapse(await project.connect('threads'), 'revoked');
      expect(await disconnect(project, expired.id)).toEqual(deleted);
      expect(await disconnect(project, revoked.id)).toEqual(deleted);
      expect(await read(project, expired.id)).toEqual({
        status: 200,
        body: { account: { ...expired, status: 'revoked', statusReason: 'disconnected' } },
      });
      expect(await read(project, revoked.id)).toEqual({ status: 200, body: { account: revoked } });
      expect(revoked).toMatchObject({ status: 'revoked', statusReason: 'revoked_by_user' });
    },
  },
  {
    section,
    statement: 'an account of another project, or one that never existed: 404 not_found, identical in both cases',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const foreign = await other.connect('x');
      const headers = { 'X-Request-Id': 'same' };
      const answers = await Promise.all(
        [foreign.id, 'acc_00000000000000000000000000', 'nonsense'].map((id) => disconnect(project, id, headers)),
      );
      for (const answer of answers) {
        expect(answer).toEqual({ status: 404, body: errorBody('not_found') });
        expect(answer).toEqual(answers[0]);
      }
      expect(await read(other, foreign.id)).toEqual({ status: 200, body: { account: foreign } });
    },
  },
];
