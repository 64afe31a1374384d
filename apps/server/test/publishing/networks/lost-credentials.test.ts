import type { Account, OAuthPlatform } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { type ExpectedError, failedTarget, publishedTarget } from '../../expected-post.ts';
import { type Person, useServer } from '../../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());
const DAY_MS = 86_400_000;

const mediaOf = (platform: OAuthPlatform) =>
  platform === 'instagram' ? [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }] : [];
const publish = (ana: Person, content: string) =>
  ana.target({ content, mediaItems: mediaOf(ana.account.platform as OAuthPlatform) });

type Case = {
  readonly platform: OAuthPlatform;
  readonly name: string;
  readonly arrange: (ana: Person) => Promise<unknown>;
  readonly error: ExpectedError;
  readonly becomes: Pick<Account, 'status' | 'statusReason'>;
};

const EXPIRED = { status: 'expired', statusReason: 'refresh_rejected' } as const;
/** Nothing to renew it with: these apps get no refresh token. */
const NOT_RENEWABLE = { status: 'expired', statusReason: 'not_renewable' } as const;
const REVOKED = { status: 'revoked', statusReason: 'revoked_by_user' } as const;

const meta = (['instagram', 'threads'] as const).flatMap((platform): Case[] => [
  {
    platform,
    name: 'the owner removed the app',
    arrange: (ana) => ana.control('revoke-token'),
    error: { code: 'account_not_active', networkCode: '190/458', networkMessage: /has not authorized application/ },
    becomes: REVOKED,
  },
  {
    platform,
    name: 'the owner changed the password',
    arrange: (ana) => ana.control('token-state', { state: 'password_changed' }),
    error: { code: 'account_not_active', networkCode: '190/460', networkMessage: /changed their password/ },
    becomes: EXPIRED,
  },
  {
    platform,
    name: 'the owner has to confirm a login',
    arrange: (ana) => ana.control('token-state', { state: 'checkpointed' }),
    error: { code: 'account_not_active', networkCode: '190/459', networkMessage: /log in to/ },
    becomes: EXPIRED,
  },
  {
    platform,
    name: 'the token ended early',
    arrange: (ana) => ana.control('expire-tokens'),
    error: { code: 'account_not_active', networkCode: '190/463', networkMessage: /Session has expired/ },
    becomes: EXPIRED,
  },
]);

const cases: readonly Case[] = [
  ...meta,
  {
    platform: 'x',
    name: 'the owner removed the app',
    arrange: (ana) => ana.control('revoke-token'),
    error: { code: 'account_not_active', networkCode: '401', networkMessage: 'Unauthorized' },
    becomes: EXPIRED,
  },
  {
    platform: 'x',
    name: 'both of its tokens ended early',
    arrange: (ana) => ana.control('expire-tokens', { refresh: true }),
    error: { code: 'account_not_active', networkCode: '401', networkMessage: 'Unauthorized' },
    becomes: EXPIRED,
  },
  {
    platform: 'linkedin',
    name: 'the member revoked the authorization',
    arrange: (ana) => ana.control('revoke-token'),
    error: { code: 'account_not_active', networkCode: 'REVOKED_ACCESS_TOKEN', networkMessage: /revoked by the user/ },
    becomes: REVOKED,
  },
  {
    platform: 'linkedin',
    name: 'the token ended and cannot be renewed',
    arrange: (ana) => ana.control('expire-tokens'),
    error: { code: 'account_not_active', networkCode: 'EXPIRED_ACCESS_TOKEN', networkMessage: /has expired/ },
    becomes: NOT_RENEWABLE,
  },
];

test.each(cases)(
  '$platform: $name; the account expires and the next post makes no call to the network',
  async (each) => {
    const { platform, arrange, error, becomes } = each;
    const ana = await server.person(platform);
    await arrange(ana);
    expect(await publish(ana, 'Still there?')).toEqual(failedTarget(ana.account, error));
    expect(await ana.read()).toEqual({ ...ana.account, ...becomes });
    const before = await ana.calls();

    expect(await publish(ana, 'And now?')).toEqual(
      failedTarget(ana.account, {
        code: 'account_not_active',
        message: new RegExp(`${becomes.status} \\(${becomes.statusReason}\\)`),
      }),
    );
    expect(await ana.calls()).toEqual(before);
    expect(await ana.posts()).toEqual([]);

    const again = await ana.project.connect(platform, ana.username);
    expect(again).toEqual({ ...ana.account, connectedAt: again.connectedAt });
    const target = await publish(ana, 'Back again');
    expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
  },
);

const refreshes = async (ana: Person, path: RegExp) =>
  (await ana.calls()).filter((call) => path.test(call.path)).map(({ status }) => status);

test('x: a token that ended early is renewed once, and the post is published once', async () => {
  const ana = await server.person('x');
  await ana.control('expire-tokens');
  const target = await publish(ana, 'After a refresh');
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await ana.writes()).toEqual(['POST /2/tweets', 'POST /2/oauth2/token', 'POST /2/tweets']);
});

test('x: a token about to expire is renewed before use, and the new pair is stored', async () => {
  const ana = await server.person('x');
  for (const round of [1, 2]) {
    server.clock.advance(7_100_000);
    const target = await publish(ana, `Round ${round}`);
    expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
  }
  expect(await refreshes(ana, /oauth2\/token$/)).toEqual([200, 200]);
});

test('x: ten posts that need a new token at once renew it once', async () => {
  const ana = await server.person('x');
  server.clock.advance(7_300_000);
  const targets = await Promise.all(Array.from({ length: 10 }, (_, i) => publish(ana, `Number ${i}`)));
  expect(targets.map(({ status }) => status)).toEqual(Array(10).fill('published'));
  expect(await refreshes(ana, /oauth2\/token$/)).toEqual([200]);
});

test('x: a refresh that fails temporarily says so and leaves the account alone', async () => {
  const ana = await server.person('x');
  await ana.control('expire-tokens');
  await server.sandbox.fail({ network: 'x', path: '/oauth2/token$', action: 'status', status: 503, times: 9 });
  expect(await publish(ana, 'Later?')).toEqual(
    failedTarget(ana.account, { code: 'network_unavailable', networkCode: '503' }),
  );
  expect(await ana.read()).toEqual(ana.account);
  await server.sandbox.removeFaults();
  expect(await publish(ana, 'Now')).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
});

test('x: a wrong app secret is the operator’s error and leaves the account alone', async () => {
  const ana = await server.person('x');
  await ana.control('expire-tokens');
  const body = { error: 'invalid_client', error_description: 'Value passed for the client credentials was invalid.' };
  await server.sandbox.fail({ network: 'x', path: '/oauth2/token$', action: 'status', status: 401, body });
  expect((await publish(ana, 'Whose fault?')).errorDetail).toMatchObject({
    code: 'internal_error',
    networkCode: 'invalid_client',
  });
  expect(await ana.read()).toEqual(ana.account);
});

test.each([
  { platform: 'instagram', path: /refresh_access_token$/ },
  { platform: 'threads', path: /refresh_access_token$/ },
] as const)('$platform: a token near its end is renewed before use', async ({ platform, path }) => {
  const ana = await server.person(platform);
  server.clock.advance(51 * DAY_MS);
  const target = await publish(ana, 'Seven weeks later');
  expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
  expect(await refreshes(ana, path)).toEqual([200]);
  server.clock.advance(30 * DAY_MS);
  expect(await publish(ana, 'A month later')).toMatchObject({ status: 'published' });
  expect(await refreshes(ana, path)).toEqual([200]);
});

test('a token that expired unused expires the account', async () => {
  const ana = await server.person('threads');
  server.clock.advance(61 * DAY_MS);
  expect(await publish(ana, 'Too late')).toMatchObject({
    status: 'failed',
    errorDetail: { code: 'account_not_active' },
  });
  expect(await ana.read()).toEqual({ ...ana.account, ...EXPIRED });
});

test('linkedin: an authorization that cannot be renewed works until its end, and no longer', async () => {
  const ana = await server.person('linkedin');
  server.clock.advance(60 * DAY_MS - 60_000);
  expect(await publish(ana, 'One minute left')).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
  expect(await ana.read()).toEqual(ana.account);
  const before = await ana.calls();
  server.clock.advance(120_000);
  expect((await publish(ana, 'One minute late')).errorDetail).toMatchObject({ code: 'account_not_active' });
  expect([await ana.read(), await ana.calls()]).toEqual([{ ...ana.account, ...NOT_RENEWABLE }, before]);
});

test('linkedin: a partner app renews without the member', async () => {
  await server.sandbox.control('linkedin', 'app', { clientId: 'sandbox-linkedin-app', partner: true });
  const ana = await server.person('linkedin');
  await server.sandbox.control('linkedin', 'app', { clientId: 'sandbox-linkedin-app', partner: false });
  await ana.control('expire-tokens');
  const target = await publish(ana, 'After a refresh');
  expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
  expect(await refreshes(ana, /accessToken$/)).toEqual([200]);
});

test.each(['instagram', 'threads'] as const)(
  '%s: an authorization revoked in the middle of a carousel leaves nothing public and nothing billed; another account continues',
  async (platform) => {
    const ana = await server.person(platform);
    const bo = await server.person(platform);
    await ana.control('revoke-token', { afterCalls: 2 });
    const mediaItems = ['harbour.jpg', 'roastery.jpg', 'beans.jpg'].map((name) => ({
      type: 'image',
      url: server.sandbox.sample(name),
    }));
    const target = await ana.target({ content: 'Three pictures', mediaItems });
    expect(target).toMatchObject({ status: 'failed', errorDetail: { code: 'account_not_active' } });
    expect([await ana.posts(), (await ana.writes()).filter((call) => call.endsWith('publish'))]).toEqual([[], []]);
    expect((await ana.writes()).length).toBeGreaterThan(1);
    expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
    expect(await ana.read()).toEqual({ ...ana.account, ...REVOKED });
    expect(await bo.target({ content: 'Three pictures', mediaItems })).toMatchObject({ status: 'published' });
  },
);

test('nothing the server logged or answered contains a token', async () => {
  const ana = await server.person('threads');
  const { accessToken } = (await ana.control('issue-token', {})) as { accessToken: string };
  expect(accessToken).toMatch(/^THAA/);
  expect(server.log()).not.toMatch(/THAA|THQV|IGAAL|IGAAS|[A-Za-z0-9_-]{20,}OjE6MTph/);
});
