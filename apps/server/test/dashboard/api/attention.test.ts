import { afterAll, beforeAll, expect, test } from 'vitest';
import { putMembership } from '../../../src/people/members/memberships.table.ts';
import { type Project, startTestServer, type TestServer } from '../../harness.ts';
import { findProjectOf } from './find-project.ts';
import { type Browser, shown, signIn } from './sign-in.ts';

let server: TestServer;
let ada: Browser;
let project: Project;
let prj: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signIn(server);
  project = await server.createProject();
  const found = await findProjectOf(server.db, project.apiKey);
  prj = found.prj;
  await putMembership(server.db, { workspaceId: found.workspaceId, userId: ada.userId, role: 'member' });
});
afterAll(() => server.stop());

const at = (path: string) => `/app/api/projects/${prj}${path}`;
const read = async (path: string) => shown(await ada.call('GET', at(path)));
const SINCE = '2026-01-01T00:00:00.000Z';
const waiting = async (): Promise<string[]> => {
  const { body } = await read(`/attention?since=${SINCE}`);
  return (body as { posts: { id: string }[] }).posts.map(({ id }) => id);
};
const links = (...ids: string[]) => read(`/post-links?postIds=${ids.join(',')}`);
const none = { sentAgainFrom: null, sentAgainAs: [], dismissedAt: null };

/** A post on Threads and X, neither of which takes it. */
async function failOnBoth() {
  const accounts = [await project.connect('threads'), await project.connect('x')];
  const platforms = accounts.map(({ id, platform }) => ({ platform, accountId: id }));
  for (const network of ['threads', 'x'])
    await server.sandbox.fail({ network, method: 'POST', action: 'status', status: 400, body: {} });
  const { body } = await project.publish({ content: 'To everybody', platforms });
  expect(body.post.status).toBe('failed');
  return { post: body.post, platforms };
}

test('a failed post waits for somebody until each of its failed targets was sent again, and both posts name each other', async () => {
  const { post, platforms } = await failOnBoth();
  expect(await waiting()).toEqual([post.id]);
  expect(await links(post.id)).toEqual({ status: 200, body: { posts: [] } });

  const again = async (...places: number[]) => {
    const chosen = platforms.filter((_, place) => places.includes(place));
    const { body } = await project.publish(
      { platforms: chosen.map((one) => ({ ...one, content: 'Once more' })) },
      `${post.id}.again.${places.join('.')}`,
    );
    return body.post;
  };
  const second = await again(1);
  expect(await waiting()).toEqual([post.id]);
  // A second post that fails waits in place of the first one.
  await server.sandbox.fail({ network: 'threads', method: 'POST', action: 'status', status: 400, body: {} });
  const third = await again(0);
  expect([second.status, third.status]).toEqual(['published', 'failed']);
  expect(await waiting()).toEqual([third.id]);
  expect(await links(post.id, second.id, third.id)).toEqual({
    status: 200,
    body: {
      posts: [
        { ...none, postId: post.id, sentAgainAs: [second.id, third.id] },
        { ...none, postId: second.id, sentAgainFrom: post.id },
        { ...none, postId: third.id, sentAgainFrom: post.id },
      ],
    },
  });
  await ada.call('PUT', at(`/posts/${third.id}/dismissal`), {});
});

test('a dismissed post waits for nobody, until that is undone', async () => {
  const { post } = await failOnBoth();
  const dismissal = at(`/posts/${post.id}/dismissal`);
  for (let press = 1; press <= 2; press++)
    expect(shown(await ada.call('PUT', dismissal, {}))).toEqual({ status: 200, body: { dismissed: true } });
  expect(await waiting()).toEqual([]);
  expect(await links(post.id)).toEqual({
    status: 200,
    body: { posts: [{ ...none, postId: post.id, dismissedAt: expect.stringMatching(/Z$/) }] },
  });
  expect(shown(await ada.call('DELETE', dismissal))).toEqual({ status: 200, body: { dismissed: false } });
  expect(await waiting()).toEqual([post.id]);
  await ada.call('PUT', dismissal, {});
});

test('neither a cancelled post nor one from before waits; a key that only looks like one of another post links nothing', async () => {
  const { post, platforms } = await failOnBoth();
  const { body: later } = await read('/attention?since=2100-01-01T00:00:00.000Z');
  expect(later).toEqual({ posts: [] });
  await ada.call('PUT', at(`/posts/${post.id}/dismissal`), {});
  const scheduled = await project.publish({ content: 'Later', platforms, publishAt: '2099-01-01T00:00:00Z' });
  await project.call('POST', `/api/v1/posts/${scheduled.body.post.id}/cancel`);
  expect(await waiting()).toEqual([]);

  const strange = ['post_00000000000000000000000000.again.0', 'nobody.again.1'];
  const made = await Promise.all(
    strange.map((key) => project.publish({ content: key, platforms: platforms.slice(1) }, key)),
  );
  expect(await links(...made.map(({ body }) => body.post.id), 'post_nothing')).toEqual({
    status: 200,
    body: { posts: [] },
  });
  const many = Array.from({ length: 101 }, () => 'a').join(',');
  for (const query of ['/post-links', `/post-links?postIds=${many}`, '/attention', '/attention?since=yesterday'])
    expect(await read(query), query).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
});
