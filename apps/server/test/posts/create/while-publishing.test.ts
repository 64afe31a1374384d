import { request } from 'node:http';
import type { Post } from '@fanfare/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { errorBody } from '../../error-body.ts';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { type Person, useServer } from '../../use-server.ts';

describe('a caller that disconnects', () => {
  const server = useServer();

  test('leaves a post that settles, and can be found by its key', async () => {
    const ana = await server.person('threads');
    await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$' });
    const body = JSON.stringify({
      idempotencyKey: 'k',
      content: 'Gone before the answer',
      platforms: [{ platform: 'threads', accountId: ana.account.id }],
    });
    const headers = {
      authorization: `Bearer ${ana.project.apiKey}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const call = request(`${server.baseUrl}/api/v1/posts`, { method: 'POST', headers }).end(body);
    call.on('error', () => {});
    await expect.poll(() => ana.writes(), { interval: 10 }).toContain('POST /{me}/threads_publish');
    call.destroy();
    await server.sandbox.release();
    const read = async () => {
      const reply = await ana.project.call<{ posts: Post[] }>('GET', '/api/v1/posts');
      return reply.body.posts.map(({ status, targets }) => [status, targets[0]?.url !== null]);
    };
    // Its address comes a moment later.
    await expect.poll(read).toEqual([['published', true]]);
    const again = await ana.publish({ content: 'Gone before the answer' }, 'k');
    expect([again.status, again.body.post.targets]).toEqual([
      200,
      [publishedTarget(ana.account, (await ana.posts())[0])],
    ]);
  });
});

describe('an account that is disconnected while it publishes', () => {
  const server = useServer();
  afterEach(() => server.sandbox.removeFaults());

  const disconnect = (ana: Person) => ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
  const revoked = (ana: Person) => expect.poll(ana.read).toMatchObject({ status: 'revoked' });
  const writesAfter = async (ana: Person, moment: number) =>
    (await ana.calls()).filter(({ method, id }) => method !== 'GET' && id > moment).map(({ path }) => path);

  test('publishes nothing when its media was still being prepared', async () => {
    const ana = await server.person('linkedin');
    await server.sandbox.hold('before', { network: 'linkedin', path: '^/rest/videos/' });
    const publishing = ana.target({
      content: 'Too late',
      mediaItems: [{ type: 'video', url: server.sandbox.sample('clip.mp4') }],
    });
    await expect
      .poll(async () => (await ana.calls()).map(({ path }) => path).join(), { interval: 10 })
      .toMatch(/\/rest\/videos\/urn/);
    expect((await disconnect(ana)).status).toBe(200);
    const moment = (await ana.calls()).at(-1)!.id;
    await server.sandbox.release();
    expect(await publishing).toEqual(failedTarget(ana.account, { code: 'account_not_active' }));
    expect([await writesAfter(ana, moment), await ana.posts()]).toEqual([[], []]);
    expect(await ana.read()).toEqual({ ...ana.account, status: 'revoked', statusReason: 'disconnected' });
  });

  test('makes no further upload', async () => {
    const ana = await server.person('x');
    await server.sandbox.hold('after', { network: 'x', path: '^/2/media/upload$' });
    const image = { type: 'image', url: server.sandbox.sample('beans.jpg') };
    const publishing = ana.target({ mediaItems: [image, image, image] });
    await expect.poll(() => ana.writes(), { interval: 10 }).toContain('POST /2/media/upload');
    expect((await disconnect(ana)).status).toBe(200);
    const moment = (await ana.calls()).at(-1)!.id;
    await server.sandbox.release();
    expect(await publishing).toEqual(failedTarget(ana.account, { code: 'account_not_active' }));
    expect([await writesAfter(ana, moment), await ana.posts()]).toEqual([[], []]);
  });

  test('is answered only once a post in flight has arrived', async () => {
    const ana = await server.person('threads');
    await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$' });
    const publishing = ana.target({ content: 'Just in time' });
    await expect.poll(() => ana.writes(), { interval: 10 }).toContain('POST /{me}/threads_publish');
    const disconnecting = disconnect(ana);
    await revoked(ana);
    await server.sandbox.release();
    expect((await disconnecting).status).toBe(200);
    const posts = await ana.posts();
    expect(posts).toHaveLength(1);
    const { url: _, ...target } = await publishing;
    const { url: __, ...expected } = publishedTarget(ana.account, posts[0]);
    expect(target).toEqual(expected);
  });

  test('does not send a second time after a lost answer', async () => {
    const ana = await server.person('threads');
    await server.sandbox.fail({
      network: 'threads',
      path: 'threads_publish$',
      action: 'drop_before',
      delayMs: 600_000,
    });
    const publishing = ana.target({ content: 'Once at most' });
    await expect.poll(() => ana.writes(), { interval: 10 }).toContain('POST /{me}/threads_publish');
    const disconnecting = disconnect(ana);
    await revoked(ana);
    await server.sandbox.release();
    expect((await disconnecting).status).toBe(200);
    const moment = (await ana.calls()).at(-1)!.id;
    expect(await publishing).toMatchObject({ status: 'failed', errorDetail: { code: 'outcome_unknown' } });
    expect([await writesAfter(ana, moment), await ana.posts()]).toEqual([[], []]);
  });
});

describe('an installation with little capacity', () => {
  const server = useServer({ env: { PUBLISHES_IN_FLIGHT_PER_PROJECT: '2', TARGETS_IN_FLIGHT: '5' } });
  afterEach(() => server.sandbox.removeFaults());

  const slow = (times: number) =>
    server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$', times });
  const publishing = (ana: Person, count: number) =>
    expect
      .poll(async () => (await ana.writes()).filter((write) => write.endsWith('threads_publish')).length, {
        interval: 10,
      })
      .toBe(count);

  test('refuses a third post of one project before it is recorded, and accepts other projects', async () => {
    const ana = await server.person('threads');
    const ben = await server.person('threads');
    await slow(2);
    const two = [ana.publish({ content: 'One' }), ana.publish({ content: 'Two' })];
    await publishing(ana, 2);
    const third = await ana.project.call('POST', '/api/v1/posts', {
      idempotencyKey: 'third',
      content: 'Three',
      platforms: [{ platform: 'threads', accountId: ana.account.id }],
    });
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1']);
    expect(third.body).toEqual(
      errorBody(third, 'rate_limited', 'Too many publishes are in progress. Send the request again.'),
    );
    expect((await ana.project.call('GET', '/api/v1/usage')).body).toMatchObject({ reserved: 2 });
    expect((await ben.publish({ content: 'Elsewhere' })).status).toBe(201);
    await server.sandbox.release();
    expect((await Promise.all(two)).map(({ status }) => status)).toEqual([201, 201]);
    expect((await ana.publish({ content: 'Three' }, 'third')).status).toBe(201);
    expect(await ana.posts()).toHaveLength(3);
  });

  test('refuses more targets than it has capacity for, but never a post alone', async () => {
    const ana = await server.person('threads');
    const ben = await server.person('threads');
    const targets = (person: Person, count: number) => ({
      platforms: Array.from({ length: count }, (_, i) => ({
        platform: 'threads',
        accountId: person.account.id,
        content: `Number ${i}`,
      })),
    });
    await slow(4);
    const alone = ana.project.publish(targets(ana, 6));
    await publishing(ana, 4);
    expect((await ben.project.publish(targets(ben, 1))).status).toBe(429);
    await server.sandbox.release();
    expect((await alone).body.post.status).toBe('published');
    expect((await ben.project.publish(targets(ben, 5))).body.post.status).toBe('published');
  });
});
