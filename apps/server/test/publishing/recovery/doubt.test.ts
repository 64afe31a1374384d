import { afterEach, describe, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { settledOf, useKillableRuns } from './killable-runs.ts';

const { server, killAt, killed, expireLeases } = useKillableRuns();
afterEach(() => server.sandbox.removeFaults());

describe('the credential is refused while the outcome is read back', () => {
  test('it is renewed, and read again: the post is found', async () => {
    const ana = await server.person('x');
    await killAt(ana, 'C7', { keepsLease: true });
    const settling = settledOf(ana, { content: 'Found with a new token' });
    await expect.poll(() => killed(ana), { interval: 5 }).toBe(1);
    await ana.control('expire-tokens');
    await expireLeases(ana);
    const { target } = await settling;
    expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
    const reads = (await ana.calls()).map(({ method, path, status }) => [
      method,
      path.replace(/\d{5,}/, '{id}'),
      status,
    ]);
    expect(reads.slice(-4)).toEqual([
      ['GET', '/2/users/{id}/tweets', 401],
      ['POST', '/2/oauth2/token', 200],
      // A renewal reads the paid plan of the account.
      ['GET', '/2/users/me', 200],
      ['GET', '/2/users/{id}/tweets', 200],
    ]);
    expect((await ana.read()).status).toBe('active');
  });

  test.each(['instagram', 'threads', 'x'] as const)(
    '%s: revoked for good, it makes reading impossible: the outcome is unknown, not failed',
    async (platform) => {
      const ana = await server.person(platform);
      const mediaItems = platform === 'instagram' ? [{ type: 'image', url: server.sandbox.sample('beans.jpg') }] : [];
      await killAt(ana, 'C7', { keepsLease: true });
      const settling = settledOf(ana, { content: 'Who knows', mediaItems });
      await expect.poll(() => killed(ana), { interval: 5 }).toBe(1);
      await ana.control('revoke-token');
      await expireLeases(ana);
      const { target } = await settling;
      expect(target.errorDetail).toMatchObject({ code: 'outcome_unknown', retryable: false });
      expect((await ana.read()).status).not.toBe('active');
      expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
    },
  );

  test('an account disconnected while its post was in doubt: unknown, and no further call is made', async () => {
    const ana = await server.person('x');
    await killAt(ana, 'C7', { keepsLease: true });
    void ana.publish({ content: 'Gone' }).catch(() => undefined);
    await expect.poll(() => killed(ana), { interval: 5 }).toBe(1);
    const gone = ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
    const { platformUserId } = ana.account;
    const status = async () =>
      (
        await server.db.query({
          text: 'select status from accounts where platform_user_id = $1',
          values: [platformUserId],
        })
      ).rows[0];
    await expect.poll(status, { interval: 5 }).toEqual({ status: 'revoked' });
    await expireLeases(ana);
    expect((await gone).status).toBe(200);
    const [{ id }] = (await ana.project.call<{ posts: [{ id: string }] }>('GET', '/api/v1/posts')).body.posts;
    const { targets } = await ana.project.settled(id);
    expect(targets[0]?.errorDetail).toMatchObject({ code: 'outcome_unknown', message: expect.stringMatching(/\S/) });
  });
});

describe('two posts with the same text', () => {
  test.each(['x'] as const)('%s: the one that was never sent does not match the other', async (platform) => {
    const ana = await server.person(platform);
    await server.sandbox.control(platform, 'duplicate-window', { ms: 0 });
    const [first, second] = ['first', 'second'];
    await killAt(ana, 'C6', { keepsLease: true });
    // The second is recorded and never sent; then the first is published with the same text.
    void ana.publish({ content: 'Good morning' }, second).catch(() => undefined);
    await expect.poll(() => killed(ana), { interval: 5 }).toBe(1);
    const out = await ana.publish({ content: 'Good morning' }, first);
    expect(out.body.post.status).toBe('published');
    await expireLeases(ana);
    const replay = await ana.publish({ content: 'Good morning' }, second);
    const { targets } = await ana.project.settled(replay.body.post.id);
    expect(targets[0]).toMatchObject({
      status: 'failed',
      platformPostId: null,
      errorDetail: { code: 'outcome_unknown' },
    });
    expect(await ana.posts()).toHaveLength(1);
    expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  });
});

describe('a read that fails', () => {
  test('decides nothing: the outcome is unknown and the post is not sent again', async () => {
    const ana = await server.person('threads');
    await killAt(ana, 'C7', { keepsLease: true });
    const settling = settledOf(ana, { content: 'Silence' });
    await expect.poll(() => killed(ana), { interval: 5 }).toBe(1);
    await server.sandbox.fail({ network: 'threads', method: 'GET', action: 'status', status: 500, times: 100 });
    await expireLeases(ana);
    const { target } = await settling;
    expect(target).toMatchObject({
      ...failedTarget(ana.account, { code: 'outcome_unknown' }),
      errorDetail: { code: 'outcome_unknown' },
    });
    expect((await ana.writes()).filter((call) => call.endsWith('threads_publish'))).toHaveLength(1);
  });
});

test('a wait for the network’s processing that a dead run began continues from its handle, for four minutes of the clock', async () => {
  const ana = await server.person('threads');
  await ana.control('processing', { kind: 'video', ms: 3_600_000 });
  await killAt(ana, 'C4');
  const before = server.clock.skippedMs();
  const { target } = await settledOf(ana, {
    content: 'Never ready',
    mediaItems: [{ type: 'video', url: server.sandbox.sample('clip.mp4') }],
  });
  expect(target).toEqual(failedTarget(ana.account, { code: 'media_processing_timeout', mediaIndex: 0 }));
  expect(await ana.writes()).toEqual(['POST /{me}/threads']);
  const waitedMs = server.clock.skippedMs() - before;
  expect(waitedMs).toBeGreaterThan(200_000);
  expect(waitedMs).toBeLessThan(260_000);
});
