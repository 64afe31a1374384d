import type { Target, TargetErrorCode } from '@fanfare/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { commentedTarget, commentingTarget, uncommentedTarget } from '../../expected-post.ts';
import { useKillableRuns } from '../../publishing/recovery/killable-runs.ts';
import type { Person } from '../../use-server.ts';
import { COMMENTING, type Commenting, leastMedia } from './networks.ts';

const { server, killAt, killed, expireLeases } = useKillableRuns();
afterEach(() => server.sandbox.removeFaults());

/** A live post whose comment waits until its run is replaced. */
async function outWithoutComment({ platform }: Commenting): Promise<{ ana: Person; postId: string; finish: Finish }> {
  const ana = await server.person(platform);
  await killAt(ana, 'C8', { keepsLease: true });
  const content = { content: 'Out', mediaItems: leastMedia(server, platform), target: { firstComment: 'And more' } };
  void ana.publish(content, 'key').catch(() => undefined);
  await expect.poll(() => killed(ana), { interval: 5 }).toBe(1);
  const postId = (await ana.publish(content, 'key')).body.post.id;
  return {
    ana,
    postId,
    async finish() {
      await expireLeases(ana);
      return (await ana.project.settled(postId)).targets;
    },
  };
}
type Finish = () => Promise<readonly Target[]>;

describe.each(COMMENTING)('on $platform', (network) => {
  test('a target whose post is live is pending until its comment has ended, and has the id of the post', async () => {
    const { ana, postId, finish } = await outWithoutComment(network);
    const { status, targets } = await ana.project.read(postId);
    const [post] = await ana.posts();
    const url = targets[0]!.url && post!.url;
    const target = { ...commentingTarget(ana.account, post), url };
    expect([status, targets]).toEqual(['publishing', [target]]);
    expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 1 });

    const ask = (method: string, what: string) => ana.project.call(method, `/api/v1/posts/${postId}/${what}`);
    const refusedWith = (code: string) => ({ status: 409, body: { error: { code } } });
    expect(await ask('POST', 'cancel')).toMatchObject(refusedWith('not_cancellable'));
    expect(await ask('POST', 'repost')).toMatchObject(refusedWith('not_published'));
    expect((await ask('GET', 'metrics')).body).toMatchObject({
      targets: [{ ...target, metrics: null, metricsError: null }],
    });

    expect(await finish()).toEqual([commentedTarget(ana.account, (await ana.posts())[0])]);
    expect((await ana.project.read(postId)).status).toBe('published');
    expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
  });

  const { platform } = network;
  /** Posts that are deleted or may not be read have no address either. */
  test.each<[what: string, code: TargetErrorCode, words: RegExp, act: (ana: Person, post: string) => Promise<unknown>]>(
    [
      [
        'the network restricts the account',
        'account_restricted',
        /\S/,
        // It is not documented that Instagram refuses comments of accounts that may not publish, so
        // the test sets the refusal.
        (ana) =>
          platform === 'instagram'
            ? ana.control('api-error', { operation: 'comment', code: 25, subcode: 2_207_050, message: 'Restricted' })
            : ana.control('restrict', { on: true }),
      ],
      [
        'the post is deleted at the network',
        // For Threads it is then an unknown post, and a reply to others needs another permission.
        platform === 'threads' ? 'permission_missing' : 'content_rejected',
        /\S/,
        (_, platformPostId) => server.sandbox.control(platform, 'delete-post', { platformPostId }),
      ],
      [
        'the permission is gone',
        'permission_missing',
        / Connect the account again/,
        (ana) => ana.control('scopes', { scopes: [] }),
      ],
      ['the person removes the app', 'account_not_active', /\S/, (ana) => ana.control('revoke-token')],
      [
        'the account is disconnected',
        'account_not_active',
        /\S/,
        (ana) => ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`),
      ],
    ],
  )('%s: the comment is %s, the post stays as it is', async (_, code, words, act) => {
    const { ana, postId, finish } = await outWithoutComment(network);
    const [post] = await ana.posts();
    await act(ana, post!.id);
    const targets = await finish();
    const { url } = targets[0]!;
    expect([null, post!.url]).toContain(url);
    expect(targets).toEqual([{ ...uncommentedTarget(ana.account, post, code, words), url }]);
    expect((await ana.posts()).flatMap(({ comments }) => comments)).toEqual([]);
    expect((await ana.project.read(postId)).status).toBe('published');
    expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  });
});
