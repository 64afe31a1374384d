import type { Account, OAuthPlatform, Target } from '@fanfare/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { queryOf, walk } from '../../connect-steps.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();

/**
 * Sent as the JSON escapes of half a surrogate pair and of U+0000, neither of which PostgreSQL
 * stores.
 */
const WORDS = 'Not \ud83d this \u0000 time.';
const STORED = 'Not \uFFFD this \uFFFD time.';

const graphError = { error: { message: WORDS, type: 'OAuthException', code: 100, fbtrace_id: 'x' } };

type Refusal = { readonly path: string; readonly status: number; readonly body: unknown };

const REFUSALS: Record<OAuthPlatform, Refusal> = {
  instagram: { path: '/media$', status: 400, body: graphError },
  threads: { path: '/threads$', status: 400, body: graphError },
  x: {
    path: '^/2/tweets$',
    status: 403,
    body: { title: 'Forbidden', detail: WORDS, status: 403, type: 'about:blank' },
  },
  linkedin: { path: '/rest/posts', status: 422, body: { status: 422, code: `ODD_\u0000`, message: WORDS } },
};

const refuse = (network: string, { path, status, body }: Refusal) =>
  server.sandbox.fail({ network, method: 'POST', path, action: 'status', status, body });

/** The target and its number of runs. */
const inRuns = async (target: Promise<Target>): Promise<Target & { readonly runs: number }> => {
  const settled = await target;
  const { rows } = await server.db.query<{ lease_token: number }>({
    text: 'select lease_token from targets order by id desc limit 1',
  });
  return { ...settled, runs: rows[0]!.lease_token };
};

describe('text that cannot be stored', () => {
  test.each(Object.keys(REFUSALS) as OAuthPlatform[])(
    'in a refusal by %s: the target settles in its first run with the network’s own code',
    async (platform) => {
      const person = await server.person(platform);
      await refuse(platform, REFUSALS[platform]);
      const media =
        platform === 'instagram' ? { mediaItems: [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }] } : {};
      const target = await inRuns(person.target({ content: 'Hello', ...media } as never));
      expect(target).toMatchObject({
        status: 'failed',
        runs: 1,
        errorDetail: { code: expect.not.stringMatching(/worker_lost|internal_error/), networkMessage: STORED },
      });
      expect(await person.posts()).toEqual([]);
    },
  );
});

describe('ids and addresses that cannot be stored', () => {
  test('of a post: it is published in its first run, under an id that can be stored', async () => {
    const person = await server.person('x');
    await server.sandbox.fail({
      network: 'x',
      method: 'POST',
      path: '^/2/tweets$',
      action: 'status',
      status: 201,
      body: { data: { id: '12\u0000', text: 'Hello' } },
    });
    const target = await inRuns(person.target({ content: 'Hello' }));
    expect(target).toMatchObject({
      status: 'published',
      platformPostId: expect.stringMatching(/^12\uFFFD~[\da-f]{32}$/),
      errorDetail: null,
      runs: 1,
    });
  });

  test('of a permalink: the url is null', async () => {
    const person = await server.person('threads');
    await server.sandbox.fail({
      network: 'threads',
      method: 'GET',
      path: '/\\d+$',
      action: 'status',
      status: 200,
      times: 20,
      body: { id: '1', status: 'FINISHED', permalink: 'https://www.threads.net/\ud83d\u0000' },
    });
    const target = await inRuns(person.target({ content: 'Hello' }));
    await server.sandbox.removeFaults();
    expect(target).toMatchObject({ status: 'published', url: null, runs: 1 });
  });
});

describe('a profile that cannot be stored', () => {
  afterEach(() => server.sandbox.removeFaults());

  const answer = (network: string, path: string, body: unknown, method = 'GET') =>
    server.sandbox.fail({ network, method, path, action: 'status', status: 200, times: 2, body });

  const connect = async (platform: OAuthPlatform): Promise<Account> => {
    const project = await server.createProject();
    const back = await walk(project, { platform });
    expect(queryOf(back.location)).toMatchObject({ status: 'success', platform });
    const { body } = await project.call<{ accounts: Account[] }>('GET', '/api/v1/accounts');
    return body.accounts[0]!;
  };

  test.each<[OAuthPlatform, string, unknown]>([
    ['instagram', '/me$', { id: '9\u0000', user_id: '17841\ud83d', username: WORDS, account_type: 'BUSINESS' }],
    ['threads', '/me$', { id: '9\u0000', username: WORDS }],
    ['x', '^/2/users/me$', { data: { id: '9\u0000', username: WORDS, name: 'Ada' } }],
    ['linkedin', '/v2/(userinfo|me)$', { sub: '9\u0000', id: '9\u0000', name: WORDS, vanityName: WORDS }],
  ])('on %s still gives an account, whatever its name and id contain', async (platform, path, body) => {
    await answer(platform, path, body);
    const account = await connect(platform);
    expect(account).toMatchObject({
      username: STORED,
      platformUserId: expect.stringMatching(/^[\w\uFFFD]+~[\da-f]{32}$/),
      status: 'active',
    });
  });

  test('two ids that differ only in what cannot be stored are two accounts, and each is found again', async () => {
    const ids: string[] = [];
    for (const id of ['9\u0000', '9\ud83d', '9\u0000']) {
      await answer('x', '^/2/users/me$', { data: { id, username: 'ada', name: 'Ada' } });
      ids.push((await connect('x')).platformUserId);
      await server.sandbox.removeFaults();
    }
    expect(ids[0]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test.each([
    ['1e308', 1e308],
    ['a negative one', -7200],
    ['a text', 'soon'],
    ['the greatest', Number.MAX_SAFE_INTEGER],
    ['null', null],
  ])('a lifetime of %s seconds gives an account that stays connected', async (_name, expires_in) => {
    const token = { token_type: 'bearer', access_token: 'a-token', refresh_token: 'another-token', expires_in };
    const scope = 'tweet.read tweet.write users.read media.write offline.access odd\u0000';
    await answer('x', '/2/oauth2/token$', { ...token, scope }, 'POST');
    await answer('x', '^/2/users/me$', { data: { id: '900900', username: 'ada', name: 'Ada' } });
    const connectedAfter = server.clock.now();
    expect(await connect('x')).toMatchObject({ platformUserId: '900900', status: 'active', statusReason: null });
    const { rows } = await server.db.query<{ expires_at: Date | null; scopes: string[] }>({
      text: 'select expires_at, scopes from credentials order by updated_at desc limit 1',
    });
    const end = rows[0]!.expires_at?.getTime() ?? connectedAfter;
    expect(end).toBeGreaterThanOrEqual(connectedAfter);
    expect(end).toBeLessThanOrEqual(server.clock.now() + 3_650 * 86_400_000);
    expect(rows[0]!.scopes).toContain('odd\uFFFD');
    await server.sandbox.removeFaults();
  });

  test('a token that cannot be sent in a header is refused with a reason', async () => {
    await answer('x', '/2/oauth2/token$', { access_token: 'a\r\nb', expires_in: 7200, scope: 'tweet.read' }, 'POST');
    const back = await walk(await server.createProject(), { platform: 'x' });
    expect(queryOf(back.location)).toEqual({ status: 'error', reason: 'network_unavailable' });
  });
});
