import type { Account } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { createMock, type Declinable, type Mock } from '../src/index.ts';
import { callerOf, everyNetwork, image, target } from './call-mock.ts';

const COMMENTS =
  'permission_missing: The account was connected without instagram_business_manage_comments, which Instagram wants for first comments. Connect the account again to grant instagram_business_manage_comments.';
const INSIGHTS =
  'permission_missing: The account was connected without instagram_business_manage_insights, which Instagram wants for metrics. Connect the account again to grant instagram_business_manage_insights.';

let keys = 0;

/**
 * Publishes with a first comment; returns what became of the comment and of a reading of metrics.
 */
async function tryBoth(mock: Mock, account: Account) {
  const call = callerOf(mock);
  const { post } = (
    await call('POST', '/posts', {
      mediaItems: [image],
      platforms: [target(account, { firstComment: 'First' })],
      idempotencyKey: `try-${keys++}`,
    })
  ).body as { post: { id: string; targets: [{ commentError: string | null }] } };
  const { targets } = (await call('GET', `/posts/${post.id}/metrics`)).body as {
    targets: [{ metrics: object | null; metricsError: string | null }];
  };
  const [{ metrics, metricsError }] = targets;
  return { commentError: post.targets[0].commentError, metrics: metrics && 'counts', metricsError };
}

const FINE = { commentError: null, metrics: 'counts', metricsError: null };

test('what a user declines is refused without a call to the network, and connecting again grants or removes it', async () => {
  const mock = createMock();
  const connect = async (without?: readonly Declinable[]): Promise<Account> => {
    const { authUrl } = (await callerOf(mock)('POST', '/accounts/connect', { platform: 'instagram' })).body as {
      authUrl: string;
    };
    mock.connect.approve(authUrl, { username: 'grace', ...(without && { without }) });
    return ((await callerOf(mock)('GET', '/accounts')).body as { accounts: [Account] }).accounts[0];
  };
  const first = await connect(['firstComments', 'metrics']);
  mock.networks.instagram.failNextComment('rate_limited');
  mock.networks.instagram.failNextMetrics('rate_limited');
  expect(await tryBoth(mock, first)).toEqual({ commentError: COMMENTS, metrics: null, metricsError: INSIGHTS });
  // One unit for the post and none for its comment.
  expect((await callerOf(mock)('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
  const again = await connect();
  expect(again.id).toBe(first.id);
  expect(await tryBoth(mock, again)).toEqual({
    commentError: expect.stringMatching(/^rate_limited: /),
    metrics: null,
    metricsError: expect.stringMatching(/^rate_limited: /),
  });
  expect(await tryBoth(mock, again)).toEqual(FINE);
  expect(await tryBoth(mock, await connect(['metrics']))).toEqual({ ...FINE, metrics: null, metricsError: INSIGHTS });
});

test('an account can be there from the start with less; X and LinkedIn grant all or nothing', async () => {
  const mock = createMock({ start: { accounts: [{ platform: 'threads', without: ['firstComments'] }] } });
  const [account] = ((await callerOf(mock)('GET', '/accounts')).body as { accounts: [Account] }).accounts;
  expect(await tryBoth(mock, account)).toEqual({
    ...FINE,
    commentError: expect.stringContaining('threads_manage_replies'),
  });
  const sentence = 'X grants all permissions or none: its users cannot decline metrics.';
  expect(() => mock.seed.account({ platform: 'x', without: ['metrics'] })).toThrow(new RangeError(sentence));
  const { authUrl } = (await callerOf(mock)('POST', '/accounts/connect', { platform: 'x' })).body as {
    authUrl: string;
  };
  expect(() => mock.connect.approve(authUrl, { without: ['metrics'] })).toThrow(new RangeError(sentence));
  // The link is as good as before.
  expect(mock.connect.approve(authUrl)).toBe(null);
});

test('a repost of what is no id of a post leaves what is scripted for the next', async () => {
  const { mock, call, x } = everyNetwork();
  mock.networks.x.failNextRepost('rate_limited');
  const repost = async (platformPostId: string) =>
    (await call('POST', '/reposts', { platform: 'x', platformPostId, accountIds: [x.id] })).body;
  expect(await repost('nonsense')).toMatchObject({ error: { code: 'invalid_request' } });
  expect(await repost('1')).toMatchObject({ reposts: [{ error: expect.stringMatching(/^rate_limited: /) }] });
});
