import { afterEach, describe, expect, test } from 'vitest';
import { commentedTarget, uncommentedTarget } from '../../expected-post.ts';
import { grantOnly } from '../../granted-scopes.ts';
import { useServer } from '../../use-server.ts';
import { COMMENTING, type Commenting, leastMedia } from './networks.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

/** A network's answer when the account writes too much. */
const throttled = (seconds: number) => ({
  action: 'status' as const,
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: { error: { message: 'Application request limit reached', type: 'OAuthException', code: 4 } },
});

async function publishWith(network: Commenting, fault: Partial<Parameters<typeof server.sandbox.fail>[0]>) {
  const { platform, role, path, skip } = network;
  const ana = await server.person(platform);
  await server.sandbox.fail({ network: platform, method: 'POST', role, path, skip, action: 'status', ...fault });
  const mediaItems = leastMedia(server, platform);
  const before = server.clock.skippedMs();
  const target = await ana.target({ content: 'Out', mediaItems, target: { firstComment: 'And more' } });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  return {
    ana,
    target,
    post: posts[0]!,
    waitedMs: server.clock.skippedMs() - before,
    usage: await ana.project.usage(),
  };
}

describe.each(COMMENTING)('on $platform', (network) => {
  test('after a short pause the comment follows', async () => {
    const { ana, target, post, waitedMs, usage } = await publishWith(network, throttled(7));
    expect(target).toEqual(commentedTarget(ana.account, post));
    expect(waitedMs).toBeGreaterThanOrEqual(7_000);
    expect(usage).toMatchObject({ used: 2, reserved: 0 });
  });

  test('a longer pause is not waited for: rate_limited, the post stays published', async () => {
    const { ana, target, post, usage } = await publishWith(network, throttled(31));
    expect(target).toEqual(uncommentedTarget(ana.account, post, 'rate_limited'));
    expect(post.comments).toEqual([]);
    expect(usage).toMatchObject({ used: 1, reserved: 0 });
  });

  test('repeated pauses are waited for 30 seconds in total', async () => {
    const { ana, target, post, waitedMs } = await publishWith(network, { ...throttled(14), times: 10 });
    expect(target).toEqual(uncommentedTarget(ana.account, post, 'rate_limited'));
    expect(waitedMs).toBeLessThan(90_000);
  });

  test('a refusal of the text gives the network’s own reason', async () => {
    const body = {
      instagram: { error: { message: 'Comments are off here', type: 'OAuthException', code: 100 } },
      threads: { error: { message: 'Comments are off here', type: 'OAuthException', code: 100 } },
      linkedin: { message: 'Comments are off here', status: 400 },
    }[network.platform];
    const { ana, target, post, usage } = await publishWith(network, { status: 400, body });
    expect(target).toEqual(uncommentedTarget(ana.account, post, 'content_rejected'));
    expect(usage).toMatchObject({ used: 1, reserved: 0 });
  });
});

test('a post that fails has no comment, and pays for neither', async () => {
  const ana = await server.person('threads');
  await ana.control('restrict', { on: true });
  const target = await ana.target({ content: 'Out', target: { firstComment: 'And more' } });
  expect(target).toMatchObject({ status: 'failed', commentStatus: 'none', commentId: null, commentError: null });
  expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
});

/** The scopes of each network before first comments existed. */
const BEFORE = {
  instagram: ['instagram_business_basic', 'instagram_business_content_publish'],
  threads: ['threads_basic', 'threads_content_publish'],
} as const;

test.each(['instagram', 'threads'] as const)(
  '%s: an account connected before first comments existed publishes, gets the advice to connect again, and no comment call is made',
  async (platform) => {
    const ana = await server.person(platform);
    const scopes = [...BEFORE[platform]];
    await ana.control('scopes', { scopes });
    await grantOnly(server, ana, scopes);
    const mediaItems = leastMedia(server, platform);
    const target = await ana.target({ content: 'Out', mediaItems, target: { firstComment: 'And more' } });
    const remedy = / Connect the account again to grant \w+_(comments|replies)\.$/;
    expect(target).toEqual(uncommentedTarget(ana.account, (await ana.posts())[0], 'permission_missing', remedy));
    expect((await ana.writes()).filter((call) => call.includes('comments'))).toEqual([]);
    expect((await ana.read()).status).toBe('active');
    expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  },
);

test('linkedin: a comment that comes too early for its post is sent again two seconds later', async () => {
  const ana = await server.person('linkedin');
  await server.sandbox.control('linkedin', 'comment-race', { times: 1 });
  const target = await ana.target({ content: 'Fresh', target: { firstComment: 'And more' } });
  expect(target).toEqual(commentedTarget(ana.account, (await ana.posts())[0]));
});
