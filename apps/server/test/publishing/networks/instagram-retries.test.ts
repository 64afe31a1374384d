import { afterEach, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { type Person, useServer } from '../../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const video = () => ({ type: 'video', url: sample('clip.mp4') });
const fault = (fault: Omit<Parameters<typeof server.sandbox.fail>[0], 'network'>) =>
  server.sandbox.fail({ network: 'instagram', role: 'graph', ...fault });

const CREATE = 'POST /{me}/media';
const PUBLISH = 'POST /{me}/media_publish';
const times = (count: number, call: string) => Array<string>(count).fill(call);

test('a video that never becomes ready fails after four minutes', async () => {
  const ana = await server.person('instagram');
  await ana.control('processing', { kind: 'video', ms: 3_600_000 });
  const startedAt = server.clock.now();
  const target = await ana.target({ mediaItems: [video()] });
  const waitedMs = server.clock.now() - startedAt;
  expect(target).toEqual(failedTarget(ana.account, { code: 'media_processing_timeout', mediaIndex: 0 }));
  expect([waitedMs > 220_000, waitedMs < 260_000]).toEqual([true, true]);
  expect({ posts: await ana.posts(), writes: await ana.writes() }).toEqual({ posts: [], writes: [CREATE] });
});

type Passing = {
  readonly name: string;
  readonly arrange: (ana: Person) => Promise<unknown>;
  readonly media?: () => unknown[];
  readonly writes: readonly string[];
};

const passing: readonly Passing[] = [
  {
    name: 'a 429 asks for five seconds',
    arrange: () => fault({ path: '/media$', action: 'status', status: 429, headers: { 'retry-after': '5' } }),
    writes: [CREATE, CREATE, PUBLISH],
  },
  {
    name: 'a 429 meets the publish and asks for five seconds; the container is used again',
    arrange: () => fault({ path: '/media_publish$', action: 'status', status: 429, headers: { 'retry-after': '5' } }),
    writes: [CREATE, PUBLISH, PUBLISH],
  },
  {
    name: 'the network is down for a moment',
    arrange: () => fault({ path: '/media$', action: 'status', status: 503, times: 2 }),
    writes: [CREATE, CREATE, CREATE, PUBLISH],
  },
  {
    name: 'the crawler misses one picture of a carousel once',
    arrange: (ana) => ana.control('fetch-failure', { address: 'beans' }),
    media: () => [image(), image('beans.jpg')],
    writes: [...times(4, CREATE), PUBLISH],
  },
  {
    name: 'the first try at processing a video fails',
    arrange: (ana) =>
      ana.control('processing', { kind: 'video', looks: 1, outcome: 'error', error: '2207082', times: 1 }),
    media: () => [video()],
    writes: [CREATE, CREATE, PUBLISH],
  },
  {
    name: 'Graph hides a new container for three polls',
    arrange: (ana) => ana.control('read-glitch', { times: 3 }),
    writes: [CREATE, PUBLISH],
  },
  {
    name: 'the publish comes before the container is ready',
    arrange: (ana) =>
      ana.control('api-error', {
        operation: 'publish',
        code: 9007,
        subcode: 2207027,
        message: 'Media ID is not available',
      }),
    writes: [CREATE, PUBLISH, PUBLISH],
  },
];

test.each(passing)('the post is published once, although $name', async ({ arrange, media, writes }) => {
  const ana = await server.person('instagram');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [image()] });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await ana.writes()).toEqual(writes);
});
