import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Post, Target } from '@fanfare/contract';
import express from 'express';
import { expect, test } from 'vitest';
import { sendJson } from '../../../src/http/send-json.ts';
import { createSettledPostCache } from '../../../src/posts/settled-post-cache.ts';

const targetOf = (status: Target['status'], url: string | null = 'https://x.com/ada/status/20') =>
  ({ status, url: status === 'published' ? url : null }) as Target;
const postOf = (status: Post['status'], targets: Target[], content = 'Hello') =>
  ({ id: 'post_1', status, targets, content }) as unknown as Post;

const SETTLED = postOf('published', [targetOf('published')]);

function useCache() {
  let nowMs = 1_000;
  let reads = 0;
  const cache = createSettledPostCache({ monotonicMs: () => nowMs });
  return {
    cache,
    read: async (post: Post, projectId = 'project', id = 'post_1') =>
      (
        await cache.read({ projectId, id }, async () => {
          reads++;
          return post;
        })
      ).body.post,
    pass(ms: number) {
      nowMs += ms;
    },
    reads: () => reads,
  };
}

test('a settled post is read once a second, however often it is asked for', async () => {
  const { read, pass, reads } = useCache();
  for (let ms = 0; ms < 1_000; ms += 100) {
    expect(await read(SETTLED)).toEqual(SETTLED);
    pass(100);
  }
  expect(reads()).toBe(1);
  await read(SETTLED);
  expect(reads()).toBe(2);
});

test('what a removal changed on another server shows within a second', async () => {
  const emptied = postOf('failed', [], '');
  for (let at = 0; at < 1_000; at += 100) {
    const { read, pass } = useCache();
    await read(SETTLED);
    pass(at);
    await read(emptied);
    pass(1_000);
    expect(await read(emptied), `${at} ms`).toEqual(emptied);
  }
});

test.each([
  ['scheduled', postOf('scheduled', [targetOf('pending')])],
  ['publishing', postOf('publishing', [targetOf('published'), targetOf('pending')])],
  ['published, without its address', postOf('published', [targetOf('published', null)])],
])('a post that is %s is read each time', async (_, post) => {
  const { read, reads } = useCache();
  for (let i = 0; i < 3; i++) expect(await read(post)).toEqual(post);
  expect(reads()).toBe(3);
  expect(await read(SETTLED)).toEqual(SETTLED);
});

test('posts of other projects are kept apart', async () => {
  const { read, reads } = useCache();
  await read(SETTLED, 'one');
  await read(SETTLED, 'other');
  expect(reads()).toBe(2);
});

test('a removal on this server shows at once, also to a read that was under way', async () => {
  const { cache, read, reads } = useCache();
  await read(SETTLED);
  cache.clear();
  await cache.read({ projectId: 'project', id: 'post_1' }, async () => {
    cache.clear();
    return SETTLED;
  });
  const emptied = postOf('failed', [], '');
  expect(await read(emptied)).toEqual(emptied);
  expect(reads()).toBe(2);
});

test('an answer from memory has the bytes of one that was just read', async () => {
  const { cache } = useCache();
  const post = postOf('published', [targetOf('published')], 'Grüße ✓ 👋');
  const app = express();
  app.response.json = sendJson;
  app.get('/:id', async ({ params: { id } }, res) => {
    res.json((await cache.read({ projectId: 'project', id }, async () => post)).body);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/post_1`);
    return [response.headers.get('content-type'), response.headers.get('content-length'), await response.text()];
  };
  const answers = [await ask(), await ask()];
  server.close();
  const text = JSON.stringify({ post });
  const expected = ['application/json; charset=utf-8', String(Buffer.byteLength(text)), text];
  expect(answers).toEqual([expected, expected]);
});
