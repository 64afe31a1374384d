import { afterEach, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { type Person, useServer } from '../../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const video = () => ({ type: 'video', url: sample('clip.mp4') });
const fault = (fault: Omit<Parameters<typeof server.sandbox.fail>[0], 'network'>) =>
  server.sandbox.fail({ network: 'threads', role: 'graph', ...fault });

const CREATE = 'POST /{me}/threads';
const PUBLISH = 'POST /{me}/threads_publish';
const times = (count: number, call: string) => Array<string>(count).fill(call);

type Case = {
  readonly name: string;
  readonly arrange: (ana: Person) => Promise<unknown>;
  readonly media?: () => unknown[];
  readonly writes: readonly string[];
};

test('a video that never becomes ready fails after four minutes', async () => {
  const ana = await server.person('threads');
  await ana.control('processing', { kind: 'video', ms: 3_600_000 });
  const target = await ana.target({ mediaItems: [image(), video()] });
  expect(target).toEqual(failedTarget(ana.account, { code: 'media_processing_timeout', mediaIndex: 1 }));
  expect({ posts: await ana.posts(), writes: await ana.writes() }).toEqual({ posts: [], writes: times(2, CREATE) });
});

test('a container that stays invisible is published three times at most, then fails', async () => {
  const ana = await server.person('threads');
  await ana.control('invisible-window', { ms: 3_600_000 });
  const target = await ana.target({ content: 'Good morning' });
  expect(target).toEqual(
    failedTarget(ana.account, {
      code: 'network_unavailable',
      networkCode: '24/4279009',
      networkMessage: /cannot be found/,
    }),
  );
  expect({ posts: await ana.posts(), writes: await ana.writes() }).toEqual({
    posts: [],
    writes: [CREATE, ...times(3, PUBLISH)],
  });
});

const passing: readonly Case[] = [
  {
    name: 'a 429 asks for five seconds',
    arrange: () => fault({ path: '/threads$', action: 'status', status: 429, headers: { 'retry-after': '5' } }),
    writes: [CREATE, CREATE, PUBLISH],
  },
  {
    name: 'the network is down for a moment',
    arrange: () => fault({ path: '/threads$', action: 'status', status: 500, times: 2 }),
    writes: [CREATE, CREATE, CREATE, PUBLISH],
  },
  {
    name: 'the crawler misses a video once',
    arrange: (ana) => ana.control('fetch-failure', { address: 'clip' }),
    media: () => [video()],
    writes: [CREATE, CREATE, PUBLISH],
  },
  {
    name: 'the items of a carousel are not finished for the parent at once',
    arrange: (ana) =>
      ana.control('api-error', { operation: 'create', code: 100, subcode: 4279004, message: 'Invalid parameter' }),
    media: () => [image(), image('beans.jpg')],
    writes: [...times(4, CREATE), PUBLISH],
  },
];

test.each(passing)('the post is published once, although $name', async ({ arrange, media, writes }) => {
  const ana = await server.person('threads');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [] });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await ana.writes()).toEqual(writes);
});
