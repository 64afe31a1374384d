import { describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import type { Reply } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer({ env: { REQUESTS_PER_MINUTE: '6', PUBLISHES_PER_MINUTE: '2' } });

/** Lets time pass for the limiter, which lives on the database's clock. */
const pass = (seconds: number) =>
  server.db.query({
    text: 'update rate_limits set tat = tat - make_interval(secs => $1)',
    values: [seconds],
  });

const limits = (reply: Reply) =>
  ['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) => reply.headers.get(name));

describe('requests', () => {
  test('a minute’s worth may come at once, then one every tenth second of it', async () => {
    const project = await server.createProject();
    const seen: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      const reply = await project.call('GET', '/api/v1/accounts');
      seen.push([reply.status, ...limits(reply)]);
    }
    expect(seen).toEqual(
      [5, 4, 3, 2, 1, 0].map((left) => [200, '"requests";q=6;w=60', `"requests";r=${left};t=${60 - left * 10}`, null]),
    );

    const refused = await project.call('GET', '/api/v1/accounts');
    expect([refused.status, ...limits(refused)]).toEqual([429, '"requests";q=6;w=60', '"requests";r=0;t=10', '10']);
    expect(refused.body).toEqual(
      errorBody(refused, 'rate_limited', 'More than 6 requests a minute with this key. Try again in 10 s.'),
    );

    await pass(9);
    const early = await project.call('GET', '/api/v1/accounts');
    expect([early.status, ...limits(early)]).toEqual([429, '"requests";q=6;w=60', '"requests";r=0;t=1', '1']);
    await pass(1);
    expect((await project.call('GET', '/api/v1/accounts')).status).toBe(200);
    expect((await project.call('GET', '/api/v1/accounts')).status).toBe(429);
  });

  test('after a quiet minute the whole limit is there again, and no more', async () => {
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

  test('every request with the key counts, whatever its answer, and nobody else’s does', async () => {
    const [project, other] = [await server.createProject(), await server.createProject()];
    for (const path of ['/nothing', '/accounts/acc_1', '/accounts?limit=x', '/posts?limit=x', '/posts', '/usage']) {
      await project.call('GET', `/api/v1${path}`);
    }
    expect((await project.call('POST', '/api/v1/posts', '{ broken')).status).toBe(429);
    expect((await other.call('GET', '/api/v1/usage')).status).toBe(200);
  });

  test('of many at the same moment exactly the limit passes', async () => {
    const project = await server.createProject();
    const replies = await Promise.all(Array.from({ length: 40 }, () => project.call('GET', '/api/v1/usage')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(34);
  });
});

describe('publishes', () => {
  test('the third in a minute is refused before anything is recorded, and replays are not', async () => {
    const person = await server.person('threads');
    await pass(3_600);
    const first = await person.publish({ content: 'One' }, 'one');
    expect([first.status, ...limits(first)]).toEqual([201, '"publishes";q=2;w=60', '"publishes";r=1;t=30', null]);
    expect((await person.publish({ content: 'Two' }, 'two')).status).toBe(201);

    const third = await person.publish({ content: 'Three' }, 'three');
    expect([third.status, ...limits(third)]).toEqual([429, '"publishes";q=2;w=60', '"publishes";r=0;t=30', '30']);
    expect(third.body).toEqual(
      errorBody(third, 'rate_limited', 'More than 2 publishes a minute with this key. Try again in 30 s.'),
    );

    const replay = await person.publish({ content: 'One' }, 'one');
    expect([replay.status, replay.body.replayed]).toEqual([200, true]);
    expect((await person.posts()).map(({ text }) => text)).toEqual(['Two', 'One']);

    await pass(30);
    const again = await person.publish({ content: 'Three' }, 'three');
    expect([again.status, again.body.replayed]).toEqual([201, false]);
  });

  test('what is refused for its content and what is only validated does not count', async () => {
    const person = await server.person('threads');
    await pass(3_600);
    const { id: accountId, platform } = person.account;
    for (let i = 0; i < 2; i++) {
      expect((await person.publish({ content: 'x'.repeat(501) })).status).toBe(400);
      await person.project.call('POST', '/api/v1/posts/validate', {
        content: 'Hello',
        platforms: [{ platform, accountId }],
      });
    }
    const sent = await person.publish({ content: 'Hello' });
    expect([sent.status, sent.headers.get('ratelimit')]).toEqual([201, '"publishes";r=1;t=30']);
  });
});

test('a limiter that does not work lets everybody pass and says so in the log', async () => {
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
