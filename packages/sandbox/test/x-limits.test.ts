import { expect, it } from 'vitest';
import { answered, field, startMs, startX } from './x-session.ts';

const { sandbox, call, control, connect, post } = await startX();
const { token } = await connect('ada');

const limitHeaders = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-rate-limit-${name}`)));

it('counts requests down in a window of fifteen minutes', async () => {
  const first = await post(token, { text: 'one' });
  const second = await post(token, { text: 'one' });
  const [limit, remaining, reset] = limitHeaders(first.headers);
  expect([limit, remaining]).toEqual([100, 99]);
  expect(limitHeaders(second.headers)).toEqual([100, 98, reset]);
  expect(reset).toBe(startMs / 1_000 + 900);
  expect(first.headers.get('x-app-limit-24hour-limit')).toBe('10000');
  expect(first.headers.get('retry-after')).toBeNull();
});

it('refuses the request over the limit, and accepts it again after the reset', async () => {
  const set = await control('/x/rate-limit', {
    username: 'ada',
    endpoint: 'POST /2/tweets',
    remaining: 1,
    resetSeconds: 30,
  });
  expect(set.status).toBe(200);
  expect((await post(token, { text: 'the last' })).status).toBe(201);
  const refused = await post(token, { text: 'too many' });
  expect(refused).toEqual(
    answered(429, { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 }),
  );
  expect(limitHeaders(refused.headers).slice(0, 2)).toEqual([100, 0]);
  await control('/clock', { advanceMs: 30_000 });
  expect((await post(token, { text: 'too many' })).status).toBe(201);
});

it.each([
  ['code-88', { errors: [{ code: 88, message: 'Rate limit exceeded' }] }],
  ['usage-capped', { period: 'Monthly', type: 'https://api.twitter.com/2/problems/usage-capped' }],
])('reports that in the form %s too', async (answer, body) => {
  await control('/x/rate-limit', { username: 'ada', endpoint: 'POST /2/tweets', resetSeconds: 5, answer });
  expect(await post(token, { text: 'again' })).toMatchObject({ status: 429, body });
  await control('/clock', { advanceMs: 5_000 });
});

it('limits each person and each endpoint separately, and not at all when limits are off', async () => {
  await control('/x/rate-limit', { username: 'ada', endpoint: 'GET /2/users/me', resetSeconds: 10 });
  const ben = await connect('ben');
  expect((await call('GET', '/2/users/me', { token })).status).toBe(429);
  expect((await call('GET', '/2/users/me', { token: ben.token })).status).toBe(200);
  expect((await post(token, { text: 'elsewhere' })).status).toBe(201);
  await control('/x/rate-limits', { on: false });
  expect((await call('GET', '/2/users/me', { token })).status).toBe(200);
  await control('/x/rate-limits', { on: true });
  await control('/clock', { advanceMs: 10_000 });
});

it('answers 402 in both forms once the credits are used up, before anything is published', async () => {
  await control('/x/credits', { usd: 0.2 });
  expect((await post(token, { text: 'costs 0.20: example.com' })).status).toBe(201);
  expect(await post(token, { text: 'one too many' })).toEqual(
    answered(402, {
      title: 'CreditsDepleted',
      detail: 'Your enrolled account does not have any credits to fulfill this request.',
      type: 'https://api.twitter.com/2/problems/credits',
      status: 402,
    }),
  );
  await control('/x/credits', { answer: 'payment-required' });
  expect(await post(token, { text: 'one too many' })).toEqual(
    answered(402, {
      title: 'Payment Required',
      detail: 'credits depleted',
      type: 'https://api.twitter.com/2/problems/credits-depleted',
      status: 402,
    }),
  );
  expect((await call('GET', '/2/users/me', { token })).status).toBe(200);
  await control('/x/credits', { usd: 10 });
  expect((await post(token, { text: 'one too many' })).status).toBe(201);
});

it('checks the token first and the body last', async () => {
  await control('/x/credits', { usd: 0 });
  await control('/x/rate-limit', { username: 'ada', endpoint: 'POST /2/tweets', resetSeconds: 60, answer: 'problem' });
  const reader = await connect('ada', ['tweet.read']);
  const nonsense = { nonsense: true };
  expect((await post('wrong', nonsense)).status).toBe(401);
  expect((await post(reader.token, nonsense)).status).toBe(403);
  expect((await post(token, nonsense)).status).toBe(402);
  await control('/x/credits', { usd: 10 });
  expect((await post(token, nonsense)).status).toBe(429);
  await control('/clock', { advanceMs: 60_000 });
  expect((await post(token, nonsense)).status).toBe(400);
});

it('refuses controls that would test nothing', async () => {
  const wrong: readonly [string, object, string][] = [
    ['revoke-token', { username: 'nobody' }, 'x has no person @nobody'],
    ['rate-limit', { username: 'ada', endpoint: 'POST /tweets' }, '"endpoint" must be one of GET /2/users/me'],
    ['processing', { look: 1 }, 'unknown field "look"'],
    ['credits', { usd: 'ten' }, '"usd" must be a number of dollars'],
    ['profiles', { username: 'ada', name: 'Other' }, 'there is a @ada already'],
    ['profiles', { username: 'way.too.long.for.x', name: 'A' }, '"username" must be 1 to 15'],
    ['delete-post', { id: '1' }, 'x has no post 1'],
  ];
  for (const [name, body, message] of wrong) {
    const answer = await control(`/x/${name}`, body);
    expect(answer.status).toBe(400);
    expect(field(answer.body).error).toContain(message);
  }
});

it('returns to the start after a reset, with its apps', async () => {
  await control('/x/tier', { username: 'ada', tier: 'Premium' });
  await control('/reset');
  expect((await control('/posts?network=x', undefined, 'GET')).body).toEqual({ posts: [] });
  expect((await call('GET', '/2/users/me', { token })).status).toBe(401);
  const fresh = await connect('ada');
  const { body } = await call('GET', '/2/users/me?user.fields=subscription_type', { token: fresh.token });
  expect(field(field(body).data).subscription_type).toBe('None');
  expect(sandbox.networks.x).toEqual({ api: `${sandbox.url}/x/api`, web: `${sandbox.url}/x/web` });
});
