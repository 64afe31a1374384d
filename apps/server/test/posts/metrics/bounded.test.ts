import type { PostMetricsResponse } from '@fanfare/contract';
import type { LoggedRequest } from '@fanfare/sandbox';
import { afterEach, expect, test } from 'vitest';
import { holdTimeouts } from '../../hold-timeouts.ts';
import { type Person, useServer } from '../../use-server.ts';

/** Ends of the four seconds that a read may take, in call order. */
const ends = holdTimeouts(4_000);
const server = useServer({ options: { metricsMs: 4_000 } });
afterEach(async () => {
  ends.length = 0;
  await server.sandbox.release();
});

const READS = '^/2/tweets/\\d+$';
/** The number of concurrent metric reads per network. */
const AT_ONCE = 16;
const MANY = 40;

const hold = () => server.sandbox.hold('before', { network: 'x', method: 'GET', path: READS, times: 1_000 });

const readsOf = async (ana: Person): Promise<LoggedRequest[]> =>
  (await ana.calls()).filter(({ method, path }) => method === 'GET' && new RegExp(READS).test(path));

async function publishedBy(ana: Person): Promise<string> {
  return (await ana.publish({ content: 'Asked for a lot' })).body.post.id;
}

const ask = (ana: Person, postId: string) =>
  ana.project.call<PostMetricsResponse>('GET', `/api/v1/posts/${postId}/metrics`);

test('concurrent reads are limited; others wait, and publishing continues meanwhile', async () => {
  const ana = await server.person('x');
  const postId = await publishedBy(ana);
  await hold();
  const asked = Promise.all(Array.from({ length: MANY }, () => ask(ana, postId)));
  await expect.poll(async () => (await readsOf(ana)).length).toBe(AT_ONCE);
  expect((await ana.publish({ content: 'In the middle of it' })).body.post.status).toBe('published');
  await expect.poll(() => ends.length).toBe(MANY);
  expect(await readsOf(ana)).toHaveLength(AT_ONCE);
  await server.sandbox.release();
  const replies = await asked;
  expect(replies.map(({ status, body }) => [status, body.targets[0]!.metricsError])).toEqual(
    Array(MANY).fill([200, null]),
  );
  expect(await readsOf(ana)).toHaveLength(MANY);
});

test('reads that wait too long report that as their reason; the others are answered', async () => {
  const ana = await server.person('x');
  const postId = await publishedBy(ana);
  await hold();
  let answered = 0;
  const asked = Promise.all(Array.from({ length: MANY }, () => ask(ana, postId).finally(() => answered++)));
  await expect.poll(() => ends.length).toBe(MANY);
  for (const end of ends.slice(AT_ONCE)) end();
  await expect.poll(() => answered).toBe(MANY - AT_ONCE);
  await server.sandbox.release();
  const replies = await asked;
  const errors = replies.map(({ body }) => body.targets[0]!.metricsError);
  expect(errors.toSorted()).toEqual([
    ...Array(AT_ONCE).fill(null),
    ...Array(MANY - AT_ONCE).fill(
      'rate_limited: Many metrics of this network are being read, and these were not read within 4 seconds. Ask again in a minute.',
    ),
  ]);
});

test('when a caller disconnects, its running reads end and its waiting ones never begin', async () => {
  const ana = await server.person('x');
  const postId = await publishedBy(ana);
  await hold();
  const gone = new AbortController();
  const asked = Promise.allSettled(
    Array.from({ length: MANY }, () =>
      fetch(`${server.baseUrl}/api/v1/posts/${postId}/metrics`, {
        headers: { Authorization: `Bearer ${ana.project.apiKey}` },
        signal: gone.signal,
      }),
    ),
  );
  await expect.poll(async () => (await readsOf(ana)).length).toBe(AT_ONCE);
  gone.abort();
  expect((await asked).map(({ status }) => status)).toEqual(Array(MANY).fill('rejected'));
  const ended = async () => (await readsOf(ana)).filter(({ durationMs }) => durationMs !== null);
  await expect.poll(async () => (await ended()).length).toBe(AT_ONCE);
  expect((await ended()).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(null));
  await server.sandbox.release();
  // Their places are free again.
  expect((await ask(ana, postId)).body.targets[0]!.metricsError).toBeNull();
  expect(await readsOf(ana)).toHaveLength(AT_ONCE + 1);
});
