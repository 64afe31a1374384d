import { get } from 'node:http';
import type { Post } from '@fanfare/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { created, publishedTarget } from '../expected-post.ts';
import type { Project } from '../harness.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
let person: Person;
let project: Project;
let post: Post;

beforeAll(async () => {
  person = await server.person('threads');
  ({ project } = person);
  ({
    body: { post },
  } = await person.publish({ content: 'Poll me.' }));
});

const read = (id = post.id, headers: Record<string, string> = {}) =>
  project.call<{ post: Post }>('GET', `/api/v1/posts/${id}`, undefined, headers);

test('a post is told as its creation told it', async () => {
  const reply = await read();
  const [seen] = await person.posts();
  expect(reply.status).toBe(200);
  const { post: expected } = created({
    status: 'published',
    content: 'Poll me.',
    targets: [publishedTarget(person.account, seen)],
  });
  expect(reply.body).toEqual({ post: expected });
  expect(reply.body.post).toEqual(post);
});

describe('If-None-Match', () => {
  test.each([
    ['the ETag', (etag: string) => etag],
    ['the ETag as a weak one, as proxies make them', (etag: string) => `W/${etag}`],
    ['the ETag among others', (etag: string) => `"one", ${etag}, "three"`],
    ['anything there is', () => '*'],
  ])('%s answers 304 and nothing else', async (_name, toHeader) => {
    const etag = (await read()).headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    const reply = await read(post.id, { 'If-None-Match': toHeader(etag) });
    expect([reply.status, reply.text]).toEqual([304, '']);
    expect(reply.headers.get('etag')).toBe(etag);
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
  });

  test.each([
    ['another ETag', '"another"'],
    ['nothing', ''],
    ['the ETag without its quotes', 'unquoted'],
  ])('%s answers the post', async (_name, header) => {
    const etag = (await read()).headers.get('etag')!;
    const value = header === 'unquoted' ? etag.replaceAll('"', '') : header;
    expect((await read(post.id, { 'If-None-Match': value })).status).toBe(200);
  });

  test('works for clients that add no headers of their own, too', async () => {
    const etag = (await read()).headers.get('etag')!;
    const status = await new Promise((resolve) => {
      const headers = { Authorization: `Bearer ${project.apiKey}`, 'If-None-Match': etag };
      get(`${server.baseUrl}/api/v1/posts/${post.id}`, { headers }, (response) => resolve(response.statusCode));
    });
    expect(status).toBe(304);
  });

  test('a post that does not exist is not found, whatever the caller remembers', async () => {
    const reply = await read('post_01m7w4n5ntfm78mh9vvwca3vx0', { 'If-None-Match': '*' });
    expect([reply.status, reply.headers.get('etag')]).toEqual([404, null]);
  });
});

test('the ETag changes when the post does, and only then', async () => {
  const etags = [(await read()).headers.get('etag'), (await read()).headers.get('etag')];
  expect(etags[0]).toBe(etags[1]);
  await server.db.query({ text: "update targets set url = 'https://elsewhere.example/1'" });
  const changed = await read(post.id, { 'If-None-Match': etags[0]! });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(etags[0]);
  expect(changed.body.post.targets[0]?.url).toBe('https://elsewhere.example/1');
});

test('whoever polls while a post is published sees it settle', async () => {
  await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish' });
  const publishing = person.publish({ content: 'Slow.' }, 'slow');
  const pending = await expect
    .poll(async () => (await project.call<{ posts: Post[] }>('GET', '/api/v1/posts?status=publishing')).body.posts)
    .toHaveLength(1)
    .then(async () => (await project.call<{ posts: Post[] }>('GET', '/api/v1/posts?status=publishing')).body.posts[0]!);
  expect([pending.status, pending.targets[0]?.status, pending.targets[0]?.platformPostId]).toEqual([
    'publishing',
    'pending',
    null,
  ]);
  const early = await read(pending.id);
  await server.sandbox.release();
  await publishing;
  const late = await read(pending.id, { 'If-None-Match': early.headers.get('etag')! });
  expect([late.status, late.body.post.status]).toEqual([200, 'published']);
});
