import type { OAuthPlatform, Post } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { created, failedTarget, publishedTarget } from '../expected-post.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.heal());

const PLATFORMS: readonly OAuthPlatform[] = ['instagram', 'threads', 'x', 'linkedin'];
const image = () => ({ type: 'image', url: server.sandbox.sample('harbour.jpg') });

async function four() {
  const project = await server.createProject();
  const people: Person[] = [];
  for (const platform of PLATFORMS) people.push(await server.person(platform, { project }));
  const platforms = people.map(({ account }) => ({ platform: account.platform, accountId: account.id }));
  const posts = () => Promise.all(people.map((person) => person.posts()));
  return { project, people, platforms, posts };
}

test('one image goes out to all four networks, each with its own id and address', async () => {
  const { project, people, platforms, posts } = await four();
  const content = 'The harbour is awake.';
  const reply = await project.publish({
    content,
    mediaItems: [{ ...image(), altText: 'A harbour at sunrise' }],
    platforms,
  });
  const live = await posts();
  expect(live.map((each) => each.map(({ text, media }) => [text, media.map(({ altText }) => altText)]))).toEqual(
    PLATFORMS.map(() => [[content, ['A harbour at sunrise']]]),
  );
  const targets = people.map(({ account }, i) => publishedTarget(account, live[i]![0]));
  expect([reply.status, reply.body]).toEqual([
    201,
    created({ status: 'published', content, media: [image()], targets }),
  ]);
  const pages = await Promise.all(reply.body.post.targets.map(async ({ url }) => (await fetch(url ?? '')).status));
  expect(pages).toEqual([200, 200, 200, 200]);
  const read = await project.call<{ post: Post }>('GET', `/api/v1/posts/${reply.body.post.id}`);
  expect(read.body).toEqual({ post: reply.body.post });
});

test('targets that fail stop no other: the post is partial', async () => {
  const { project, people, platforms, posts } = await four();
  await people[0]!.control('restrict', { on: true });
  await people[2]!.control('restrict', { on: true });
  const reply = await project.publish({ content: 'Half of us', mediaItems: [image()], platforms });
  const live = await posts();
  expect(reply.status).toBe(201);
  expect(reply.body.post.status).toBe('partial');
  expect(reply.body.post.targets).toEqual([
    failedTarget(people[0]!.account, {
      code: 'account_restricted',
      networkCode: '25/2207050',
      networkMessage: /restricted/,
    }),
    publishedTarget(people[1]!.account, live[1]![0]),
    failedTarget(people[2]!.account, {
      code: 'account_restricted',
      networkCode: 'user-suspended',
      networkMessage: /suspended/,
    }),
    publishedTarget(people[3]!.account, live[3]![0]),
  ]);
  expect(live.map(({ length }) => length)).toEqual([0, 1, 0, 1]);
});

test('the slowest target decides when the answer comes; the quick ones can be read before', async () => {
  const { project, people, platforms } = await four();
  await server.sandbox.hold('before', { network: 'linkedin', path: '^/rest/posts$' });
  const publishing = project.publish({ content: 'Not all at once', mediaItems: [image()], platforms }, 'slow');
  const statuses = async () => {
    const { body } = await project.call<{ posts: Post[] }>('GET', '/api/v1/posts');
    return [body.posts[0]?.status, body.posts[0]?.targets.map(({ status }) => status).join()];
  };
  await expect.poll(statuses, { interval: 20 }).toEqual(['publishing', 'published,published,published,pending']);
  const replay = await project.publish({ content: 'Not all at once', mediaItems: [image()], platforms }, 'slow');
  expect([replay.status, replay.body.replayed, replay.body.post.targets.at(-1)?.status]).toEqual([
    200,
    true,
    'pending',
  ]);
  await server.sandbox.release();
  const reply = await publishing;
  expect([reply.status, reply.body.post.status]).toEqual([201, 'published']);
  expect(await people[3]!.posts()).toHaveLength(1);
});

test('no target published: the answer is still 201, and the post has failed', async () => {
  const project = await server.createProject();
  const ana = await server.person('threads', { project });
  await ana.control('restrict', { on: true });
  const reply = await ana.publish({ content: 'Nobody hears' });
  const error = { code: 'account_restricted', networkCode: '25/4279013', networkMessage: /restricted/ } as const;
  expect([reply.status, reply.body]).toEqual([
    201,
    created({ status: 'failed', content: 'Nobody hears', targets: [failedTarget(ana.account, error)] }),
  ]);
});

test('ten targets of one account with ten texts are ten posts', async () => {
  const project = await server.createProject();
  const ana = await server.person('x', { project });
  const platforms = Array.from({ length: 10 }, (_, i) => ({
    platform: 'x',
    accountId: ana.account.id,
    content: `Part ${i}`,
  }));
  const reply = await project.publish({ platforms });
  const posts = await ana.posts();
  expect(posts.map(({ text }) => text).toSorted()).toEqual(platforms.map(({ content }) => content));
  expect(reply.body.post.targets).toEqual(
    platforms.map(({ content }) =>
      publishedTarget(
        ana.account,
        posts.find(({ text }) => text === content),
      ),
    ),
  );
});

test('a first comment is asked of x: the post goes out, the comment is unsupported', async () => {
  const ana = await server.person('x');
  const target = await ana.target({ content: 'No comment', target: { firstComment: 'Really' } });
  const [post] = await ana.posts();
  expect(target).toEqual({ ...publishedTarget(ana.account, post), commentStatus: 'unsupported' });
  expect(post!.comments).toEqual([]);
});
