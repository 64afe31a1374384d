import { expect } from 'vitest';
import { expectedPost } from '../expected-post.ts';
import { failedTarget, pendingTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';
const HOUR_MS = 3_600_000;

export const replayStatements: readonly Statement[] = [
  {
    section,
    statement: 'concurrent requests with one key make one post: one answers 201, the others receive it',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const body = { content: 'At once.', platforms: [targetEntry(x)], idempotencyKey: api.newKey() };
      const answers = await Promise.all(Array.from({ length: 5 }, () => project.call('POST', '/posts', { body })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
      const got = answers.map((answer) => answer.body as { post: { id: string }; replayed: boolean; warnings: [] });
      const ids = new Set(got.map(({ post }) => post.id));
      expect(ids.size).toBe(1);
      for (const [at, { status }] of answers.entries()) expect(got[at]?.replayed).toBe(status === 200);
      const { body: list } = await project.call('GET', '/posts');
      const post = expectedPost({ content: 'At once.', status: 'published', targets: [publishedTarget(x)] });
      expect(list).toEqual({ posts: [post], limit: 25, offset: 0, hasMore: false, nextCursor: null });
    },
  },
  {
    section,
    statement:
      'concurrent requests with one key and different bodies make one post; only the other bodies are a mismatch',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const idempotencyKey = api.newKey();
      const publishAt = await api.in(HOUR_MS);
      const ask = (content: string) =>
        project.call('POST', '/posts', { body: { content, platforms: [targetEntry(x)], publishAt, idempotencyKey } });
      const answers = await Promise.all(['One.', 'Two.', 'One.', 'Two.'].map(ask));
      const got = answers.map(({ status, body, headers }, at) => ({
        status,
        post: (body as { post: { id: string; content: string } }).post,
        replayed: (body as { replayed: boolean }).replayed,
        asked: at % 2 === 0 ? 'One.' : 'Two.',
        isMismatch: headers.get('Idempotency-Mismatch') === 'true',
      }));
      const [made, ...others] = got.toSorted((one, other) => other.status - one.status);
      expect(made).toMatchObject({ status: 202, replayed: false, isMismatch: false, post: { content: made?.asked } });
      for (const { status, replayed, post, asked, isMismatch } of others) {
        expect([status, replayed, isMismatch]).toEqual([200, true, asked !== made?.asked]);
        expect(post).toEqual(made?.post);
      }
    },
  },
  {
    section,
    statement: 'another body under a used key returns the original, with Idempotency-Mismatch: true',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const idempotencyKey = api.newKey();
      const first = await project.call('POST', '/posts', {
        body: { content: 'First.', platforms: [targetEntry(x)], idempotencyKey },
      });
      const { post } = first.body as { post: unknown };
      const others = [
        { content: 'Second.', platforms: [targetEntry(x)] },
        { content: 'First.', platforms: [targetEntry(threads)] },
        { content: 'First.', platforms: [targetEntry(x)], publishAt: await api.in(HOUR_MS) },
        // What would be refused under a new key.
        { content: 'a'.repeat(281), platforms: [targetEntry(x)] },
        { content: 'First.', platforms: [{ platform: 'x', accountId: 'nobody' }] },
        { content: 'First.', platforms: [{ platform: 'threads', accountId: x.id }] },
        { content: 'First.', platforms: [targetEntry(x)], publishAt: await api.in(-HOUR_MS) },
      ];
      for (const body of others) {
        const again = await project.call('POST', '/posts', { body: { ...body, idempotencyKey } });
        const got = { status: again.status, body: again.body, mismatch: again.headers.get('Idempotency-Mismatch') };
        expect(got).toEqual({ status: 200, body: { post, replayed: true, warnings: [] }, mismatch: 'true' });
      }
      expect(((await project.call('GET', '/posts')).body as { posts: unknown[] }).posts).toEqual([post]);
    },
  },
  {
    section,
    statement: 'the same request written with its defaults, or in another order of fields, is no mismatch',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const idempotencyKey = api.newKey();
      const platforms = [targetEntry(x)];
      const first = await project.call('POST', '/posts', { body: { content: 'Same.', platforms, idempotencyKey } });
      const again = await project.call('POST', '/posts', {
        body: { idempotencyKey, platforms: [{ accountId: x.id, platform: 'x' }], mediaItems: [], content: 'Same.' },
      });
      const { post } = first.body as { post: unknown };
      const got = { status: again.status, body: again.body, mismatch: again.headers.get('Idempotency-Mismatch') };
      expect(got).toEqual({ status: 200, body: { post, replayed: true, warnings: [] }, mismatch: null });
    },
  },
  {
    section,
    statement: 'a key returns its original also after its account was revoked',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const body = { content: 'Still mine.', platforms: [targetEntry(x)], idempotencyKey: api.newKey() };
      const first = await project.call('POST', '/posts', { body });
      expect((await project.call('DELETE', `/accounts/${x.id}`)).status).toBe(200);
      const again = await project.call('POST', '/posts', { body });
      const { post } = first.body as { post: unknown };
      expect({ status: again.status, body: again.body }).toEqual({
        status: 200,
        body: { post, replayed: true, warnings: [] },
      });
    },
  },
  {
    section,
    statement: 'a key returns its original also after the quota ran out',
    everywhere: true,
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      const ask = (idempotencyKey: string) =>
        project.call('POST', '/posts', {
          body: { content: 'https://example.com/65', platforms: [targetEntry(x)], idempotencyKey },
        });
      const key = api.newKey();
      const first = await ask(key);
      expect(first.status).toBe(201);
      expect((await ask(api.newKey())).status).toBe(429);
      const again = await ask(key);
      const { post } = first.body as { post: unknown };
      expect({ status: again.status, body: again.body }).toEqual({
        status: 200,
        body: { post, replayed: true, warnings: [] },
      });
    },
  },
  {
    section,
    statement: 'a replay of a scheduled post answers 200 with its state at that moment: pending, cancelled',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const publishAt = await api.in(HOUR_MS);
      const body = { content: 'Later.', platforms: [targetEntry(x)], publishAt, idempotencyKey: api.newKey() };
      const first = await project.call('POST', '/posts', { body });
      const { post } = first.body as { post: { id: string } };
      const waiting = await project.call('POST', '/posts', { body });
      expect({ status: waiting.status, body: waiting.body }).toEqual({
        status: 200,
        body: {
          post: { ...expectedPost({ content: 'Later.', status: 'scheduled', targets: [pendingTarget(x)] }), publishAt },
          replayed: true,
          warnings: [],
        },
      });
      const cancelled = await project.call('POST', `/posts/${post.id}/cancel`);
      const after = await project.call('POST', '/posts', { body });
      const { post: ended } = cancelled.body as { post: { status: string } };
      expect(ended.status).toBe('cancelled');
      expect({ status: after.status, body: after.body }).toEqual({
        status: 200,
        body: { post: ended, replayed: true, warnings: [] },
      });
    },
  },
  {
    section,
    statement: 'warnings come with the first answer and are [] on a replay',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const body = { content: 'Warned.', platforms: [targetEntry(x, { spaceSlug: 'news' })] };
      const idempotencyKey = api.newKey();
      const first = await project.call('POST', '/posts', { body: { ...body, idempotencyKey } });
      expect((first.body as { warnings: unknown }).warnings).toEqual([
        { path: 'platforms[0].spaceSlug', message: 'X has no spaces: spaceSlug has no effect.' },
      ]);
      const again = await project.call('POST', '/posts', { body: { ...body, idempotencyKey } });
      const { post } = first.body as { post: unknown };
      expect(again.body).toEqual({ post, replayed: true, warnings: [] });
    },
  },
  {
    section,
    statement: 'a refused request leaves its key free',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const idempotencyKey = api.newKey();
      const ask = (body: object) => project.call('POST', '/posts', { body: { ...body, idempotencyKey } });
      const refused = [
        await ask({ content: 7, platforms: [targetEntry(x)] }),
        await ask({ content: 'Hello', platforms: [{ platform: 'x', accountId: 'nobody' }] }),
        await ask({ content: 'Hello', platforms: [{ platform: 'threads', accountId: x.id }] }),
        await ask({ content: 'a'.repeat(281), platforms: [targetEntry(x)] }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([400, 404, 400, 400]);
      const { status, body } = await ask({ content: 'Hello', platforms: [targetEntry(x)] });
      expect({ status, body }).toMatchObject({ status: 201, body: { replayed: false } });
    },
  },
  {
    section,
    statement: 'a retry never publishes a failed target again; a new request with only its account and a new key does',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const body = {
        content: 'Once more.',
        platforms: [targetEntry(x), targetEntry(threads)],
        idempotencyKey: api.newKey(),
      };
      const first = await project.call('POST', '/posts', { body });
      const partial = expectedPost({
        content: 'Once more.',
        status: 'partial',
        targets: [publishedTarget(x), failedTarget(threads, 'content_rejected')],
      });
      expect(first.body).toEqual({ post: partial, replayed: false, warnings: [] });
      const again = await project.call('POST', '/posts', { body });
      expect(again.body).toEqual({ ...(first.body as object), replayed: true });
      const only = { content: 'Once more.', platforms: [targetEntry(threads)], idempotencyKey: api.newKey() };
      const fixed = await project.call('POST', '/posts', { body: only });
      expect({ status: fixed.status, body: fixed.body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({ content: 'Once more.', status: 'published', targets: [publishedTarget(threads)] }),
          replayed: false,
          warnings: [],
        },
      });
    },
  },
];
