import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { serviceOfFile } from '@fanfare/harness/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { Fanfare, failedTargets, type TargetRequest } from '../../src/index.ts';
import { startCuttingProxy } from './cutting-proxy.ts';

const service = serviceOfFile();
let fanfare: Fanfare;
let texts = 0;
const MIB = 1024 * 1024;

beforeAll(() => {
  fanfare = new Fanfare(service);
});

const on = (platform: 'x' | 'threads' | 'linkedin'): TargetRequest => ({
  platform,
  accountId: service.accounts[platform],
});
/** A text that no other post has. */
const newText = (): string => `SDK ${++texts} ${Date.now()}`;
/** Posts that are live on a network with this text. */
const live = async (on: string, content: string) =>
  (await service.livePosts()).filter(({ network, text }) => network === on && text.includes(content));
/** X takes so long for its next post, or until it is released. */
const slowX = (delayMs: number) =>
  service.fail({ network: 'x', method: 'POST', path: '^/2/tweets$', action: 'delay', delayMs });

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
    await slowX(60_000);
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
    await careless.posts.create({ content, platforms: [on('x')] }, { timeoutMs: 1_000, maxRetries: 9 });
    await service.release();
    await expect.poll(async () => (await live('x', content)).length).toBeGreaterThan(1);
  });

  test('when the answer takes longer than the client waits', async () => {
    await slowX(1_500);
    const content = newText();
    const { data, attempts } = await fanfare.posts
      .create({ content, platforms: [on('x')] }, { timeoutMs: 1_000, maxRetries: 9 })
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
    const publishAt = new Date(Date.now() + 1_500);
    const { post } = await fanfare.posts.createAndWait({ content, platforms: [on('linkedin')], publishAt });
    expect([post.status, post.publishAt]).toEqual(['published', publishAt.toISOString()]);
  });
});

test('an upload whose connections are cut arrives whole', async () => {
  const proxy = await startCuttingProxy(service.baseUrl);
  const picture = readFileSync(new URL('../../../sandbox/samples/harbour.jpg', import.meta.url));
  // Viewers ignore what follows the end of a JPEG.
  const content = Buffer.concat([picture, randomBytes(4 * MIB)]);
  let cuts = 0;
  try {
    const client = new Fanfare({
      ...service,
      fetch(url, init) {
        if (init.method === 'PATCH' && cuts < 4) {
          cuts += 1;
          proxy.cutAfter((cuts * MIB) / 4);
        }
        return fetch(url.replace(service.baseUrl, proxy.baseUrl), init);
      },
    });
    const { media } = await client.media.upload(new Blob([content], { type: 'image/jpeg' }), { filename: 'a.jpg' });
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect({ cuts, media }).toMatchObject({ cuts: 4, media: { status: 'ready', bytes: content.length, sha256 } });
  } finally {
    await proxy.close();
  }
});
