import { afterEach, expect, test } from 'vitest';
import { publishedTarget } from '../../expected-post.ts';
import { type Person, useServer } from '../../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const video = () => ({ type: 'video', url: sample('clip.mp4') });
const refuse = (path: string, status: number, body: unknown, times = 1) =>
  server.sandbox.fail({ network: 'x', path, action: 'status', status, body, times });

const TWEET = 'POST /2/tweets';
const UPLOAD = 'POST /2/media/upload';
const CHUNKED = [
  'POST /2/media/upload/initialize',
  'POST /2/media/upload/{id}/append',
  'POST /2/media/upload/{id}/finalize',
];

type Case = {
  readonly name: string;
  readonly arrange: (ana: Person) => Promise<unknown>;
  readonly media?: () => unknown[];
  readonly writes: readonly string[];
};

const LIMIT = { endpoint: 'POST /2/tweets', answer: 'problem' };

const passing: readonly Case[] = [
  {
    name: 'the limit of the window ends in 20 seconds',
    arrange: (ana) => ana.control('rate-limit', { ...LIMIT, resetSeconds: 20 }),
    writes: [TWEET, TWEET],
  },
  {
    name: 'the upload service is down for a moment',
    arrange: () => refuse('^/2/media/upload$', 500, 'oops', 2),
    media: () => [image()],
    writes: [UPLOAD, UPLOAD, UPLOAD, TWEET],
  },
  {
    name: 'a chunk is lost in transit',
    arrange: () => server.sandbox.fail({ network: 'x', path: '/append$', action: 'drop_after' }),
    media: () => [video()],
    writes: [CHUNKED[0]!, CHUNKED[1]!, CHUNKED[1]!, CHUNKED[2]!, TWEET],
  },
  {
    name: 'the answer to FINALIZE is lost',
    arrange: () => server.sandbox.fail({ network: 'x', path: '/finalize$', action: 'drop_after' }),
    media: () => [video()],
    writes: [...CHUNKED, CHUNKED[2]!, TWEET],
  },
  {
    name: 'the limit meets the post; its picture is not uploaded again',
    arrange: (ana) => ana.control('rate-limit', { ...LIMIT, resetSeconds: 5 }),
    media: () => [image()],
    writes: [UPLOAD, TWEET, TWEET],
  },
];

test.each(passing)('the post is published once, although $name', async ({ arrange, media, writes }) => {
  const ana = await server.person('x');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [] });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await ana.writes()).toEqual(writes);
});
