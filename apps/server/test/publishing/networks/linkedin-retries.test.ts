import { afterEach, beforeAll, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { type Person, useServer } from '../../use-server.ts';

const server = useServer();
// Pictures are ready at once, so that calls can be counted; cases about processing set their own
// delay.
beforeAll(() => server.sandbox.control('linkedin', 'processing', { kind: 'image', ms: 0 }));
afterEach(() => server.sandbox.removeFaults());

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
  /** Restores the network for settings that apply to everybody. */
  readonly media?: () => unknown[];
  readonly writes: readonly string[];
};

const passing: readonly Case[] = [
  {
    name: 'LinkedIn asks to slow down once',
    arrange: () => refuse('^/rest/posts$', 429, { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Throttled' }),
    writes: [POSTS, POSTS],
  },
  {
    name: 'a picture takes two more polls; it is not uploaded again',
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
    name: "reading the video's status fails for a while",
    arrange: () => refuse('^/rest/videos/', 500, 'oops', 2),
    media: () => [video()],
    writes: [VIDEO, PUT, VIDEO, POSTS],
  },
];

test.each(passing)('the post is published once, although $name', async ({ arrange, media, writes }) => {
  const ana = await server.person('linkedin');
  await arrange(ana);
  const target = await ana.target({ content: 'Good morning', mediaItems: media?.() ?? [] });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await writesOf(ana)).toEqual(writes);
});

test('a page whose administrator lost the role cannot be published to; the member still can', async () => {
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
