import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, ErrorBody, Post, PostMetricsResponse, RepostPostResponse, Target } from '@fanfare/contract';
import { startGate } from '@fanfare/network-conformance';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publicStatuses } from '../simulator/create-simulator.ts';
import { connectPerson } from '../try/connect-person.ts';
import { type Installation, startInstallation } from '../try/start-installation.ts';

type Gate = Awaited<ReturnType<typeof startGate>>;

let installation: Installation<Gate>;
let ada: Account;
let keys = 0;

beforeAll(async () => {
  installation = await startInstallation(startGate);
  installation.simulator.addPerson('ada');
  const { account } = await connectPerson(installation, 'ada');
  if (account === null) throw new Error('ada was not connected');
  ada = account;
});
afterAll(() => installation?.stop());
beforeEach(() => installation.mastodon.clearFaults());

type Content = {
  readonly content: string;
  readonly mediaItems?: readonly object[];
  readonly publishAt?: string;
  readonly firstComment?: string;
  readonly account?: Account;
};

async function publish<Body = { post: Post }>({ account = ada, firstComment, ...content }: Content) {
  const request = {
    ...content,
    platforms: [{ platform: 'mastodon', accountId: account.id, ...(firstComment !== undefined && { firstComment }) }],
    idempotencyKey: `key-${++keys}`,
  };
  return installation.call<Body>('POST', '/posts', request);
}
async function target(content: Content): Promise<Target> {
  const { status, body } = await publish(content);
  expect(status).toBe(201);
  return body.post.targets[0]!;
}
const file = (name: string) => `${installation.mastodon.origin}/files/${name}`;
const live = (text: string) => publicStatuses(installation.simulator.world).filter((status) => status.text === text);

describe('the installation', () => {
  test('shows the network’s name on the pages of the connect flow, and the server in the account’s name', async () => {
    const host = new URL(installation.mastodon.origin).host;
    const { confirmPage, result, account } = await connectPerson(installation, 'ada');
    expect(confirmPage).toContain('Connect your Mastodon account to Harbour Coffee?');
    expect(result).toEqual({ status: 'success', accountId: ada.id, platform: 'mastodon', username: `ada@${host}` });
    expect(account).toEqual({
      id: ada.id,
      platform: 'mastodon',
      platformUserId: `${installation.simulator.world.people[0]?.id}@${host}`,
      username: `ada@${host}`,
      status: 'active',
      statusReason: null,
      connectedAt: expect.any(String),
    });
  });

  test('reports that the user declined to connect', async () => {
    expect((await connectPerson(installation, '')).result).toEqual({ status: 'error', reason: 'access_denied' });
  });

  test('lists it with the shipped networks', async () => {
    const { body } = await installation.call<{ platforms: { platform: string; text: object }[] }>('GET', '/platforms');
    expect(body.platforms.map(({ platform }) => platform)).toEqual([
      'instagram',
      'threads',
      'x',
      'linkedin',
      'mastodon',
      'hub',
    ]);
    expect(body.platforms[4]).toMatchObject({
      text: { max: 500, countedAs: 'mastodon', textOnly: true },
      firstComment: { max: 500 },
    });
    const description = await (await fetch(`${installation.baseUrl}/openapi.yaml`)).text();
    expect(description.match(/^ +- mastodon$/gm)).toHaveLength(3);
  });

  test('refuses an unknown platform, and a text that the network would refuse', async () => {
    const misspelt = await installation.call<ErrorBody>('POST', '/accounts/connect', { platform: 'mastadon' });
    expect([misspelt.status, misspelt.body.error.code]).toEqual([400, 'invalid_request']);
    const long = await publish<ErrorBody>({
      content: `${'a'.repeat(477)} https://bakery.example.com/a/very/long/address`,
    });
    expect([long.status, long.body.error.details?.[0]]).toEqual([
      400,
      {
        path: 'platforms[0].content',
        platform: 'mastodon',
        accountId: ada.id,
        rule: 'mastodon.text.max_length',
        message: expect.stringContaining('has 501 characters on Mastodon'),
        limit: 500,
        actual: 501,
      },
    ]);
  });

  test('the shipped command removes everything of a profile there, and still knows no other name', async () => {
    installation.simulator.addPerson('gone');
    const { account } = await connectPerson(installation, 'gone');
    const removed = await installation.fanfare('remove', 'mastodon', account!.platformUserId);
    expect([removed.code, removed.output]).toEqual([
      0,
      expect.stringContaining(': 1 account, 0 targets (confirmation code '),
    ]);
    expect((await installation.call('GET', `/accounts/${account!.id}`)).status).toBe(404);
    const unknown = await installation.fanfare('remove', 'mastadon', '1');
    expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('There is no platform "mastadon".')]);
  });
});

describe('a post', () => {
  test('is on the network once, with its images and alt texts, and at the address in the answer', async () => {
    const content = 'Fresh rye & butter, with @ben@elsewhere.example';
    const published = await target({
      content,
      mediaItems: [
        { type: 'image', url: file('harbour.png'), altText: 'Boats at dawn' },
        { type: 'image', url: file('roastery.png') },
      ],
    });
    const [status, ...more] = live(content);
    expect(more).toEqual([]);
    expect(status?.media.map(({ type, description }) => [type, description])).toEqual([
      ['image', 'Boats at dawn'],
      ['image', null],
    ]);
    expect(published).toMatchObject({
      status: 'published',
      platformPostId: status?.id,
      url: `${installation.mastodon.origin}/@ada/${status?.id}`,
    });
    expect(await (await fetch(published.url!)).text()).toContain('Fresh rye &amp; butter');
  });

  test.each([
    ['at once', () => ({})],
    ['scheduled', () => ({ publishAt: new Date().toISOString() })],
  ])('gets its first comment, below itself and once (%s)', async (name, when) => {
    const content = `With a comment, ${name}`;
    const { body } = await publish({ content, firstComment: 'Which bread next?', ...when() });
    const [commented] = (await untilTargets(isCommented, body.post.id)).targets;
    expect(commented).toMatchObject({ status: 'published', commentStatus: 'published', commentError: null });
    const [status] = live(content);
    expect(status?.replies.map(({ id, text }) => [id, text])).toEqual([[commented?.commentId, 'Which bread next?']]);
  });

  test('waits for its video', async () => {
    await target({
      content: 'A clip',
      mediaItems: [{ type: 'video', url: file('clip.mp4'), altText: 'A pot of coffee' }],
    });
    expect(
      live('A clip').map(({ media }) =>
        media.map(({ type, description, looksLeft }) => [type, description, looksLeft]),
      ),
    ).toEqual([[['video', 'A pot of coffee', 0]]]);
  });

  test('is published when it is due', async () => {
    const scheduled = await publish({ content: 'On time', publishAt: new Date().toISOString() });
    expect([scheduled.status, scheduled.body.post.status]).toEqual([202, 'scheduled']);
    const post = await untilTargets(isSettled, scheduled.body.post.id);
    expect([post.status, live('On time').length]).toEqual(['published', 1]);
  });

  // That an answer is found by reading is in `conformance.test.ts`.
  test('is published once although its answer was lost and nothing can be read: the key decides', async () => {
    installation.mastodon.fail({ method: 'POST', path: '^/api/v1/statuses$', action: 'drop_after' });
    installation.mastodon.fail({ method: 'GET', path: '/statuses$', action: 'status', status: 404, times: 10 });
    const published = await target({ content: 'Blind' });
    expect(live('Blind').map(({ id }) => id)).toEqual([published.platformPostId]);
  });

  test('that the network refuses fails with its words, and can be sent again', async () => {
    const refusal = { error: 'Validation failed: Text character limit of 400 exceeded' };
    installation.mastodon.fail({
      method: 'POST',
      path: '^/api/v1/statuses$',
      action: 'status',
      status: 422,
      body: refusal,
    });
    expect(await target({ content: 'Refused' })).toMatchObject({
      status: 'failed',
      error: 'content_rejected: The text is longer than the Mastodon server takes.',
      errorDetail: { networkCode: '422', networkMessage: refusal.error },
    });
    expect(await target({ content: 'Refused' })).toMatchObject({ status: 'published' });
  });

  test('is reposted, by its target and by its link, and has its counts read', async () => {
    const { body } = await publish({ content: 'To be boosted' });
    const { id, targets } = body.post;
    const own = await installation.call<RepostPostResponse>('POST', `/posts/${id}/repost`, {});
    expect(own.body.reposts).toMatchObject([{ platform: 'mastodon', status: 'reposted' }]);
    const byLink = await installation.call<RepostPostResponse>('POST', '/reposts', {
      url: targets[0]!.url,
      accountIds: [ada.id],
    });
    expect(byLink.body.reposts).toMatchObject([{ platform: 'mastodon', status: 'reposted' }]);
    expect(live('To be boosted')[0]?.boosts.length).toBe(1);
    const metrics = await installation.call<PostMetricsResponse>('GET', `/posts/${id}/metrics`);
    expect(metrics.body.targets.map((each) => [each.metrics, each.metricsError])).toEqual([
      [{ views: null, likes: 0, comments: 0, shares: 1, saves: null }, null],
    ]);
  });
});

test('an account whose owner revoked the access is revoked at its next post, and no other', async () => {
  installation.simulator.addPerson('cleo');
  const { account } = await connectPerson(installation, 'cleo');
  for (const token of installation.simulator.world.tokens.values())
    if (token.person.username === 'cleo') token.revoked = true;
  expect(await target({ content: 'Too late', account: account! })).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^account_not_active: /),
  });
  const after = await installation.call<{ account: Account }>('GET', `/accounts/${account!.id}`);
  expect([after.body.account.status, after.body.account.statusReason]).toEqual(['revoked', 'revoked_by_user']);
  expect((await installation.call<{ account: Account }>('GET', `/accounts/${ada.id}`)).body.account.status).toBe(
    'active',
  );
});

const isSettled = ({ status }: Target): boolean => status !== 'pending';
/** A comment is posted after its target has settled. */
const isCommented = ({ commentStatus }: Target): boolean => commentStatus !== 'none';

async function untilTargets(isDone: (target: Target) => boolean, postId: string): Promise<Post> {
  for (;;) {
    const { body } = await installation.call<{ post: Post }>('GET', `/posts/${postId}`);
    if (body.post.targets.every(isDone)) return body.post;
    await sleep(100);
  }
}
