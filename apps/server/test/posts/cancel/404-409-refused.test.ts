import type { Post } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { errorBody } from '../../error-body.ts';
import type { Project, Reply } from '../../harness.ts';
import { inMs } from '../../in-ms.ts';
import { useServer } from '../../use-server.ts';

const server = useServer({ options: { timings: { sweepMs: 600_000 } } });
afterEach(() => server.sandbox.removeFaults());

const cancel = (project: Project, id: string): Promise<Reply> => project.call('POST', `/api/v1/posts/${id}/cancel`);

const NOT_CANCELLABLE = 'The post is no longer waiting: it was published at once, is being published, or has settled.';

async function expectRefused(project: Project, post: Post): Promise<void> {
  const before = await project.read(post.id);
  const reply = await cancel(project, post.id);
  expect([reply.status, reply.body]).toEqual([409, errorBody(reply, 'not_cancellable', NOT_CANCELLABLE)]);
  expect(await project.read(post.id)).toEqual(before);
}

const makeDue = async () => {
  await server.db.query({ text: "update targets set run_at = now() where status = 'pending' and lease_token = 0" });
  await server.tick();
};

test('a scheduled post with one target that has begun and others that wait', async () => {
  const project = await server.createProject();
  const people = [await server.person('x', { project }), await server.person('threads', { project })];
  const platforms = people.map(({ account }) => ({ platform: account.platform, accountId: account.id }));
  const { post } = (await project.publish({ content: 'Half begun', publishAt: inMs(600_000), platforms })).body;
  await server.db.query({
    text: `update targets set run_at = now() where platform = 'x' and post_id in (select id from posts where content = 'Half begun')`,
  });
  await server.tick();
  await expect.poll(async () => (await project.read(post.id)).targets[0]?.url, { interval: 20 }).toBeTruthy();
  expect((await project.read(post.id)).targets.map(({ status }) => status)).toEqual(['published', 'pending']);
  await expectRefused(project, post);
  await makeDue();
  expect((await project.settled(post.id)).status).toBe('published');
});
