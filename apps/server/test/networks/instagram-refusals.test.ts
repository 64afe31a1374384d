import { afterEach, expect, test } from 'vitest';
import { type ExpectedError, failedTarget, publishedTarget } from '../expected-post.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.heal());

const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const video = () => ({ type: 'video', url: sample('clip.mp4') });
const fault = (fault: Omit<Parameters<typeof server.sandbox.fail>[0], 'network'>) =>
  server.sandbox.fail({ network: 'instagram', role: 'graph', ...fault });

type Case = {
  readonly name: string;
  readonly arrange: (ana: Person) => Promise<unknown>;
  readonly media?: () => unknown[];
  readonly error: ExpectedError;
  /** Calls that changed something, or tried to. */
  readonly writes: readonly string[];
};

const CREATE = 'POST /{me}/media';
const PUBLISH = 'POST /{me}/media_publish';
const times = (count: number, call: string) => Array<string>(count).fill(call);

const cases: readonly Case[] = [
  {
    name: 'the account has no posts left today',
    arrange: (ana) => ana.control('quota', { total: 50, used: 50 }),
    error: { code: 'rate_limited', networkCode: '9/2207042', networkMessage: /maximum number of posts/ },
    writes: [CREATE, PUBLISH],
  },
  {
    name: 'the account is restricted',
    arrange: (ana) => ana.control('restrict', { on: true }),
    error: { code: 'account_restricted', networkCode: '25/2207050', networkMessage: /restricted/ },
    writes: [CREATE, PUBLISH],
  },
  {
    name: 'the token may not publish (any more)',
    arrange: (ana) => ana.control('scopes', { scopes: ['instagram_business_basic'] }),
    error: { code: 'permission_missing', networkCode: '10', networkMessage: /does not have permission/ },
    writes: [CREATE],
  },
  {
    name: 'the calls of the account are used up, for 19 minutes',
    arrange: (ana) => ana.control('usage', { percent: 100, code: 80002 }),
    error: { code: 'rate_limited', networkCode: '80002', networkMessage: /too many calls/ },
    writes: [CREATE],
  },
  {
    name: 'a 429 wants an hour of patience',
    arrange: () => fault({ path: '/media$', action: 'status', status: 429, headers: { 'retry-after': '3600' } }),
    error: { code: 'rate_limited', networkCode: '429' },
    writes: [CREATE],
  },
  {
    name: 'a 429 names no time',
    arrange: () => fault({ path: '/media$', action: 'status', status: 429 }),
    error: { code: 'rate_limited', networkCode: '429' },
    writes: [CREATE],
  },
  {
    name: 'Graph says that the post repeats an earlier one',
    arrange: (ana) => ana.control('api-error', { operation: 'create', code: 506, message: 'Duplicate status message' }),
    error: { code: 'duplicate_content', networkCode: '506', networkMessage: 'Duplicate status message' },
    writes: [CREATE],
  },
  {
    name: 'Graph refuses a value in a way nobody has seen before',
    arrange: (ana) => ana.control('api-error', { operation: 'create', code: 4711, subcode: 1, message: 'Nope' }),
    error: { code: 'content_rejected', networkCode: '4711/1', networkMessage: 'Nope' },
    writes: [CREATE],
  },
  {
    name: 'the network is down for longer than anybody retries',
    arrange: () => fault({ path: '/media$', action: 'status', status: 503, times: 99 }),
    error: { code: 'network_unavailable', networkCode: '503' },
    writes: times(9, CREATE),
  },
  {
    name: 'the network redirects a call, which is never followed',
    arrange: () =>
      fault({ path: '/media$', action: 'status', status: 307, headers: { location: '/instagram/graph/me' } }),
    error: { code: 'network_unavailable', networkCode: '307' },
    writes: [CREATE],
  },
  {
    name: 'the file is no picture',
    arrange: async () => undefined,
    media: () => [image('not-an-image.jpg')],
    error: {
      code: 'media_unreachable',
      networkCode: '9004/2207052',
      networkMessage: /could not be fetched/,
      mediaIndex: 0,
    },
    writes: times(3, CREATE),
  },
  {
    name: 'the file is gone',
    arrange: async () => undefined,
    media: () => [image('missing')],
    error: {
      code: 'media_unreachable',
      networkCode: '9004/2207052',
      networkMessage: /could not be fetched/,
      mediaIndex: 0,
    },
    writes: times(3, CREATE),
  },
  {
    name: 'the address redirects',
    arrange: async () => undefined,
    media: () => [image('redirect-to-private')],
    error: {
      code: 'media_unreachable',
      networkCode: '9004/2207052',
      networkMessage: /could not be fetched/,
      mediaIndex: 0,
    },
    writes: times(3, CREATE),
  },
  {
    name: 'the picture is cut off',
    arrange: async () => undefined,
    media: () => [image('truncated.jpg')],
    error: {
      code: 'media_unreachable',
      networkCode: '9004/2207052',
      networkMessage: /could not be fetched/,
      mediaIndex: 0,
    },
    writes: times(3, CREATE),
  },
  {
    name: 'the picture is too tall',
    arrange: async () => undefined,
    media: () => [image('cover.jpg')],
    error: { code: 'media_rejected', networkCode: '36003/2207009', networkMessage: /aspect ratio/, mediaIndex: 0 },
    writes: [CREATE],
  },
  {
    name: 'Instagram goes back to JPEG alone',
    arrange: (ana) => ana.control('file-rules', { strictJpeg: true }),
    media: () => [image('latte.png')],
    error: { code: 'media_rejected', networkCode: '36001/2207005', networkMessage: /use a JPEG/, mediaIndex: 0 },
    writes: [CREATE],
  },
  {
    name: 'a picture is given as a video',
    arrange: async () => undefined,
    media: () => [{ type: 'video', url: sample('harbour.jpg') }],
    error: {
      code: 'media_unreachable',
      networkCode: '9004/2207052',
      networkMessage: /could not be fetched/,
      mediaIndex: 0,
    },
    writes: times(3, CREATE),
  },
  {
    name: 'the thumbnail lies behind the end of the video',
    arrange: async () => undefined,
    media: () => [{ ...video(), thumbOffsetMs: 3_600_000 }],
    error: { code: 'media_rejected', networkCode: '1/2207057', networkMessage: /Thumbnail offset/, mediaIndex: 0 },
    writes: [CREATE],
  },
  {
    name: 'the video cannot be processed',
    arrange: (ana) => ana.control('processing', { kind: 'video', looks: 2, outcome: 'error', error: '2207085' }),
    media: () => [video()],
    error: { code: 'media_processing_failed', networkCode: '2207085', networkMessage: /2207085/, mediaIndex: 0 },
    writes: [CREATE],
  },
  {
    name: 'the video fails to process again and again',
    arrange: (ana) => ana.control('processing', { kind: 'video', looks: 1, outcome: 'error', error: '2207082' }),
    media: () => [video()],
    error: { code: 'media_processing_failed', networkCode: '2207082', networkMessage: /2207082/, mediaIndex: 0 },
    writes: times(3, CREATE),
  },
  {
    name: 'one item of a carousel cannot be fetched',
    arrange: (ana) => ana.control('fetch-failure', { address: 'beans', times: 99 }),
    media: () => [image(), image('roastery.jpg'), image('beans.jpg')],
    error: {
      code: 'media_unreachable',
      networkCode: '9004/2207052',
      networkMessage: /could not be fetched/,
      mediaIndex: 2,
    },
    writes: [CREATE],
  },
  {
    name: 'the video of a carousel cannot be processed',
    arrange: (ana) => ana.control('processing', { kind: 'video', looks: 3, outcome: 'error', error: '2207085' }),
    media: () => [image(), video(), image('beans.jpg')],
    error: { code: 'media_processing_failed', networkCode: '2207085', networkMessage: /2207085/, mediaIndex: 1 },
    writes: [CREATE],
  },
  {
    name: 'the carousel itself is refused',
    arrange: (ana) => ana.control('processing', { kind: 'carousel', looks: 1, outcome: 'error', error: '2207085' }),
    media: () => [image(), image('beans.jpg')],
    error: { code: 'media_processing_failed', networkCode: '2207085', networkMessage: /2207085/ },
    writes: times(3, CREATE),
  },
];

test.each(cases)('nothing is live when $name', async ({ arrange, media, error, writes }) => {
  const ana = await server.person('instagram');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [image()] });
  expect(target).toEqual(failedTarget(ana.account, error));
  // How many items of a carousel were begun when one failed is a matter of luck.
  const attempted = target.errorDetail?.mediaIndex ? [...new Set(await ana.writes())] : await ana.writes();
  expect({ posts: await ana.posts(), writes: attempted }).toEqual({ posts: [], writes });
  expect(await ana.read()).toEqual(ana.account);
});

test('a video that is never ready is given up after four minutes', async () => {
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
    name: 'Graph forgets a fresh container for three looks',
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

test.each(passing)('the post goes out, once, although $name', async ({ arrange, media, writes }) => {
  const ana = await server.person('instagram');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [image()] });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await ana.writes()).toEqual(writes);
});
