import { afterEach, expect, test } from 'vitest';
import { type ExpectedError, failedTarget, publishedTarget } from '../expected-post.ts';
import { drawGif, useFileServer } from '../file-server.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
const files = useFileServer();
afterEach(() => server.sandbox.heal());

const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const video = () => ({ type: 'video', url: sample('clip.mp4') });
const control = (name: string, body: Record<string, unknown>) => server.sandbox.control('x', name, body);
const refuse = (path: string, status: number, body: unknown, times = 1) =>
  server.sandbox.fail({ network: 'x', path, action: 'status', status, body, times });
const problem = (status: number, detail: string) => ({ title: 'Forbidden', detail, type: 'about:blank', status });

const TWEET = 'POST /2/tweets';
const UPLOAD = 'POST /2/media/upload';
const CHUNKED = [
  'POST /2/media/upload/initialize',
  'POST /2/media/upload/{id}/append',
  'POST /2/media/upload/{id}/finalize',
];
const times = <T>(count: number, calls: readonly T[]) => Array.from({ length: count }, () => calls).flat();

type Case = {
  readonly name: string;
  readonly arrange: (ana: Person) => Promise<unknown>;
  readonly restore?: () => Promise<unknown>;
  readonly media?: () => unknown[];
  readonly error: ExpectedError;
  readonly writes: readonly string[];
};

const nothing = async () => undefined;

const cases: readonly Case[] = [
  {
    name: 'X knows the same text already',
    arrange: (ana) => ana.target({ content: 'Good morning' }),
    error: { code: 'duplicate_content', networkCode: '403', networkMessage: /duplicate content/ },
    writes: [TWEET, TWEET],
  },
  {
    name: 'the operator’s credits are gone (one shape)',
    arrange: () => control('credits', { usd: 0, answer: 'credits-depleted' }),
    restore: () => control('credits', { usd: 1000 }),
    error: { code: 'network_credits_exhausted', networkCode: 'credits', networkMessage: /any credits/ },
    writes: [TWEET],
  },
  {
    name: 'the operator’s credits are gone (the other shape)',
    arrange: () => control('credits', { usd: -1, answer: 'payment-required' }),
    restore: () => control('credits', { usd: 1000 }),
    error: { code: 'network_credits_exhausted', networkCode: 'credits-depleted', networkMessage: 'credits depleted' },
    writes: [TWEET],
  },
  {
    name: 'the limit of the window is reached for 15 minutes',
    arrange: (ana) => ana.control('rate-limit', { endpoint: 'POST /2/tweets', answer: 'problem' }),
    error: { code: 'rate_limited', networkCode: '429', networkMessage: 'Too Many Requests' },
    writes: [TWEET],
  },
  {
    name: 'the limit is told in the words of version 1.1',
    arrange: (ana) => ana.control('rate-limit', { endpoint: 'POST /2/tweets', answer: 'code-88' }),
    error: { code: 'rate_limited', networkCode: '88', networkMessage: 'Rate limit exceeded' },
    writes: [TWEET],
  },
  {
    name: 'the monthly cap of the app is reached',
    arrange: (ana) => ana.control('rate-limit', { endpoint: 'POST /2/tweets', answer: 'usage-capped' }),
    error: { code: 'rate_limited', networkCode: 'usage-capped', networkMessage: /Monthly product cap/ },
    writes: [TWEET],
  },
  {
    name: 'the account is suspended',
    arrange: (ana) => ana.control('restrict', { on: true }),
    error: { code: 'account_restricted', networkCode: 'user-suspended', networkMessage: /suspended/ },
    writes: [TWEET],
  },
  {
    name: 'X forbids it without a reason',
    arrange: () => refuse('^/2/tweets$', 403, problem(403, 'You are not permitted to perform this action.')),
    error: { code: 'permission_missing', networkCode: '403', networkMessage: /not permitted/ },
    writes: [TWEET],
  },
  {
    name: 'the token may not upload',
    arrange: () => refuse('^/2/media/upload$', 403, problem(403, 'Forbidden')),
    media: () => [image()],
    error: { code: 'permission_missing', networkCode: '403', networkMessage: 'Forbidden' },
    writes: [UPLOAD],
  },
  {
    name: 'the app is not enrolled',
    arrange: () =>
      refuse('^/2/tweets$', 403, {
        reason: 'client-not-enrolled',
        title: 'Client Forbidden',
        type: 'https://api.twitter.com/2/problems/client-forbidden',
      }),
    error: { code: 'permission_missing', networkCode: 'client-forbidden', networkMessage: /client-not-enrolled/ },
    writes: [TWEET],
  },
  {
    name: 'two cashtags stand in the text',
    arrange: () =>
      refuse('^/2/tweets$', 400, {
        errors: [{ message: 'A Tweet can have at most one cashtag.', parameters: {} }],
        title: 'Invalid Request',
        detail: 'One or more parameters to your request was invalid.',
        type: 'https://api.twitter.com/2/problems/invalid-request',
      }),
    error: { code: 'content_rejected', networkCode: 'invalid-request', networkMessage: /at most one cashtag/ },
    writes: [TWEET],
  },
  {
    name: 'the upload service is down for longer than anybody retries',
    arrange: () => refuse('^/2/media/upload$', 503, '<h1>Service Unavailable</h1>', 99),
    media: () => [image()],
    error: { code: 'network_unavailable', networkCode: '503' },
    writes: times(9, [UPLOAD]),
  },
  {
    name: 'X cannot process the video',
    arrange: (ana) => ana.control('processing', { looks: 2, outcome: 'error' }),
    restore: () => control('processing', {}),
    media: () => [video()],
    error: {
      code: 'media_processing_failed',
      networkCode: 'InvalidMedia',
      networkMessage: 'Unsupported video format',
      mediaIndex: 0,
    },
    writes: CHUNKED,
  },
  {
    name: 'X never gets the video ready',
    arrange: (ana) => ana.control('processing', { outcome: 'never' }),
    restore: () => control('processing', {}),
    media: () => [video()],
    error: { code: 'media_processing_timeout', mediaIndex: 0 },
    writes: CHUNKED,
  },
  {
    name: 'a chunk is too large for X',
    arrange: () => refuse('/append$', 413, ''),
    media: () => [video()],
    error: { code: 'media_rejected', networkCode: '413', mediaIndex: 0 },
    writes: CHUNKED.slice(0, 2),
  },
  {
    name: 'the second picture is gone',
    arrange: nothing,
    media: () => [image(), image('missing'), image('beans.jpg')],
    error: { code: 'media_unreachable', mediaIndex: 1, message: /status 404/ },
    writes: [],
  },
  {
    name: 'an animated GIF has company',
    arrange: nothing,
    media: () => [image(), { type: 'image', url: files.serve(drawGif(2), 'moving.gif') }],
    error: { code: 'media_rejected', mediaIndex: 1, message: /animated GIF/ },
    writes: [],
  },
];

test.each(cases)('nothing more is live when $name', async ({ arrange, restore, media, error, writes }) => {
  const ana = await server.person('x');
  await arrange(ana);
  const before = await ana.posts();
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [] });
  await restore?.();
  expect(target).toEqual(failedTarget(ana.account, error));
  expect({ posts: await ana.posts(), writes: await ana.writes() }).toEqual({ posts: before, writes });
  expect(await ana.read()).toEqual(ana.account);
});

const LIMIT = { endpoint: 'POST /2/tweets', answer: 'problem' };

const passing: readonly Omit<Case, 'error'>[] = [
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
    name: 'a chunk is lost on its way',
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

test.each(passing)('the post goes out, once, although $name', async ({ arrange, media, writes }) => {
  const ana = await server.person('x');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [] });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await ana.writes()).toEqual(writes);
});
