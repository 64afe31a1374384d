import { expect } from 'vitest';
import { expectedPost } from '../expected-post.ts';
import { errorBody, pendingTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.7';
const HOUR_MS = 3_600_000;

export const getStatements: readonly Statement[] = [
  {
    section,
    statement: 'GET /posts/:id returns the post with its current per-target state',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const publishAt = await api.in(4_000);
      const platforms = [targetEntry(x), targetEntry(threads)];
      const { id } = await project.publish({ content: 'Look again.', publishAt, platforms });
      const waiting = await project.call('GET', `/posts/${id}`);
      const expected = {
        ...expectedPost({
          content: 'Look again.',
          status: 'scheduled',
          publishAt,
          targets: [pendingTarget(x), pendingTarget(threads)],
        }),
        id,
      };
      expect({ status: waiting.status, body: waiting.body }).toEqual({ status: 200, body: { post: expected } });
      await project.settled(id);
      const settled = await project.call('GET', `/posts/${id}`);
      const targets = [publishedTarget(x), publishedTarget(threads)];
      expect({ status: settled.status, body: settled.body }).toEqual({
        status: 200,
        body: { post: { ...expected, status: 'published', targets } },
      });
    },
  },
  {
    section,
    statement: 'a target is shown published or failed while another of the same post is still pending',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      await api.script(threads, { of: 'publish', slowMs: 12_000 });
      const { id } = await project.publish({
        content: 'One is slow.',
        publishAt: await api.in(800),
        platforms: [
          targetEntry(x),
          targetEntry(threads, { mediaItems: [{ type: 'video', url: api.file('clip.mp4') }] }),
        ],
      });
      const look = async () =>
        ((await project.call('GET', `/posts/${id}`)).body as { post: { status: string; targets: unknown[] } }).post;
      let post = await look();
      for (let looks = 0; looks < 600 && JSON.stringify(post.targets[0]).includes('"pending"'); looks++) {
        await api.pass(100);
        post = await look();
      }
      // The address of a post may follow a moment after it is out.
      expect([post.status, post.targets]).toMatchObject([
        'publishing',
        [{ status: 'published' }, pendingTarget(threads)],
      ]);
      expect((await project.settled(id)).status).toBe('published');
    },
  },
  {
    section,
    statement: 'answers private, no-cache with an ETag, and 304 to If-None-Match while nothing changed',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({
        content: 'Polled.',
        publishAt: await api.in(HOUR_MS),
        platforms: [targetEntry(x)],
      });
      const first = await project.call('GET', `/posts/${id}`);
      const etag = first.headers.get('ETag') ?? '';
      expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache']);
      expect(etag).toMatch(/^"[^"]+"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await project.call('GET', `/posts/${id}`, { headers: { 'If-None-Match': known } });
        const got = { status: again.status, body: again.body, etag: again.headers.get('ETag') };
        expect(got, known).toEqual({ status: 304, body: undefined, etag });
      }
      for (const other of ['"other"', '', etag.replaceAll('"', '')])
        expect((await project.call('GET', `/posts/${id}`, { headers: { 'If-None-Match': other } })).status).toBe(200);
      const missing = await project.call('GET', '/posts/post_00000000000000000000000000', {
        headers: { 'If-None-Match': '*' },
      });
      expect([missing.status, missing.headers.get('ETag')]).toEqual([404, null]);
      await project.call('POST', `/posts/${id}/cancel`);
      const changed = await project.call('GET', `/posts/${id}`, { headers: { 'If-None-Match': etag } });
      expect([changed.status, changed.headers.get('ETag') === etag]).toEqual([200, false]);
      expect(changed.body).toMatchObject({ post: { id, status: 'cancelled' } });
    },
  },
  {
    section,
    statement: 'a post that is unknown, malformed or of another project: 404 not_found, the same for all',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const x = await other.connect('x');
      const post = await other.publish({ content: 'Theirs.', platforms: [targetEntry(x)] });
      for (const id of [post.id, 'post_00000000000000000000000000', 'nonsense', x.id]) {
        const { status, body } = await project.call('GET', `/posts/${id}`);
        expect({ status, body }, id).toEqual({ status: 404, body: errorBody('not_found') });
      }
    },
  },
];
