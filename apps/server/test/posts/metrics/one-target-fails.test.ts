import type { OAuthPlatform, PostMetricsResponse } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { grantOnly, mayReadMetrics } from '../../granted-scopes.ts';
import type { Project } from '../../harness.ts';
import { holdTimeouts } from '../../hold-timeouts.ts';
import { uuidOf } from '../../leaving/dump.ts';
import { type Person, useServer } from '../../use-server.ts';

/**
 * Ends of the two seconds that a read may take, in the order of the targets. Nothing is late unless
 * a test triggers it.
 */
const ends = holdTimeouts(2_000);
const server = useServer({ options: { metricsMs: 2_000 } });
afterEach(async () => {
  ends.length = 0;
  await server.sandbox.release();
  await server.sandbox.control('x', 'credits', { usd: 1_000 });
  await server.sandbox.control('x', 'client-forbidden', { reason: null });
});

const read = async (project: Project, postId: string): Promise<PostMetricsResponse['targets']> => {
  const reply = await project.call<PostMetricsResponse>('GET', `/api/v1/posts/${postId}/metrics`);
  expect(reply.status).toBe(200);
  return reply.body.targets;
};

const media = (platform: OAuthPlatform) =>
  platform === 'instagram' ? [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }] : [];

type Case = {
  readonly platform: OAuthPlatform;
  readonly name: string;
  readonly arrange: (ana: Person, platformPostId: string) => Promise<unknown>;
  readonly error: RegExp;
  readonly becomes?: string;
  readonly isLate?: boolean;
};

const GONE = {
  instagram: /^content_rejected: .*Instagram/,
  threads: /^content_rejected: .*Threads/,
  x: /^content_rejected: .*X no longer has this post/,
  // For a member's post LinkedIn says only that it is not theirs.
  linkedin: /^permission_missing: .*LinkedIn .* or the post was deleted/,
};
const PLATFORMS = ['instagram', 'threads', 'x', 'linkedin'] as const;
/** A fault of each read of metrics on X; the conformance of each network meets it there. */
const failReads = (fault: object) =>
  server.sandbox.fail({ network: 'x', path: '^/2/tweets/\\d+$', action: 'status', times: 9, ...fault });
const LESS: Record<OAuthPlatform, readonly string[]> = {
  instagram: ['instagram_business_basic', 'instagram_business_content_publish'],
  threads: ['threads_basic', 'threads_content_publish'],
  x: ['tweet.write', 'users.read'],
  linkedin: ['openid', 'profile'],
};

const everywhere = PLATFORMS.flatMap((platform): Case[] => [
  {
    platform,
    name: 'an account connected before the permission existed must connect again',
    arrange: (ana) => grantOnly(server, ana, LESS[platform]),
    error: /^permission_missing: .*without .* connect the account again/i,
  },
  {
    platform,
    name: 'a deleted post',
    arrange: (_ana, platformPostId) => server.sandbox.control(platform, 'delete-post', { platformPostId }),
    error: GONE[platform],
  },
  {
    platform,
    name: 'a token that was revoked meanwhile expires the account, as in a publish',
    arrange: (ana) => ana.control('revoke-token'),
    error: /^account_not_active: \S/,
    becomes: platform === 'x' ? 'expired' : 'revoked',
  },
]);

const cases: readonly Case[] = [
  ...everywhere,
  {
    platform: 'threads',
    name: 'a disconnected account',
    arrange: (ana) => ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`),
    error: /^account_not_active: The account is revoked \(disconnected\)\. Connect it again/,
    becomes: 'revoked',
  },
  {
    platform: 'x',
    name: 'a network that is down',
    arrange: () => failReads({ status: 503 }),
    error: /^network_unavailable: /,
  },
  {
    platform: 'x',
    name: 'a connection that breaks',
    arrange: () => failReads({ action: 'drop_before' }),
    error: /^network_unavailable: /,
  },
  {
    platform: 'x',
    name: 'a network that does not answer in time',
    arrange: () => failReads({ action: 'delay', delayMs: 600_000 }),
    isLate: true,
    error: /^network_unavailable: The network did not return the metrics within 2 seconds\. Ask again later\.$/,
  },
  {
    platform: 'x',
    name: 'a network’s rate limit on reads is not waited for',
    arrange: () => failReads({ status: 429, body: { status: 429 } }),
    error: /^rate_limited: /,
  },
  {
    platform: 'x',
    name: 'the limit of the account',
    arrange: (ana) => ana.control('rate-limit', { endpoint: 'GET /2/tweets/:id', remaining: 0, resetSeconds: 600 }),
    error: /^rate_limited: X is receiving too many calls for this account or app\.$/,
  },
  {
    platform: 'x',
    name: 'an operator whose plan does not include reads',
    arrange: () => server.sandbox.control('x', 'client-forbidden', { reason: 'client-not-enrolled' }),
    error: /^permission_missing: The X app of this installation has no plan that may read posts\. Operator: /,
  },
  {
    platform: 'x',
    name: 'an operator without credits',
    arrange: () => server.sandbox.control('x', 'credits', { usd: 0 }),
    error: /^network_credits_exhausted: .* Operator: buy credits/,
  },
  {
    platform: 'x',
    name: 'a post whose id is unknown',
    arrange: (ana) =>
      server.db.query({
        text: 'update targets set platform_post_id = null where account_id = $1',
        values: [uuidOf(ana.account.id)],
      }),
    error: /^content_rejected: The network did not return the id of this post when it was published, /,
  },
  {
    platform: 'x',
    name: 'a renewal that fails temporarily',
    arrange: async (ana) => {
      await ana.control('expire-tokens');
      await server.sandbox.fail({ network: 'x', path: '/oauth2/token$', action: 'status', status: 503, times: 9 });
    },
    error: /^network_unavailable: /,
  },
  {
    platform: 'x',
    name: 'a renewal that takes too long',
    arrange: async (ana) => {
      await ana.control('expire-tokens');
      await server.sandbox.fail({ network: 'x', path: '/oauth2/token$', action: 'delay', delayMs: 600_000 });
    },
    isLate: true,
    error: /^network_unavailable: The network did not return the metrics within 2 seconds\. Ask again later\.$/,
  },
  {
    platform: 'x',
    name: 'a credential that cannot be decrypted',
    arrange: (ana) =>
      server.db.query({
        text: `update credentials set sealed = '\\x00' where account_id = $1`,
        values: [uuidOf(ana.account.id)],
      }),
    error: /^internal_error: The service could not open the credential of this account\./,
  },
];

test.each(cases)('$platform: $name', async ({ platform, arrange, error, becomes = 'active', isLate = false }) => {
  const project = await server.createProject();
  const ana = await server.person(platform, { project });
  // The other target of the post has its counts in any case.
  const ben = await server.person(platform === 'threads' ? 'linkedin' : 'threads', { project });
  for (const person of [ana, ben]) await mayReadMetrics(server, person);
  const platforms = [ana, ben].map(({ account }) => ({
    platform: account.platform,
    accountId: account.id,
    mediaItems: media(account.platform as OAuthPlatform),
  }));
  const { post } = (await project.publish({ content: 'Two', platforms })).body;
  await arrange(ana, post.targets[0]!.platformPostId!);
  const reading = read(project, post.id);
  if (isLate) {
    await expect.poll(async () => (await ana.calls()).some(({ durationMs }) => durationMs === null)).toBe(true);
    ends[0]?.();
  }
  const [target, other] = await reading;
  expect(target).toMatchObject({ id: post.targets[0]!.id, status: 'published', metrics: null });
  expect(target!.metricsError).toMatch(error);
  expect(other).toMatchObject({ metrics: { likes: expect.any(Number) }, metricsError: null });
  expect((await ana.read()).status).toBe(becomes);
});

test('x: an expired token is renewed once, and the counts are read', async () => {
  const ana = await server.person('x');
  const { post } = (await ana.publish({ content: 'Renewed' })).body;
  await ana.control('expire-tokens');
  const before = (await ana.calls()).length;
  expect(await read(ana.project, post.id)).toMatchObject([{ metrics: { likes: 0 }, metricsError: null }]);
  const calls = (await ana.calls())
    .slice(before)
    .map(({ method, path, status }) => `${method} ${path.replace(/\d{9,}/, '{id}')} ${status}`);
  expect(calls).toEqual([
    'GET /2/tweets/{id} 401',
    'POST /2/oauth2/token 200',
    // The paid plan of the account.
    'GET /2/users/me 200',
    'GET /2/tweets/{id} 200',
  ]);
});

test('an account that expired meanwhile is not read, and has its counts again once it is connected', async () => {
  const ana = await server.person('x');
  const { post } = (await ana.publish({ content: 'Expired' })).body;
  await ana.control('revoke-token');
  await read(ana.project, post.id);
  const before = await ana.calls();
  expect((await read(ana.project, post.id))[0]!.metricsError).toBe(
    'account_not_active: The account is expired (refresh_rejected). Connect it again to publish.',
  );
  expect(await ana.calls()).toEqual(before);
  await ana.project.connect('x', ana.username);
  expect((await read(ana.project, post.id))[0]!.metricsError).toBeNull();
});
