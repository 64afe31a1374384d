import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { expectedPost } from '../expected-post.ts';
import { ANY, errorBody, failedTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.8';
const HOUR_MS = 3_600_000;

const cancel = (project: Project, postId: string) => project.call('POST', `/posts/${postId}/cancel`);

async function scheduled(api: Api, project: Project, ms = HOUR_MS) {
  const { x, threads } = await project.connectAll();
  const publishAt = await api.in(ms);
  const platforms = [targetEntry(x), targetEntry(threads, { firstComment: 'And more.' })];
  const post = await project.publish({ content: 'Never mind.', publishAt, platforms });
  const cancelled = expectedPost({
    content: 'Never mind.',
    status: 'cancelled',
    publishAt,
    cancelledAt: ANY.time,
    targets: [failedTarget(x, 'cancelled'), failedTarget(threads, 'cancelled')],
  });
  return { x, threads, post, cancelled };
}

export const cancelStatements: readonly Statement[] = [
  {
    section,
    statement: 'a scheduled post that waits is cancelled: 200 with the post, its targets failed with cancelled',
    async run(api) {
      const project = await api.project();
      const { post, cancelled } = await scheduled(api, project);
      const { status, body } = await cancel(project, post.id);
      expect({ status, body }).toEqual({ status: 200, body: { post: { ...cancelled, id: post.id } } });
      expect((await project.call('GET', `/posts/${post.id}`)).body).toEqual(body);
    },
  },
  {
    section,
    statement: 'cancelling a cancelled post answers 200 again, with the same post',
    async run(api) {
      const project = await api.project();
      const { post } = await scheduled(api, project);
      const first = await cancel(project, post.id);
      await api.pass(5);
      const again = await cancel(project, post.id);
      expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    },
  },
  {
    section,
    statement: 'what a cancelled post had reserved is released',
    async run(api) {
      const project = await api.project('free');
      const { post } = await scheduled(api, project, 60_000);
      const usage = async () => (await project.call('GET', '/usage')).body;
      expect(await usage()).toMatchObject({ used: 0, reserved: 3, remaining: 97 });
      await cancel(project, post.id);
      expect(await usage()).toMatchObject({ used: 0, reserved: 0, remaining: 100 });
    },
  },
  {
    section,
    statement: 'a cancelled post is not published when its time has come',
    async run(api) {
      const project = await api.project();
      const { post } = await scheduled(api, project, 8_000);
      const { status, body } = await cancel(project, post.id);
      expect(status).toBe(200);
      await api.pass(10_000);
      expect((await project.call('GET', `/posts/${post.id}`)).body).toEqual(body);
    },
  },
  {
    section,
    statement: 'a post is moved by cancelling it and creating a new one with a new key',
    async run(api) {
      const project = await api.project();
      const { x, post } = await scheduled(api, project);
      expect((await cancel(project, post.id)).status).toBe(200);
      const moved = await project.publish({ content: 'Never mind.', platforms: [targetEntry(x)] });
      expect(moved).toEqual(
        expectedPost({ content: 'Never mind.', status: 'published', targets: [publishedTarget(x)] }),
      );
    },
  },
  {
    section,
    statement: 'a scheduled post is immutable: there is no method to change or delete it',
    async run(api) {
      const project = await api.project();
      const { post } = await scheduled(api, project);
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { status, body, headers } = await project.call(method, `/posts/${post.id}`);
        expect({ status, body, allow: headers.get('Allow') }).toEqual({
          status: 405,
          body: errorBody('method_not_allowed'),
          allow: 'GET, HEAD',
        });
      }
      expect((await project.call('GET', `/posts/${post.id}`)).body).toEqual({ post });
    },
  },
  {
    section,
    statement: 'a post that was published at once: 409 not_cancellable, whether its targets are published or failed',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const published = await project.publish({ content: 'Out.', platforms: [targetEntry(x)] });
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const failed = await project.publish({ content: 'Refused.', platforms: [targetEntry(threads)] });
      expect([published.status, failed.status]).toEqual(['published', 'failed']);
      for (const post of [published, failed]) {
        const { status, body } = await cancel(project, post.id);
        expect({ status, body }).toEqual({ status: 409, body: errorBody('not_cancellable') });
        expect((await project.call('GET', `/posts/${post.id}`)).body).toEqual({ post });
      }
    },
  },
  {
    section,
    statement: 'a scheduled post that was published meanwhile: 409 not_cancellable',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({
        content: 'Gone out.',
        publishAt: await api.in(1000),
        platforms: [targetEntry(x)],
      });
      const post = await project.settled(id);
      expect(post.status).toBe('published');
      const { status, body } = await cancel(project, id);
      expect({ status, body }).toEqual({ status: 409, body: errorBody('not_cancellable') });
      expect((await project.call('GET', `/posts/${id}`)).body).toEqual({ post });
    },
  },
  {
    section,
    statement: 'a post that is being published: 409 not_cancellable, and it is published',
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads');
      await api.script(threads, { of: 'publish', slowMs: 12_000 });
      const { id } = await project.publish({
        content: 'On its way.',
        publishAt: await api.in(1000),
        mediaItems: [{ type: 'video', url: api.file('clip.mp4') }],
        platforms: [targetEntry(threads)],
      });
      for (let looks = 0; looks < 600; looks++) {
        const { body } = await project.call('GET', `/posts/${id}`);
        if ((body as { post: { status: string } }).post.status === 'publishing') break;
        await api.pass(100);
      }
      const { status, body } = await cancel(project, id);
      expect({ status, body }).toEqual({ status: 409, body: errorBody('not_cancellable') });
      expect((await project.settled(id)).status).toBe('published');
    },
  },
  {
    section,
    statement: 'cancel and the scheduler racing: exactly one wins',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const publishAt = await api.in(1000);
      const posts = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          project.publish({ content: `Who is first? ${at}`, publishAt, platforms: [targetEntry(x)] }),
        ),
      );
      await api.pass(Math.max(0, Date.parse(publishAt) - Date.parse(await api.in(0)) - 60));
      // From a little before its time to a little after it.
      for (const { id } of posts) {
        const { status, body } = await cancel(project, id);
        const post = await project.settled(id);
        const isCancelled = status === 200;
        expect({ status, body }).toEqual(
          isCancelled ? { status: 200, body: { post } } : { status: 409, body: errorBody('not_cancellable') },
        );
        expect([post.status, post.targets]).toEqual(
          isCancelled ? ['cancelled', [failedTarget(x, 'cancelled')]] : ['published', [publishedTarget(x)]],
        );
        await api.pass(30);
      }
    },
  },
  {
    section,
    statement: 'many cancellations at once all answer 200 with the same post',
    async run(api) {
      const project = await api.project();
      const { post, cancelled } = await scheduled(api, project);
      const answers = await Promise.all(Array.from({ length: 4 }, () => cancel(project, post.id)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const [first] = answers;
      expect(first?.body).toEqual({ post: { ...cancelled, id: post.id } });
      for (const { body } of answers) expect(body).toEqual(first?.body);
    },
  },
  {
    section,
    statement: 'a post that is unknown, malformed or of another project: 404 not_found, the same for all',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const { post } = await scheduled(api, other);
      for (const id of [post.id, 'post_00000000000000000000000000', 'nonsense']) {
        const { status, body } = await cancel(project, id);
        expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
      }
      expect((await other.call('GET', `/posts/${post.id}`)).body).toEqual({ post });
    },
  },
  {
    section,
    statement: 'a body is not asked for: {} is taken, what is no JSON is refused',
    async run(api) {
      const project = await api.project();
      const { post } = await scheduled(api, project);
      const path = `/posts/${post.id}/cancel`;
      const broken = await project.call('POST', path, { body: '{' });
      expect({ status: broken.status, body: broken.body }).toEqual({ status: 400, body: errorBody('invalid_request') });
      expect((await project.call('POST', path, { body: {} })).status).toBe(200);
    },
  },
];
