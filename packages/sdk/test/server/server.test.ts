import { type RunningService, startService } from '@fanfare/harness/testing';
import { walkConnect } from '@fanfare/sandbox/walk-connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AccountNotFoundError,
  connect,
  Fanfare,
  FanfareApiError,
  failedTargets,
  InvalidPostError,
  InvalidRequestError,
  NotCancellableError,
  NotFoundError,
  type Target,
  type TargetRequest,
  UnauthorizedError,
} from '../../src/index.ts';
import { rejection } from '../use-client.ts';
import { startCuttingProxy } from './cutting-proxy.ts';

let service: RunningService;
let fanfare: Fanfare;
let texts = 0;

beforeAll(async () => {
  service = await startService({ PUBLISHES_PER_MINUTE: '100000' });
  fanfare = new Fanfare(service);
});
afterAll(() => service?.stop());

const on = (platform: 'x' | 'threads' | 'linkedin'): TargetRequest => ({
  platform,
  accountId: service.accounts[platform],
});
/** A text that no other post has. */
const newText = (): string => `SDK ${++texts} ${Date.now()}`;
/** What is live on a network with this text. */
const live = async (on: string, content: string) =>
  (await service.livePosts()).filter(({ network, text }) => network === on && text.includes(content));
/** X takes so long for its next post, or until it is released. */
const slowX = (delayMs: number) =>
  service.fail({ network: 'x', method: 'POST', path: '^/2/tweets$', action: 'delay', delayMs });

describe('accounts', () => {
  test('list, get and the filters', async () => {
    const { accounts } = await fanfare.accounts.list();
    expect(accounts.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.values(service.accounts)));
    const [found] = await fanfare.accounts.list({ platform: 'x', status: 'active' }).toArray();
    expect((await fanfare.accounts.get(service.accounts.x)).account).toEqual(found);
    expect(found).toMatchObject({ platform: 'x', username: 'ada', status: 'active', statusReason: null });
  });

  test('connect leads to a redirect that parseRedirect reads; delete revokes, connecting again revives', async () => {
    const redirectUrl = 'http://127.0.0.1/connected?nonce=1';
    const walk = async (decision: 'allow' | 'deny') => {
      const { authUrl } = await fanfare.accounts.connect({ platform: 'threads', profileId: 'ben', redirectUrl });
      const query = await walkConnect({ authUrl, redirectUrl, profile: 'ben', decision });
      return connect.parseRedirect(`/connected?${query}`);
    };
    const outcome = await walk('allow');
    if (outcome?.status !== 'success') throw new Error('not connected');
    expect(outcome).toEqual({ status: 'success', accountId: outcome.accountId, platform: 'threads', username: 'ben' });
    expect(await fanfare.accounts.list({ profileId: 'ben' }).toArray()).toMatchObject([{ id: outcome.accountId }]);
    expect(await fanfare.accounts.delete(outcome.accountId)).toEqual({ deleted: true });
    expect(await fanfare.accounts.list({ profileId: 'ben' }).toArray()).toEqual([]);
    const revoked = await fanfare.accounts.list({ profileId: 'ben', includeRevoked: true }).toArray();
    expect(revoked).toMatchObject([{ id: outcome.accountId, status: 'revoked' }]);
    expect(await walk('deny')).toEqual({ status: 'error', reason: 'access_denied' });
    expect(await walk('allow')).toEqual(outcome);
  });

  test('hub routes are reached, and refuse what they must', async () => {
    const refusals = [
      () => fanfare.accounts.connectHub({ hubUrl: 'http://127.0.0.1:1', connectCode: 'TCVX' }),
      () => fanfare.accounts.spaces(service.accounts.x),
    ];
    for (const refused of refusals) {
      const error = await rejection(refused());
      expect(error).toBeInstanceOf(FanfareApiError);
      expect(error).toMatchObject({
        requestId: expect.stringMatching(/^[\w-]{1,64}$/),
        docUrl: expect.stringContaining('/docs/errors#'),
      });
    }
  });
});

describe('posts', () => {
  test('validate, create, get, list, metrics, repost', async () => {
    const content = newText();
    const request = { content, platforms: [on('x'), on('linkedin')] };
    expect(await fanfare.posts.validate(request)).toMatchObject({ valid: true, violations: [], units: 2 });
    const creating = fanfare.posts.create(request);
    const { data, response, requestId, attempts } = await creating.withResponse();
    expect([response.status, data.replayed, data.post.status, attempts]).toEqual([201, false, 'published', 1]);
    expect(requestId).toMatch(/^[\w-]{1,64}$/);
    const { post } = await fanfare.posts.get(data.post.id);
    expect(post.content).toBe(content);
    // Permission for metrics and reposts may be missing on accounts connected before, which is an outcome and no error.
    const { targets } = await fanfare.posts.metrics(post.id);
    expect(targets.map(({ id }) => id)).toEqual(post.targets.map(({ id }) => id));
    const { reposts } = await fanfare.posts.repost(post.id);
    expect(reposts.map(({ platform, status }) => `${platform} ${status}`)).toEqual([
      'x reposted',
      'linkedin unsupported',
    ]);
    const again = await fanfare.reposts
      .create({ url: post.targets[0]?.url ?? '', accountIds: [service.accounts.x] })
      .catch((error) => error);
    if (again instanceof FanfareApiError) expect(again).toBeInstanceOf(InvalidRequestError);
    else expect(again.reposts).toMatchObject([{ accountId: service.accounts.x, status: 'reposted' }]);
    const byId = {
      platform: 'x',
      platformPostId: post.targets[0]?.platformPostId ?? '',
      accountIds: [service.accounts.x],
    } as const;
    expect((await fanfare.reposts.create(byId)).reposts).toMatchObject([{ status: 'reposted' }]);

    const replay = await fanfare.posts.create({ ...request, idempotencyKey: creating.idempotencyKey });
    expect([replay.replayed, replay.post.id]).toEqual([true, post.id]);
    expect(await live('x', content)).toHaveLength(1);
  });

  test('a key that was used for another request gives the post of that one, and the log says so', async () => {
    const lines: string[] = [];
    const logger = { debug: () => undefined, warn: (message: string) => void lines.push(message) };
    const client = new Fanfare({ ...service, logger });
    const first = client.posts.create({ content: newText(), platforms: [on('x')] });
    const { idempotencyKey } = first;
    const { post, replayed } = await first.then(() =>
      client.posts.create({ content: newText(), platforms: [on('x')], idempotencyKey }),
    );
    expect([post.id, replayed]).toEqual([(await first).post.id, true]);
    expect(lines).toEqual(['POST /api/v1/posts: the key was used before with another request; this is its post']);
  });

  test('list goes through pages, newest first', async () => {
    for (let index = 0; index < 3; index++) {
      await fanfare.posts.create({
        content: newText(),
        platforms: [on('x')],
        publishAt: new Date(Date.now() + 3_600_000),
      });
    }
    const all = await fanfare.posts.list({ status: 'scheduled' }).toArray();
    const byOne = await fanfare.posts.list({ status: 'scheduled', limit: 1 }).toArray();
    expect(byOne.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(byOne.length).toBeGreaterThanOrEqual(3);
    const after = new Date(Date.parse(byOne[1]!.createdAt));
    expect((await fanfare.posts.list({ createdAfter: after }).toArray())[0]?.id).toBe(byOne[0]?.id);
    for (const { id } of all) expect((await fanfare.posts.cancel(id)).post.status).toBe('cancelled');
  });

  test('what the types say of a target is so', async () => {
    const holds = (target: Target): boolean => {
      if (target.status === 'failed') return typeof target.error === 'string' && target.errorDetail.code !== undefined;
      if (target.status === 'published') return typeof target.publishedAt === 'string' && target.error === null;
      return target.platformPostId === null && target.url === null && target.publishedAt === null;
    };
    let seen = 0;
    for await (const { targets } of fanfare.posts.list()) {
      for (const target of targets) expect([target, holds(target)]).toEqual([target, true]);
      seen += targets.length;
    }
    expect(seen).toBeGreaterThan(3);
  });

  test('what is refused is an error of its class', async () => {
    const stranger = new Fanfare({ ...service, apiKey: 'fanfare_sk_nobody' });
    expect(await rejection(stranger.usage.get())).toBeInstanceOf(UnauthorizedError);
    expect(await rejection(fanfare.posts.get('post_unknown'))).toBeInstanceOf(NotFoundError);
    const unknown = await rejection(
      fanfare.posts.create({ content: 'a', platforms: [{ platform: 'x', accountId: 'acc_no' }] }),
    );
    expect(unknown).toBeInstanceOf(AccountNotFoundError);
    const long = await rejection(fanfare.posts.create({ content: 'a'.repeat(300), platforms: [on('x')] }));
    if (!(long instanceof InvalidPostError)) throw long;
    expect(long.details).toMatchObject([{ platform: 'x', accountId: service.accounts.x, limit: 280, actual: 300 }]);
    const { post } = await fanfare.posts.create({ content: newText(), platforms: [on('x')] });
    expect(await rejection(fanfare.posts.cancel(post.id))).toBeInstanceOf(NotCancellableError);
  });
});

describe('nothing is published twice', () => {
  test('when the connection is cut while the network is being asked', async () => {
    const proxy = await startCuttingProxy(service.baseUrl);
    await slowX(3000);
    const content = newText();
    try {
      const lines: string[] = [];
      const logger = { debug: () => undefined, warn: (message: string) => void lines.push(message) };
      const client = new Fanfare({ ...service, baseUrl: proxy.baseUrl, logger });
      const creating = client.posts.create({ content, platforms: [on('x')] }).withResponse();
      // Once the post is recorded, X is being asked.
      await expect.poll(async () => (await fanfare.posts.list({ limit: 1 })).posts[0]?.content).toBe(content);
      proxy.cut();
      await service.release();
      const { data, attempts } = await creating;
      expect([data.replayed, data.post.status, attempts, lines.length]).toEqual([true, 'published', 2, 1]);
      expect(await live('x', content)).toHaveLength(1);
    } finally {
      await proxy.close();
    }
  });

  test('and these tests would see it: another key for every attempt publishes again', async () => {
    await slowX(6_000);
    const content = newText();
    let attempts = 0;
    const careless = new Fanfare({
      ...service,
      fetch: (url, init) => {
        // X refuses to repeat a text, so each attempt has its own.
        const body = {
          ...JSON.parse(String(init.body)),
          content: `${content} ${++attempts}`,
          idempotencyKey: `careless ${attempts} ${content}`,
        };
        return fetch(url, { ...init, body: JSON.stringify(body) });
      },
    });
    await careless.posts.create({ content, platforms: [on('x')] }, { timeoutMs: 4_000 });
    await service.release();
    await expect.poll(async () => (await live('x', content)).length).toBeGreaterThan(1);
  });

  test('when the answer takes longer than the client waits', async () => {
    await slowX(4_000);
    const content = newText();
    const { data, attempts } = await fanfare.posts
      .create({ content, platforms: [on('x')] }, { timeoutMs: 3_000, maxRetries: 9 })
      .withResponse();
    expect([data.post.status, attempts >= 2]).toEqual(['published', true]);
    expect(await live('x', content)).toHaveLength(1);
  });

  test('when the failed targets are sent again, by two workers at once', async () => {
    await service.fail({
      network: 'x',
      method: 'POST',
      path: '^/2/tweets$',
      action: 'status',
      status: 403,
      body: { title: 'Forbidden', status: 403 },
    });
    const content = newText();
    const request = { content, platforms: [on('x'), on('linkedin')] };
    const { post } = await fanfare.posts.create(request);
    expect(post.status).toBe('partial');
    expect(failedTargets(request, post, { retryableOnly: true })).toBeNull();
    const again = failedTargets(request, post);
    expect(again?.platforms).toEqual([on('x')]);
    if (again === null) return;
    const [first, second] = await Promise.all([fanfare.posts.create(again), fanfare.posts.create(again)]);
    expect(first.post.id).toBe(second.post.id);
    expect((await fanfare.posts.waitUntilSettled(first.post.id)).status).toBe('published');
    expect(await live('x', content)).toHaveLength(1);
    expect(await live('linkedin', content)).toHaveLength(1);
  });
});

describe('waiting', () => {
  test('shows the progress of a slow network', async () => {
    await slowX(7_000);
    const content = newText();
    const seen: string[] = [];
    let released: Promise<void> | undefined;
    const { post, replayed } = await fanfare.posts.createAndWait(
      { content, platforms: [on('x'), on('linkedin')] },
      {
        onProgress: ({ targets }) => {
          seen.push(targets.map(({ status }) => status).join());
          released ??= service.release();
        },
      },
    );
    await released;
    expect([post.status, replayed]).toEqual(['published', false]);
    expect([seen[0]?.startsWith('pending,'), seen.at(-1)]).toEqual([true, 'published,published']);
    expect(await live('x', content)).toHaveLength(1);
  });

  test('goes on until a scheduled post is published', async () => {
    const content = newText();
    const publishAt = new Date(Date.now() + 2500);
    const { post } = await fanfare.posts.createAndWait({ content, platforms: [on('linkedin')], publishAt });
    expect([post.status, post.publishAt]).toEqual(['published', publishAt.toISOString()]);
  });
});

test('platforms and usage', async () => {
  const names = (await fanfare.platforms.list().toArray()).map(({ platform }) => platform);
  expect(names).toEqual(expect.arrayContaining(['instagram', 'threads', 'x', 'linkedin']));
  expect(await fanfare.usage.get()).toMatchObject({ plan: 'self_hosted', included: null, remaining: null });
});
