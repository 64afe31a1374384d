import type { ErrorBody } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import type { Project, Reply } from '../harness.ts';
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

describe('a request with a large body', () => {
  const KIB_64 = 65_536;
  /** JSON of so many bytes, refused for its shape. */
  const body = (bytes: number) => JSON.stringify({ a: 'b'.repeat(bytes - 8) });
  const send = (project: Project, bytes: number) => project.call('POST', '/api/v1/posts/validate', body(bytes));
  const left = async (project: Project) => limitOf(await project.call('GET', '/api/v1/usage')).left;

  test.each([
    [KIB_64, 5],
    [KIB_64 + 1, 4],
    [2 * KIB_64, 4],
    [5 * KIB_64, 1],
    [6 * KIB_64, 0],
    // Never more than the whole minute.
    [32 * KIB_64, 0],
  ])('%i bytes leave %i of six', async (bytes, expected) => {
    const project = await server.createProject();
    const reply = await send(project, bytes);
    expect([reply.status, limitOf(reply)]).toMatchObject([400, { ...requests, left: expected }]);
    if (expected > 0) expect(await left(project)).toBe(expected - 1);
  });

  test('is refused when too little is left, takes nothing then, and passes after what Retry-After says', async () => {
    const project = await server.createProject();
    expect(await left(project)).toBe(5);
    const refused = await send(project, 6 * KIB_64);
    const { retryAfter } = limitOf(refused);
    expect(limitOf(refused)).toEqual({
      ...{ status: 429, ...requests, left: 5 },
      ...{ seconds: Number(retryAfter), retryAfter: soon(10) },
    });
    const why = 'This one counts as 6, one per started 64 KiB of its body.';
    expect(refused.body).toEqual(
      errorBody(
        refused,
        'rate_limited',
        `More than 6 requests a minute with this key. ${why} Try again in ${retryAfter} s.`,
      ),
    );
    expect(await left(project)).toBe(4);
    await pass(10);
    expect((await send(project, 5 * KIB_64)).status).toBe(400);
  });

  test('whose length is not declared is counted when it was read, whatever it is', async () => {
    const project = await server.createProject();
    const chunked = (text: string) =>
      fetch(`${server.baseUrl}/api/v1/posts/validate`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${project.apiKey}`, 'Content-Type': 'application/json' },
        body: new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit);
    const broken = await chunked('['.repeat(3 * KIB_64));
    expect([broken.status, broken.headers.get('ratelimit')]).toEqual([400, expect.stringMatching(/^"requests";r=3;/)]);
    const refused = await chunked(body(4 * KIB_64));
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
      429,
      expect.stringMatching(/^"requests";r=2;/),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toEqual(soon(20));
  });
});

test('the keys of a project together have ten times the limit of one, and the refusal says so', async () => {
  const project = await server.createProject();
  expect((await project.call('GET', '/api/v1/usage')).status).toBe(200);
  const other = await server.createProject();
  // As if other keys had used all of it.
  const { rows } = await server.db.query({
    text: `update rate_limits set tat = tat + interval '59 seconds' where name = 'project-requests' and tat > now() returning 1`,
  });
  expect(rows.length).toBeGreaterThan(0);
  const refused = await project.call<ErrorBody>('GET', '/api/v1/usage');
  const { retryAfter } = limitOf(refused);
  expect([refused.status, refused.headers.get('ratelimit-policy'), refused.headers.get('ratelimit')]).toEqual([
    429,
    '"project-requests";q=60;w=60',
    `"project-requests";r=0;t=${retryAfter}`,
  ]);
  expect(refused.body).toEqual(
    errorBody(
      refused,
      'rate_limited',
      `More than 60 requests a minute with all keys of this project. Try again in ${retryAfter} s.`,
    ),
  );
  expect((await other.call('GET', '/api/v1/usage')).status).toBe(200);
  await pass(1);
  expect((await project.call('GET', '/api/v1/usage')).status).toBe(200);
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
