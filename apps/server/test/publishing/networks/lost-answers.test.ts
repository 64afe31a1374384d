import type { OAuthPlatform } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

type Case = {
  readonly platform: OAuthPlatform;
  /** The one public call of the network. */
  readonly publish: { readonly role: string; readonly path: string };
  /** Whether the network lets the account read afterwards what happened to it. */
  readonly readable: boolean;
  /**
   * Whether the network publishes the same prepared post at most once, so that it may be sent
   * again.
   */
  readonly resends: boolean;
};

const cases: readonly Case[] = [
  { platform: 'instagram', publish: { role: 'graph', path: '/media_publish$' }, readable: true, resends: true },
  { platform: 'threads', publish: { role: 'graph', path: '/threads_publish$' }, readable: true, resends: true },
  { platform: 'x', publish: { role: 'api', path: '^/2/tweets$' }, readable: true, resends: false },
  { platform: 'linkedin', publish: { role: 'api', path: '^/rest/posts$' }, readable: false, resends: false },
];

const media = (platform: OAuthPlatform) =>
  platform === 'instagram' ? [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }] : [];

const afterEffect = [
  { loss: 'the connection breaks', fault: { action: 'drop_after' } },
  {
    loss: 'a proxy answers 502 in its place',
    fault: { action: 'status_after', status: 502, body: '<h1>Bad Gateway</h1>' },
  },
  {
    loss: 'a proxy answers 200 with a page in its place',
    fault: { action: 'status_after', status: 200, body: '<p>Hello</p>' },
  },
] as const;

test.each(cases.flatMap((each) => afterEffect.map((loss) => ({ ...each, ...loss }))))(
  '$platform published and $loss: the post is found, or its outcome is unknown',
  async ({ platform, publish, readable, fault }) => {
    const ana = await server.person(platform);
    await server.sandbox.fail({ network: platform, method: 'POST', ...publish, ...fault });
    const target = await ana.target({
      content: `Was that sent? https://example.com/${platform}`,
      mediaItems: media(platform),
      // Without a card, which would add its own warning.
      target: { link: 'none' },
    });
    const posts = await ana.posts();
    expect(posts).toHaveLength(1);
    if (readable) expect(target).toEqual(publishedTarget(ana.account, posts[0]));
    else
      expect(target).toMatchObject({
        ...failedTarget(ana.account, { code: 'outcome_unknown' }),
        errorDetail: { code: 'outcome_unknown' },
      });
  },
);

const beforeEffect = [
  { loss: 'the connection breaks', fault: { action: 'drop_before' } },
  { loss: 'a proxy answers 503', fault: { action: 'status', status: 503 } },
] as const;

test.each(cases.flatMap((each) => beforeEffect.map((loss) => ({ ...each, ...loss }))))(
  '$platform never got the post because $loss: it is sent again only where that cannot publish twice',
  async ({ platform, publish, resends, fault }) => {
    const ana = await server.person(platform);
    await server.sandbox.fail({ network: platform, method: 'POST', ...publish, ...fault });
    const target = await ana.target({ content: 'Was that sent?', mediaItems: media(platform) });
    const posts = await ana.posts();
    const sends = (await ana.calls()).filter(
      ({ method, path }) => method === 'POST' && new RegExp(publish.path).test(path),
    );
    expect([posts.length, sends.length]).toEqual(resends ? [1, 2] : [0, 1]);
    if (resends) expect(target).toEqual(publishedTarget(ana.account, posts[0]));
    else expect(target.errorDetail).toMatchObject({ code: 'outcome_unknown', retryable: false });
  },
);

test.each(['instagram', 'threads'] as const)(
  '%s answers "action blocked" for a post that went live: it is published',
  async (platform) => {
    const ana = await server.person(platform);
    await ana.control('publish-error-after-effect', {});
    const target = await ana.target({ content: 'Blocked?', mediaItems: media(platform) });
    const posts = await ana.posts();
    expect(posts).toHaveLength(1);
    expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  },
);

test.each(['instagram', 'threads'] as const)(
  '%s answers "action blocked" and blocks it: the account is restricted, nothing is live',
  async (platform) => {
    const ana = await server.person(platform);
    await ana.control('api-error', {
      operation: 'publish',
      code: 4,
      subcode: 2207051,
      message: 'Application request limit reached',
    });
    const target = await ana.target({ content: 'Blocked!', mediaItems: media(platform) });
    expect(target).toEqual(
      failedTarget(ana.account, {
        code: 'account_restricted',
        networkCode: '4/2207051',
        networkMessage: 'Application request limit reached',
      }),
    );
    expect(await ana.posts()).toEqual([]);
  },
);

test('a LinkedIn page can be read, so a post whose answer was lost is found there', async () => {
  const project = await server.createProject();
  await server.sandbox.addProfile('linkedin', {
    username: 'page_admin',
    name: 'Page Admin',
    pages: [{ username: 'corner-shop', name: 'Corner Shop' }],
  });
  await server.sandbox.control('linkedin', 'processing', { username: 'corner-shop', kind: 'image', ms: 0 });
  await project.connect('linkedin', 'page_admin');
  const { body } = await project.call<{ accounts: { id: string; platformUserId: string }[] }>(
    'GET',
    '/api/v1/accounts',
  );
  const page = body.accounts.find(({ platformUserId }) => platformUserId.startsWith('organization:'))!;
  await server.sandbox.fail({ network: 'linkedin', method: 'POST', path: '^/rest/posts$', action: 'drop_after' });
  const reply = await project.publish({
    content: 'Open (really) #1 @noon',
    mediaItems: [{ type: 'image', url: server.sandbox.sample('beans.jpg') }],
    platforms: [{ platform: 'linkedin', accountId: page.id }],
  });
  const posts = await server.sandbox.posts('linkedin', 'corner-shop');
  expect(posts.map(({ text }) => text)).toEqual(['Open (really) #1 @noon']);
  expect(reply.body.post.targets).toMatchObject([
    { status: 'published', platformPostId: posts[0]!.id, url: posts[0]!.url, error: null },
  ]);
});

test('a post without text is live although it cannot be identified', async () => {
  const ana = await server.person('instagram');
  await server.sandbox.fail({ network: 'instagram', path: '/media_publish$', action: 'drop_after' });
  const target = await ana.target({ mediaItems: media('instagram') });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual({ ...publishedTarget(ana.account, posts[0]), platformPostId: null, url: null });
});

test('LinkedIn returns no id for a post it created: published, without an address', async () => {
  const ana = await server.person('linkedin');
  await server.sandbox.control('linkedin', 'post-without-id', {});
  const target = await ana.target({ content: 'Nameless' });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual({ ...publishedTarget(ana.account, posts[0]), platformPostId: null, url: null });
});

const hidden = [
  { platform: 'instagram', role: 'graph', path: '/media$' },
  { platform: 'threads', role: 'graph', path: '/threads$' },
  { platform: 'x', role: 'api', path: '^/2/media/upload$' },
  { platform: 'linkedin', role: 'www', path: '^/dms-uploads/' },
] as const;

test.each(hidden.flatMap((each) => (['drop_before', 'drop_after'] as const).map((action) => ({ ...each, action }))))(
  '$platform: an upload whose answer is lost ($action) costs a second upload, never a second post',
  async ({ platform, role, path, action }) => {
    const ana = await server.person(platform);
    await server.sandbox.fail({ network: platform, role, path, action });
    const mediaItems = [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }];
    const target = await ana.target({ content: 'One picture', mediaItems });
    const posts = await ana.posts();
    expect(posts).toHaveLength(1);
    expect(target).toEqual(publishedTarget(ana.account, posts[0]));
    const uploads = (await ana.calls()).filter(
      (call) => call.role === role && call.method !== 'GET' && new RegExp(path).test(call.path),
    );
    expect(uploads.length).toBeGreaterThan(1);
  },
);

const image = (name: string) => ({ type: 'image', url: server.sandbox.sample(name) });

test.each([
  { platform: 'x', name: 'two pictures', content: 'R&D <b> "x" https://example.com/a_(b)?q=1&r=2 🎉 早安', count: 2 },
  { platform: 'x', name: 'a bare domain', content: 'See example.com, and README.md', count: 0 },
  { platform: 'x', name: 'line breaks', content: 'One\n\nTwo   three', count: 0 },
  { platform: 'instagram', name: 'a carousel', content: 'R&D <b> "x" 🎉 早安\n\n#tag @name', count: 3 },
  { platform: 'threads', name: 'a carousel', content: 'R&D <b> "x" https://example.com 🎉', count: 2 },
  { platform: 'threads', name: 'one picture', content: '', count: 1 },
] as const)(
  '$platform: a post with $name whose answer was lost is recognised, or remains without an id',
  async (each) => {
    const { platform, content, count } = each;
    const { publish } = cases.find((known) => known.platform === platform)!;
    const ana = await server.person(platform);
    // An older post of the account with the same text must not match.
    await ana.target({ content: content || 'words', mediaItems: [image('latte.png')] });
    if (platform === 'x') await server.sandbox.control('x', 'duplicate-window', { ms: 0 });
    server.clock.advance(60_000);
    const before = await ana.posts();
    await server.sandbox.fail({ network: platform, method: 'POST', ...publish, action: 'drop_after' });
    const mediaItems = ['harbour.jpg', 'beans.jpg', 'roastery.jpg'].slice(0, count).map(image);
    const target = await ana.target({ content, mediaItems });
    const posts = await ana.posts();
    expect(posts).toHaveLength(before.length + 1);
    const expected = publishedTarget(ana.account, posts[0]);
    expect(target).toEqual(content === '' ? { ...expected, platformPostId: null, url: null } : expected);
  },
);
