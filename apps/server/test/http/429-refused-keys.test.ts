import { expect, test } from 'vitest';
import { signIn } from '../dashboard/api/sign-in.ts';
import { errorBody } from '../error-body.ts';
import { useServer } from '../use-server.ts';

let nowMs = 0;
const server = useServer({
  trustProxy: 1,
  env: { REFUSED_KEYS_PER_MINUTE: '4' },
  options: { monotonicMs: () => performance.now() + nowMs },
});

const UNKNOWN = `fanfare_sk_${'A'.repeat(49)}`;
const ask = async (client: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.baseUrl}/api/v1/usage`, {
    headers: { 'X-Forwarded-For': client, ...headers },
  });
  const { status, headers: sent } = response;
  return { status, body: await response.json(), headers: sent };
};
const withKey = (key: string) => ({ Authorization: `Bearer ${key}` });
const statuses = async (client: string, keys: readonly (string | null)[]) => {
  const answers = [];
  for (const key of keys) answers.push((await ask(client, key === null ? {} : withKey(key))).status);
  return answers;
};

test('a client without a valid key is refused beyond its limit, and only that client', async () => {
  const { apiKey } = await server.createProject();
  const refused = [null, 'nonsense', UNKNOWN, UNKNOWN, null, UNKNOWN];
  expect(await statuses('203.0.113.7', refused)).toEqual([401, 401, 401, 401, 429, 429]);
  const answer = await ask('203.0.113.7', withKey(UNKNOWN));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '15']);
  expect(answer.body).toEqual(
    errorBody(
      answer,
      'rate_limited',
      'More than 4 requests a minute without a valid key came from your address. Send your API key in "Authorization: Bearer", or try again in 15 s.',
    ),
  );
  // A valid key works from there, what the client says in front of the proxy counts for nothing,
  // and others are not affected.
  expect(await statuses('203.0.113.7', [apiKey, UNKNOWN, apiKey])).toEqual([200, 429, 200]);
  expect(await statuses('198.51.100.1, 203.0.113.7', [UNKNOWN])).toEqual([429]);
  expect(await statuses('203.0.113.8', [UNKNOWN])).toEqual([401]);
  nowMs += 15_100;
  expect(await statuses('203.0.113.7', [UNKNOWN, UNKNOWN])).toEqual([401, 429]);
});

test('a network of IPv6 counts as one client', async () => {
  const clients = [1, 2, 3, 4, 5].map((n) => `2001:db8:1:2::${n}`);
  const answers = [];
  for (const client of clients) answers.push((await ask(client)).status);
  expect(answers).toEqual([401, 401, 401, 401, 429]);
});

test('pages whose session has ended hear that, however often they ask', async () => {
  const { headers } = await signIn(server);
  await server.db.query({ text: 'delete from sessions' });
  for (let i = 0; i < 6; i++) expect((await ask('203.0.113.9', headers)).status).toBe(401);
});
