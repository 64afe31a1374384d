import type { ErrorBody } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import type { Reply } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer({ env: { REQUESTS_PER_MINUTE: '6' } });

/** Lets time pass for the limiter, which uses the database's clock. */
const pass = (seconds: number) =>
  server.db.query({
    text: 'update rate_limits set tat = tat - make_interval(secs => $1)',
    values: [seconds],
  });

/** All headers of a limit. */
function limitOf(reply: Reply) {
  const [, name, left, seconds] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(reply.headers.get('ratelimit') ?? '') ?? [];
  return {
    status: reply.status,
    policy: reply.headers.get('ratelimit-policy'),
    name,
    left: Number(left),
    seconds: Number(seconds),
    retryAfter: reply.headers.get('retry-after'),
  };
}

/** So many seconds, or a few less: real time passes during a test. */
const soon = (seconds: number) =>
  expect.toSatisfy((actual: unknown) => Number(actual) <= seconds && Number(actual) > Math.max(0, seconds - 5));

const requests = { policy: '"requests";q=6;w=60', name: 'requests' };

/** The whole answer of a refusal, which gives its seconds in three places alike. */
function expectRefusal(reply: Reply<ErrorBody>, limit: typeof requests, perMinute: number, seconds: number) {
  const { retryAfter } = limitOf(reply);
  expect(limitOf(reply)).toEqual({
    status: 429,
    ...limit,
    left: 0,
    seconds: Number(retryAfter),
    retryAfter: soon(seconds),
  });
  expect(reply.body).toEqual(
    errorBody(
      reply,
      'rate_limited',
      `More than ${perMinute} ${limit.name} a minute with this key. Try again in ${retryAfter} s.`,
    ),
  );
}

describe('requests', () => {
  test('a minute’s requests may come at once, then one every tenth second', async () => {
    const project = await server.createProject();
    const seen: unknown[] = [];
    for (let i = 0; i < 6; i++) seen.push(limitOf(await project.call('GET', '/api/v1/accounts')));
    expect(seen).toEqual(
      [5, 4, 3, 2, 1, 0].map((left) => ({
        status: 200,
        ...requests,
        left,
        seconds: soon(60 - left * 10),
        retryAfter: null,
      })),
    );

    expectRefusal(await project.call('GET', '/api/v1/accounts'), requests, 6, 10);
    await pass(5);
    expectRefusal(await project.call('GET', '/api/v1/accounts'), requests, 6, 5);
    await pass(5);
    expect((await project.call('GET', '/api/v1/accounts')).status).toBe(200);
    expect((await project.call('GET', '/api/v1/accounts')).status).toBe(429);
  });

  test('after a quiet minute the whole limit is available again, and no more', async () => {
    const project = await server.createProject();
    const ask = async (times: number) => {
      const statuses = [];
      for (let i = 0; i < times; i++) statuses.push((await project.call('GET', '/api/v1/usage')).status);
      return statuses;
    };
    expect(await ask(7)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    await pass(3_600);
    expect(await ask(7)).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  test('every request with the key counts, whatever its answer, and requests of other keys do not', async () => {
    const [project, other] = [await server.createProject(), await server.createProject()];
    for (const path of ['/nothing', '/accounts/acc_1', '/accounts?limit=x', '/posts?limit=x', '/posts', '/usage']) {
      await project.call('GET', `/api/v1${path}`);
    }
    expect((await project.call('POST', '/api/v1/posts', '{ broken')).status).toBe(429);
    expect((await other.call('GET', '/api/v1/usage')).status).toBe(200);
  });

  test('of many concurrent requests exactly the limit passes', async () => {
    const project = await server.createProject();
    const replies = await Promise.all(Array.from({ length: 40 }, () => project.call('GET', '/api/v1/usage')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(34);
  });
});

test('a broken limiter lets every request pass and logs it', async () => {
  const project = await server.createProject();
  await server.db.query({ text: 'alter table rate_limits rename to lost' });
  try {
    const replies = await Promise.all(Array.from({ length: 10 }, () => project.call('GET', '/healthz')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    for (let i = 0; i < 7; i++) {
      const response = await fetch(`${server.baseUrl}/api/v1/usage`, {
        headers: { Authorization: `Bearer ${project.apiKey}` },
      });
      expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null]);
    }
  } finally {
    await server.db.query({ text: 'alter table lost rename to rate_limits' });
  }
  expect(server.log()).toContain('the rate limiter failed; the request passed');
});
