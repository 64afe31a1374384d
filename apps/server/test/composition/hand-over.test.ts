import { setTimeout as sleep } from 'node:timers/promises';
import { type ExpectStatic, test } from 'vitest';
import { commentedTarget, publishedTarget } from '../expected-post.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { createRealClock } from '../test-clock.ts';
import { type Person, personOf } from '../use-server.ts';

/**
 * Two servers of one installation; the first is about to stop, and its callers wait as long as the
 * other one needs. Clocks run at real speed, so that waits are observable.
 */
async function installation() {
  const options = { timings: { sweepMs: 600_000 }, stopTimeouts: { handedOverMs: 250_000 } };
  const server = await startTestServer({ clock: createRealClock(), options });
  await server.startAnother({ options: { timings: { sweepMs: 100 } } });
  return { server, person: (platform: 'threads' | 'x') => personOf(server, platform) };
}

/**
 * Tests that run side by side poll by their own `expect`: the global one knows a test only while no
 * other has ended.
 */
const called = (expect: ExpectStatic, ana: Person, what: RegExp) =>
  expect
    .poll(async () => (await ana.calls()).map(({ method, path }) => `${method} ${path}`).join('\n'), { interval: 10 })
    .toMatch(what);

/** The network has answered everything, and the server has had time to process it. */
const answered = async (expect: ExpectStatic, ana: Person) => {
  await expect.poll(async () => (await ana.calls()).every(({ durationMs }) => durationMs !== null)).toBe(true);
  await sleep(200);
};

/** The address comes a moment after the post has settled. */
const isAddressOrNull = (url: unknown) => url === null || typeof url === 'string';

const image = (url: string) => [{ type: 'image', url }];

test.concurrent('a wait for the network’s processing continues at another server, from its container, and the caller gets its 201 from there', async ({
  expect,
}) => {
  const { server, person } = await installation();
  const ana = await person('threads');
  await ana.control('processing', { ms: 1_500 });
  const publishing = ana.publish({ content: 'Handed over', mediaItems: image(server.sandbox.sample('harbour.jpg')) });
  await called(expect, ana, /^GET \/v[\d.]+\/\d+$/m);
  const stopped = server.halt();
  const { status, body } = await publishing;
  await stopped;
  expect([status, body.replayed]).toEqual([201, false]);
  expect(body.post.targets).toMatchObject([
    { ...publishedTarget(ana.account, (await ana.posts())[0]), url: expect.toSatisfy(isAddressOrNull) },
  ]);
  expect((await ana.writes()).sort()).toEqual(['POST /{me}/threads', 'POST /{me}/threads_publish']);
  const { rows } = await server.db.query({ text: 'select lease_token, claims from targets' });
  expect(rows).toEqual([{ lease_token: 2, claims: 1 }]);
  await server.stop();
});

test.concurrent('a wait that the network asked for ends with the stop', async ({ expect }) => {
  const { server, person } = await installation();
  const ana = await person('x');
  await server.sandbox.fail({
    network: 'x',
    path: '^/2/tweets$',
    action: 'status',
    status: 429,
    headers: { 'retry-after': '25' },
    body: {},
  });
  const publishing = ana.publish({ content: 'In 25 seconds' });
  await called(expect, ana, /^POST \/2\/tweets$/m);
  // The answer has to arrive before the stop: writes in flight are finished.
  await answered(expect, ana);
  await server.halt();
  const { status, body } = await publishing;
  expect([status, body.post.targets[0]?.status]).toEqual([201, 'published']);
  // The run that had to wait handed over, and did not send again itself.
  const { rows } = await server.db.query({ text: 'select lease_token from targets' });
  expect(rows).toEqual([{ lease_token: 2 }]);
  expect(await ana.posts()).toHaveLength(1);
  expect(await ana.project.at((await server.startAnother()).baseUrl).usage()).toMatchObject({ used: 1, reserved: 0 });
  await server.stop();
});

/** A live post whose network asks for a long pause before it accepts the comment. */
async function withCommentWaiting(expect: ExpectStatic, server: TestServer) {
  const ana = await personOf(server, 'linkedin');
  await server.sandbox.fail({
    network: 'linkedin',
    path: '/comments$',
    action: 'status',
    status: 429,
    headers: { 'retry-after': '25' },
    body: {},
  });
  const publishing = ana.publish({ content: 'Out', target: { firstComment: 'In 25 seconds' } }, 'key');
  await called(expect, ana, /^POST .*\/comments$/m);
  // The answer has to arrive before the stop: writes in flight are finished.
  await answered(expect, ana);
  return { ana, publishing };
}

test.concurrent('a waiting first comment is posted by another server, and the caller gets its 201 from there', async ({
  expect,
}) => {
  const { server } = await installation();
  const { ana, publishing } = await withCommentWaiting(expect, server);
  await server.halt();
  const { status, body } = await publishing;
  const posts = await ana.posts();
  expect([status, body.post.targets]).toEqual([201, [commentedTarget(ana.account, posts[0])]]);
  expect(posts).toHaveLength(1);
  await server.stop();
});

test.concurrent('where no server posts a first comment in time the caller gets 503 with Retry-After, and its key finds the post with its comment later', async ({
  expect,
}) => {
  const server = await startTestServer({
    clock: createRealClock(),
    options: { timings: { sweepMs: 600_000 }, stopTimeouts: { handedOverMs: 500 } },
  });
  const { ana, publishing } = await withCommentWaiting(expect, server);
  await server.halt();
  const refused = await publishing;
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([503, 'unavailable']);
  const next = await server.startAnother({ options: { timings: { sweepMs: 100 } } });
  const project = ana.project.at(next.baseUrl);
  const platforms = [{ platform: 'linkedin', accountId: ana.account.id, firstComment: 'In 25 seconds' }];
  const replay = await project.publish({ content: 'Out', platforms }, 'key');
  expect([replay.status, replay.body.replayed]).toEqual([200, true]);
  const { targets } = await project.settled(replay.body.post.id);
  expect(targets).toEqual([commentedTarget(ana.account, (await ana.posts())[0])]);
  await server.stop();
});

test.concurrent('where no server continues in time the caller gets 503 with Retry-After, and its key finds the post published later', async ({
  expect,
}) => {
  const server = await startTestServer({
    clock: createRealClock(),
    options: { timings: { sweepMs: 600_000 }, stopTimeouts: { handedOverMs: 500 } },
  });
  const ana = await personOf(server, 'threads');
  await ana.control('processing', { ms: 1_000 });
  const request = { content: 'Later', mediaItems: image(server.sandbox.sample('harbour.jpg')) };
  const publishing = ana.publish(request, 'key');
  await called(expect, ana, /^GET \/v[\d.]+\/\d+$/m);
  await server.halt();
  const refused = await publishing;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(JSON.parse(refused.text).error).toMatchObject({
    code: 'unavailable',
    message: 'The service is stopping. Send the request again.',
  });

  const next = await server.startAnother({ options: { timings: { sweepMs: 100 } } });
  const project = ana.project.at(next.baseUrl);
  const platforms = [{ platform: 'threads', accountId: ana.account.id }];
  const replay = await project.publish({ ...request, platforms }, 'key');
  expect([replay.status, replay.body.replayed]).toEqual([200, true]);
  expect((await project.settled(replay.body.post.id)).status).toBe('published');
  expect((await ana.writes()).sort()).toEqual(['POST /{me}/threads', 'POST /{me}/threads_publish']);
  await server.stop();
});
