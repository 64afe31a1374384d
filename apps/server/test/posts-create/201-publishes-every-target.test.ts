import type { OAuthPlatform, Post } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

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

test('the answer comes with the slowest target; the fast ones can be read before', async () => {
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
