import { expect } from 'vitest';
import type { Project } from '../api.ts';
import { ANY } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';

type Target = {
  status: string;
  error: unknown;
  platformPostId: string;
  thread?: unknown[];
  firstComments?: unknown[];
  requested: object;
};
type Answer = { status: number; body: { post: { id: string; status: string; targets: Target[] }; warnings: unknown } };

/** Its address may come a moment later. */
const live = { status: 'published', platformPostId: ANY.text, error: null };
const usageOf = async (project: Project) => (await project.call('GET', '/usage')).body;

export const chainStatements: readonly Statement[] = [
  {
    section,
    statement: 'thread makes a chain on x and threads, each post with its own result and unit, and is named elsewhere',
    async run(api) {
      const project = await api.project();
      const { threads, x, linkedin } = await project.connectAll();
      const thread = [{ content: 'One of two.' }, { content: 'Two of two.' }];
      const { status, body } = (await project.call('POST', '/posts', {
        body: {
          content: 'In one piece.',
          platforms: [x, threads, linkedin].map((account) => targetEntry(account, { thread })),
          idempotencyKey: api.newKey(),
        },
      })) as Answer;
      expect([status, body.post.status]).toEqual([201, 'published']);
      expect(body.warnings).toEqual([{ path: 'platforms[2].thread', message: ANY.sentence }]);
      const [first, second, third] = body.post.targets;
      for (const target of [first!, second!]) {
        expect(target.thread).toMatchObject([{ ...live, platformPostId: target.platformPostId }, live]);
        expect(target.requested).toMatchObject({ content: 'One of two.', thread });
      }
      expect([third!.thread, third!.requested]).toEqual([
        undefined,
        expect.objectContaining({ content: 'In one piece.' }),
      ]);
      expect(await usageOf(project)).toMatchObject({ used: 5, reserved: 0 });
    },
  },
  {
    section,
    statement:
      'a chain whose second post is refused says so there; the first stays and is billed, the third is skipped',
    alone: 'the fault applies to the next caller of the network',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      await api.script(x, { of: 'publish', code: 'permission_missing', skip: 1 });
      const thread = [{ content: 'One.' }, { content: 'Two.' }, { content: 'Three.' }];
      const { status, body } = (await project.call('POST', '/posts', {
        body: { content: '', platforms: [targetEntry(x, { thread })], idempotencyKey: api.newKey() },
      })) as Answer;
      const [target] = body.post.targets;
      expect([status, body.post.status, target!.status, target!.error]).toEqual([201, 'published', 'published', null]);
      expect(target!.thread).toEqual([
        { ...live, url: ANY.text, platformPostId: target!.platformPostId },
        { status: 'failed', platformPostId: null, url: null, error: expect.stringMatching(/^permission_missing: ./) },
        { status: 'skipped', platformPostId: null, url: null, error: null },
      ]);
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement: 'a scheduled chain is cancelled as a whole: its posts are skipped, and their units are free again',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const thread = [{ content: 'One.' }, { content: 'Two.' }, { content: 'Three.' }];
      const scheduled = (await project.call('POST', '/posts', {
        body: {
          ...{ content: '', publishAt: await api.in(3_600_000), idempotencyKey: api.newKey() },
          platforms: [targetEntry(x, { thread })],
        },
      })) as Answer;
      const nothing = { platformPostId: null, url: null, error: null };
      expect(scheduled.body.post.targets[0]!.thread).toEqual(thread.map(() => ({ status: 'pending', ...nothing })));
      expect(await usageOf(project)).toMatchObject({ used: 0, reserved: 3 });
      const { body } = (await project.call('POST', `/posts/${scheduled.body.post.id}/cancel`)) as Answer;
      expect(body.post.targets[0]!.thread).toEqual(thread.map(() => ({ status: 'skipped', ...nothing })));
      expect(await usageOf(project)).toMatchObject({ used: 0, reserved: 0 });
    },
  },
  {
    section,
    statement: 'each post of a chain is judged like a post, at its place in the chain',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const answer = await project.call('POST', '/posts', {
        body: {
          content: '',
          platforms: [
            targetEntry(x, { thread: [{ content: 'a'.repeat(281) }, { content: 'b'.repeat(282) }, { content: '' }] }),
          ],
          idempotencyKey: api.newKey(),
        },
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'invalid_post',
            details: [
              { path: 'platforms[0].thread[0].content', rule: 'x.text.max_weighted_length', actual: 281 },
              { path: 'platforms[0].thread[1].content', rule: 'x.text.max_weighted_length', actual: 282 },
              { path: 'platforms[0].thread[2].content', rule: 'x.content.empty' },
            ],
          },
        },
      });
    },
  },
  {
    section,
    statement: 'firstComments are posted at once or after their pause, each with its own result and unit',
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads');
      const firstComments = [{ content: 'At once.' }, { content: 'In an hour.', afterSeconds: 3_600 }];
      const { body } = (await project.call('POST', '/posts', {
        body: { content: 'Post.', platforms: [targetEntry(threads, { firstComments })], idempotencyKey: api.newKey() },
      })) as Answer;
      expect(body.post).toMatchObject({ status: 'published', targets: [{ status: 'published' }] });
      expect(body.post.targets[0]!.firstComments).toEqual([
        { status: 'published', commentId: ANY.text, error: null, dueAt: ANY.time },
        { status: 'pending', commentId: null, error: null, dueAt: ANY.time },
      ]);
      expect(await usageOf(project)).toMatchObject({ used: 2, reserved: 1 });
    },
  },
  {
    section,
    statement: 'one of firstComments that is refused says so there and costs nothing; the others follow',
    alone: 'the fault applies to the next caller of the network',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      await api.script(linkedin, { of: 'comment', code: 'permission_missing', skip: 1 });
      const firstComments = [{ content: 'One.' }, { content: 'Two.' }, { content: 'Three.' }];
      const { body } = (await project.call('POST', '/posts', {
        body: { content: 'Post.', platforms: [targetEntry(linkedin, { firstComments })], idempotencyKey: api.newKey() },
      })) as Answer;
      const [target] = body.post.targets;
      expect([body.post.status, target!.status, target!.error]).toEqual(['published', 'published', null]);
      const posted = { status: 'published', commentId: ANY.text, error: null, dueAt: ANY.time };
      const error = expect.stringMatching(/^permission_missing: ./);
      expect(target!.firstComments).toEqual([
        posted,
        { status: 'failed', commentId: null, error, dueAt: ANY.time },
        posted,
      ]);
      expect(await usageOf(project)).toMatchObject({ used: 3, reserved: 0 });
    },
  },
];
