import { expect } from 'vitest';
import { ANY, errorBody, failedTarget, pendingTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.5';

export const publishStatements: readonly Statement[] = [
  {
    section,
    statement: 'a first request without publishAt answers 201, replayed false, every target attempted',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'The harbour is awake.',
          platforms: [
            { platform: 'x', accountId: x.id },
            { platform: 'threads', accountId: threads.id },
          ],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          post: {
            id: ANY.postId,
            status: 'published',
            content: 'The harbour is awake.',
            media: [],
            createdAt: ANY.time,
            publishAt: null,
            cancelledAt: null,
            targets: [publishedTarget(x), publishedTarget(threads)],
          },
          replayed: false,
          warnings: [],
        },
      });
    },
  },
  {
    section,
    statement: 'a first request with publishAt answers 202 with all targets pending, and the scheduler publishes them',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const publishAt = await api.in(1500);
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'Soon.',
          publishAt,
          platforms: [{ platform: 'x', accountId: x.id }],
          idempotencyKey: api.newKey(),
        },
      });
      const scheduled = {
        id: ANY.postId,
        status: 'scheduled',
        content: 'Soon.',
        media: [],
        createdAt: ANY.time,
        publishAt,
        cancelledAt: null,
        targets: [pendingTarget(x)],
      };
      expect({ status, body }).toEqual({ status: 202, body: { post: scheduled, replayed: false, warnings: [] } });
      const { post } = body as { post: { id: string } };
      expect(await project.settled(post.id)).toEqual({
        ...scheduled,
        id: post.id,
        status: 'published',
        targets: [publishedTarget(x)],
      });
    },
  },
  {
    section,
    statement: 'a retry with the same key answers 200, replayed true, with the original post untouched',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const idempotencyKey = api.newKey();
      const platforms = [{ platform: 'x', accountId: x.id }];
      const first = await project.call('POST', '/posts', { body: { content: 'Once.', platforms, idempotencyKey } });
      const again = await project.call('POST', '/posts', { body: { content: 'Once.', platforms, idempotencyKey } });
      const { post } = first.body as { post: unknown };
      expect({ status: again.status, body: again.body }).toEqual({
        status: 200,
        body: { post, replayed: true, warnings: [] },
      });
      expect(again.headers.get('Idempotency-Mismatch')).toBeNull();
    },
  },
  {
    section,
    statement: 'an account that is missing or not of the project: 404 account_not_found, the same for both',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const foreign = await other.connect('x');
      const ask = (accountId: string) =>
        project.call('POST', '/posts', {
          body: { content: 'Hello', platforms: [{ platform: 'x', accountId }], idempotencyKey: api.newKey() },
        });
      for (const accountId of [foreign.id, 'acc_00000000000000000000000000', 'nonsense']) {
        const { status, body } = await ask(accountId);
        const message = `There is no account ${accountId} in this project.`;
        const detail = { path: 'platforms[0].accountId', accountId, message };
        expect({ status, body }).toEqual({ status: 404, body: errorBody('account_not_found', [detail]) });
      }
    },
  },
  {
    section,
    statement: 'targets fail independently: the answer is 201 and the others are published',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      await api.script(x, { of: 'publish', code: 'account_restricted' });
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'One of two.',
          platforms: [
            { platform: 'threads', accountId: threads.id },
            { platform: 'x', accountId: x.id },
          ],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toMatchObject({
        status: 201,
        body: {
          post: { status: 'partial', targets: [publishedTarget(threads), failedTarget(x, 'account_restricted')] },
          replayed: false,
        },
      });
    },
  },
  {
    section,
    statement:
      'a per-platform content rule broken on any target: 400 invalid_post for the whole request, nothing published',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'a'.repeat(281),
          platforms: [
            { platform: 'threads', accountId: threads.id },
            { platform: 'x', accountId: x.id },
          ],
          idempotencyKey: api.newKey(),
        },
      });
      const violation = {
        path: 'platforms[1].content',
        platform: 'x',
        accountId: x.id,
        rule: 'x.text.max_weighted_length',
        message: ANY.sentence,
        limit: 280,
        actual: 281,
      };
      expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_post', [violation]) });
      const { body: list } = await project.call('GET', '/posts');
      expect(list).toEqual({ posts: [], limit: 25, offset: 0, hasMore: false, nextCursor: null });
    },
  },
];
