import { afterEach, beforeAll, expect, test } from 'vitest';
import { type ExpectedError, failedTarget, publishedTarget } from '../expected-post.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
// Pictures are ready at once, so that calls can be counted; cases about processing set their own pace.
beforeAll(() => server.sandbox.control('linkedin', 'processing', { kind: 'image', ms: 0 }));
afterEach(() => server.sandbox.heal());

const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const video = () => ({ type: 'video', url: sample('clip.mp4') });
const control = (name: string, body: Record<string, unknown>) => server.sandbox.control('linkedin', name, body);
const refuse = (path: string, status: number, body: unknown, times = 1) =>
  server.sandbox.fail({ network: 'linkedin', path, action: 'status', status, body, times });

const POSTS = 'POST /rest/posts';
const IMAGE = 'POST /rest/images';
const VIDEO = 'POST /rest/videos';
const PUT = 'PUT';
const times = <T>(count: number, calls: readonly T[]) => Array.from({ length: count }, () => calls).flat();
const writesOf = async (ana: Person) => (await ana.writes()).map((write) => write.replace(/^PUT .*/, PUT));

type Case = {
  readonly name: string;
  readonly arrange: (ana: Person) => Promise<unknown>;
  /** Puts the network back, for controls that hold for everybody. */
  readonly restore?: () => Promise<unknown>;
  readonly media?: () => unknown[];
  readonly error: ExpectedError;
  readonly writes: readonly string[];
};

const cases: readonly Case[] = [
  {
    name: 'LinkedIn knows the same text already',
    arrange: (ana) => ana.target({ content: 'Good morning' }),
    error: { code: 'duplicate_content', networkCode: 'DUPLICATE_POST', networkMessage: /duplicate of urn:li:share/ },
    writes: [POSTS, POSTS],
  },
  {
    name: 'LinkedIn takes it for a duplicate of a ghost',
    arrange: () => control('ghost-duplicate', {}),
    error: { code: 'duplicate_content', networkCode: 'DUPLICATE_POST', networkMessage: /duplicate of urn:li:share/ },
    writes: [POSTS],
  },
  {
    name: 'the posts of the day are used up',
    arrange: () => control('day-limit', { resource: 'posts.CREATE', limit: 0 }),
    restore: () => control('day-limit', { resource: 'posts.CREATE', limit: null }),
    error: { code: 'rate_limited', networkCode: 'TOO_MANY_REQUESTS', networkMessage: /DAY limit/ },
    writes: [POSTS],
  },
  {
    // It asks for 30 s each time, and an immediate post waits 30 s in all.
    name: 'LinkedIn asks to slow down again and again',
    arrange: () => refuse('^/rest/posts$', 429, { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Throttled' }, 9),
    error: { code: 'rate_limited', networkCode: 'TOO_MANY_REQUESTS', networkMessage: 'Throttled' },
    writes: times(2, [POSTS]),
  },
  {
    name: 'LinkedIn has ended every configured API version',
    arrange: () => control('versions', { active: ['203001'] }),
    restore: () => control('versions', { active: ['202607', '202609'] }),
    error: { code: 'network_unavailable', networkCode: 'NONEXISTENT_VERSION', networkMessage: /not active/ },
    writes: [POSTS, POSTS],
  },
  {
    name: 'the member is restricted',
    arrange: (ana) => ana.control('restrict', { on: true }),
    error: { code: 'account_restricted', networkCode: 'RESTRICTED_MEMBER', networkMessage: /restricted/i },
    writes: [POSTS],
  },
  {
    name: 'the permission to post is gone',
    arrange: () =>
      refuse('^/rest/posts$', 403, {
        status: 403,
        serviceErrorCode: 100,
        code: 'ACCESS_DENIED',
        message: 'Not enough permissions to access: partnerApiPosts.CREATE.20260901',
      }),
    error: { code: 'permission_missing', networkCode: 'ACCESS_DENIED', networkMessage: /Not enough permissions/ },
    writes: [POSTS],
  },
  {
    name: 'LinkedIn refuses the text after all',
    arrange: () => refuse('^/rest/posts$', 422, { status: 422, code: 'UNPROCESSABLE', message: 'Not like this' }),
    error: { code: 'content_rejected', networkCode: 'UNPROCESSABLE', networkMessage: 'Not like this' },
    writes: [POSTS],
  },
  {
    name: 'the upload service is down for longer than anybody retries',
    arrange: () => refuse('^/rest/images$', 503, 'down', 99),
    media: () => [image()],
    error: { code: 'network_unavailable', networkCode: '503' },
    writes: times(9, [IMAGE]),
  },
  {
    name: 'LinkedIn names a private address for the upload',
    arrange: () =>
      refuse('^/rest/images$', 200, { value: { uploadUrl: 'https://10.0.0.1/upload', image: 'urn:li:image:C4E10AQ' } }),
    media: () => [image()],
    error: { code: 'network_unavailable', message: /not one this service may contact/ },
    writes: [IMAGE],
  },
  {
    name: 'LinkedIn cannot process the picture',
    arrange: (ana) => ana.control('processing', { kind: 'image', outcome: 'error' }),
    media: () => [image()],
    error: { code: 'media_processing_failed', networkCode: 'MEDIA_ASSET_PROCESSING_FAILED', networkMessage: /failed/ },
    writes: [IMAGE, PUT, POSTS],
  },
  {
    name: 'LinkedIn never gets a picture ready',
    arrange: (ana) => ana.control('processing', { kind: 'image', outcome: 'stuck' }),
    media: () => [image()],
    error: { code: 'media_processing_timeout', networkCode: 'MEDIA_ASSET_WAITING_UPLOAD', networkMessage: /waiting/ },
    // For 90 seconds, in pauses that grow from 3 to 10 seconds.
    writes: [IMAGE, PUT, ...times(15, [POSTS])],
  },
  {
    name: 'LinkedIn cannot process the video',
    arrange: (ana) => ana.control('processing', { kind: 'video', looks: 2, outcome: 'error' }),
    media: () => [video()],
    error: {
      code: 'media_processing_failed',
      networkCode: 'PROCESSING_FAILED',
      networkMessage: 'Unsupported codec',
      mediaIndex: 0,
    },
    writes: [VIDEO, PUT, VIDEO],
  },
  {
    name: 'LinkedIn never gets a video ready',
    arrange: (ana) => ana.control('processing', { kind: 'video', outcome: 'stuck' }),
    media: () => [video()],
    error: { code: 'media_processing_timeout', mediaIndex: 0 },
    writes: [VIDEO, PUT, VIDEO],
  },
  {
    name: 'a part of the video is confirmed wrongly',
    arrange: () => control('etags', { wrong: 99 }),
    restore: () => control('etags', { wrong: 0 }),
    media: () => [video()],
    error: { code: 'content_rejected', networkCode: 'INVALID_VALUE_FOR_FIELD', networkMessage: /uploadedPartIds/ },
    writes: [VIDEO, PUT, VIDEO],
  },
  {
    name: 'the cover of the video is gone',
    arrange: async () => undefined,
    media: () => [{ ...video(), coverUrl: sample('missing') }],
    error: { code: 'media_unreachable', message: /^The cover could not be fetched/ },
    writes: [],
  },
  {
    name: 'the last of three pictures is gone',
    arrange: async () => undefined,
    media: () => [image(), image('beans.jpg'), image('missing')],
    error: { code: 'media_unreachable', mediaIndex: 2, message: /status 404/ },
    writes: times(2, [IMAGE, PUT]),
  },
];

test.each(cases)('nothing more is live when $name', async ({ arrange, restore, media, error, writes }) => {
  const ana = await server.person('linkedin');
  await arrange(ana);
  const before = await ana.posts();
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [] });
  await restore?.();
  expect(target).toEqual(failedTarget(ana.account, error));
  expect({ posts: await ana.posts(), writes: await writesOf(ana) }).toEqual({ posts: before, writes });
  expect(await ana.read()).toEqual(ana.account);
});

const passing: readonly Omit<Case, 'error'>[] = [
  {
    name: 'LinkedIn asks to slow down once',
    arrange: () => refuse('^/rest/posts$', 429, { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Throttled' }),
    writes: [POSTS, POSTS],
  },
  {
    name: 'a picture takes two more moments; it is not uploaded again',
    arrange: (ana) => ana.control('processing', { kind: 'image', looks: 2 }),
    media: () => [image()],
    writes: [IMAGE, PUT, ...times(3, [POSTS])],
  },
  {
    name: 'an upload address has expired',
    arrange: () => refuse('^/dms-uploads/', 400, { status: 400, code: 'EXPIRED_UPLOAD_URL', message: 'expired' }),
    media: () => [image()],
    writes: [IMAGE, PUT, IMAGE, PUT, POSTS],
  },
  {
    name: 'the bot wall meets an upload',
    arrange: () => control('bot-wall', { times: 1 }),
    media: () => [image()],
    writes: [IMAGE, IMAGE, PUT, POSTS],
  },
  {
    name: 'looking at the video fails for a while',
    arrange: () => refuse('^/rest/videos/', 500, 'oops', 2),
    media: () => [video()],
    writes: [VIDEO, PUT, VIDEO, POSTS],
  },
];

test.each(passing)('the post goes out, once, although $name', async ({ arrange, media, writes }) => {
  const ana = await server.person('linkedin');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [] });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await writesOf(ana)).toEqual(writes);
});

test('a page whose administrator lost the role cannot be published as; the member still can', async () => {
  const project = await server.createProject();
  const profile = { pages: [{ username: 'lost-page', name: 'Lost Page' }] };
  const ana = await server.person('linkedin', { project, profile });
  const { body } = await project.call<{ accounts: (typeof ana.account)[] }>('GET', '/api/v1/accounts');
  const page = body.accounts.find(({ platformUserId }) => platformUserId.startsWith('organization:'))!;
  await ana.control('role', { page: 'lost-page', role: 'ADMINISTRATOR', state: 'REVOKED' });
  const reply = await project.publish({
    content: 'Good morning',
    platforms: [page, ana.account].map(({ id }) => ({ platform: 'linkedin', accountId: id })),
  });
  const posts = await ana.posts();
  expect(reply.body.post.targets).toEqual([
    {
      ...failedTarget(page, { code: 'permission_missing' }),
      errorDetail: expect.objectContaining({ code: 'permission_missing', retryable: false }),
    },
    publishedTarget(ana.account, posts[0]),
  ]);
  expect(await server.sandbox.posts('linkedin', 'lost-page')).toEqual([]);
});
