import { afterEach, expect, test } from 'vitest';
import { type ExpectedError, failedTarget, publishedTarget } from '../expected-post.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.heal());

const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const video = () => ({ type: 'video', url: sample('clip.mp4') });
const fault = (fault: Omit<Parameters<typeof server.sandbox.fail>[0], 'network'>) =>
  server.sandbox.fail({ network: 'threads', role: 'graph', ...fault });

const CREATE = 'POST /{me}/threads';
const PUBLISH = 'POST /{me}/threads_publish';
const times = (count: number, call: string) => Array<string>(count).fill(call);
const nothing = async () => undefined;

type Case = {
  readonly name: string;
  readonly arrange: (ana: Person) => Promise<unknown>;
  readonly media?: () => unknown[];
  readonly error: ExpectedError;
  readonly writes: readonly string[];
};

const cases: readonly Case[] = [
  {
    name: 'the account has no posts left today',
    arrange: (ana) => ana.control('quota', { used: 250 }),
    error: { code: 'rate_limited', networkCode: '9', networkMessage: /publishing limit/ },
    writes: [CREATE, PUBLISH],
  },
  {
    name: 'the account is restricted',
    arrange: (ana) => ana.control('restrict', { on: true }),
    error: { code: 'account_restricted', networkCode: '25/4279013', networkMessage: /restricted/ },
    writes: [CREATE, PUBLISH],
  },
  {
    name: 'the token may not publish (any more)',
    arrange: (ana) => ana.control('scopes', { scopes: ['threads_basic'] }),
    error: { code: 'permission_missing', networkCode: '10', networkMessage: /does not have permission/ },
    writes: [CREATE],
  },
  {
    name: 'the calls of the app are used up',
    arrange: (ana) => ana.control('usage', { percent: 100, code: 4 }),
    error: { code: 'rate_limited', networkCode: '4', networkMessage: /limit reached/ },
    writes: [CREATE],
  },
  {
    name: 'Threads finds the text too long after all, with a 500',
    arrange: (ana) =>
      ana.control('api-error', {
        operation: 'create',
        status: 500,
        code: 100,
        type: 'THApiException',
        message: 'Param text must be at most 500 characters long.',
      }),
    error: { code: 'content_rejected', networkCode: '100', networkMessage: /at most 500 characters/ },
    writes: [CREATE],
  },
  {
    name: 'Threads counts more links than we do',
    arrange: (ana) =>
      ana.control('api-error', { operation: 'create', code: 100, message: 'THREADS_API__LINK_LIMIT_EXCEEDED' }),
    error: { code: 'content_rejected', networkCode: '100', networkMessage: 'THREADS_API__LINK_LIMIT_EXCEEDED' },
    writes: [CREATE],
  },
  {
    name: 'the picture is gone',
    arrange: nothing,
    media: () => [image('missing')],
    error: {
      code: 'media_unreachable',
      networkCode: '1/2207052',
      networkMessage: /could not be fetched/,
      mediaIndex: 0,
    },
    writes: times(3, CREATE),
  },
  {
    name: 'the video is gone',
    arrange: nothing,
    media: () => [{ type: 'video', url: sample('missing') }],
    error: {
      code: 'media_unreachable',
      networkCode: 'ERROR',
      networkMessage: 'FAILED_DOWNLOADING_VIDEO',
      mediaIndex: 0,
    },
    writes: times(3, CREATE),
  },
  {
    name: 'the picture is no picture',
    arrange: nothing,
    media: () => [image('not-an-image.jpg')],
    error: {
      code: 'media_unreachable',
      networkCode: '1/2207052',
      networkMessage: /could not be fetched/,
      mediaIndex: 0,
    },
    writes: times(3, CREATE),
  },
  {
    name: 'the video lasts too long',
    arrange: (ana) =>
      ana.control('processing', { kind: 'video', looks: 2, outcome: 'error', error: 'INVALID_DURATION' }),
    media: () => [video()],
    error: { code: 'media_rejected', networkCode: 'ERROR', networkMessage: 'INVALID_DURATION', mediaIndex: 0 },
    writes: [CREATE],
  },
  {
    name: 'the video cannot be processed, three times',
    arrange: (ana) =>
      ana.control('processing', { kind: 'video', looks: 1, outcome: 'error', error: 'FAILED_PROCESSING_VIDEO' }),
    media: () => [video()],
    error: {
      code: 'media_processing_failed',
      networkCode: 'ERROR',
      networkMessage: 'FAILED_PROCESSING_VIDEO',
      mediaIndex: 0,
    },
    writes: times(3, CREATE),
  },
  {
    name: 'one item of a carousel cannot be fetched',
    arrange: (ana) => ana.control('fetch-failure', { address: 'beans', times: 99 }),
    media: () => [image(), image('beans.jpg'), image('latte.png')],
    error: {
      code: 'media_unreachable',
      networkCode: '1/2207052',
      networkMessage: /could not be fetched/,
      mediaIndex: 1,
    },
    writes: [CREATE],
  },
  {
    name: 'the video of a carousel has the wrong form',
    arrange: (ana) =>
      ana.control('processing', { kind: 'video', looks: 1, outcome: 'error', error: 'INVALID_ASPEC_RATIO' }),
    media: () => [image(), video()],
    error: { code: 'media_rejected', networkCode: 'ERROR', networkMessage: 'INVALID_ASPEC_RATIO', mediaIndex: 1 },
    writes: [CREATE],
  },
];

test.each(cases)('nothing is live when $name', async ({ arrange, media, error, writes }) => {
  const ana = await server.person('threads');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [] });
  expect(target).toEqual(failedTarget(ana.account, error));
  // How many items of a carousel were begun when one failed is a matter of luck.
  const attempted = target.errorDetail?.mediaIndex ? [...new Set(await ana.writes())] : await ana.writes();
  expect({ posts: await ana.posts(), writes: attempted }).toEqual({ posts: [], writes });
  expect(await ana.read()).toEqual(ana.account);
});

test('a video that is never ready is given up after four minutes', async () => {
  const ana = await server.person('threads');
  await ana.control('processing', { kind: 'video', ms: 3_600_000 });
  const target = await ana.target({ mediaItems: [image(), video()] });
  expect(target).toEqual(failedTarget(ana.account, { code: 'media_processing_timeout', mediaIndex: 1 }));
  expect({ posts: await ana.posts(), writes: await ana.writes() }).toEqual({ posts: [], writes: times(2, CREATE) });
});

test('a container that stays invisible is published three times at most, then given up', async () => {
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

const passing: readonly Omit<Case, 'error'>[] = [
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

test.each(passing)('the post goes out, once, although $name', async ({ arrange, media, writes }) => {
  const ana = await server.person('threads');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [] });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await ana.writes()).toEqual(writes);
});
