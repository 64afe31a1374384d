import { expect, test } from 'vitest';
import { NotFoundError } from '../src/index.ts';
import { errorAnswer } from './answers.ts';
import { hangUp } from './scripted-server.ts';
import { API_KEY, rejection, useClient } from './use-client.ts';

const stage = useClient();

test('a route that the SDK does not know is asked with the key, and its answer has the type that was named', async () => {
  stage.server.script({ body: { trends: ['rye'] } });
  const asked = stage.fanfare.request<{ trends: string[] }>('GET', '/trends', {
    query: { since: new Date(0), q: 'a&b' },
  });
  const { trends } = await asked;
  expect(trends).toEqual(['rye']);
  const [sent] = stage.server.requests;
  expect(`${sent?.method} ${sent?.url}`).toBe('GET /api/v1/trends?since=1970-01-01T00%3A00%3A00.000Z&q=a%26b');
  expect(sent?.headers).toMatchObject({ authorization: `Bearer ${API_KEY}`, accept: 'application/json' });
  expect(sent?.headers).not.toHaveProperty('idempotency-key');
});

test('a POST whose answer is lost is sent again with the key it had', async () => {
  stage.server.script(hangUp, errorAnswer(503, 'unavailable'), { status: 201, body: { id: 'it_1' } });
  const { data, attempts } = await stage.fanfare.request('POST', '/api/v1/things', { body: { a: 1 } }).withResponse();
  expect([data, attempts]).toEqual([{ id: 'it_1' }, 3]);
  expect(stage.server.requests.map(({ url, headers, body }) => [url, headers['idempotency-key'], body])).toEqual(
    Array.from({ length: 3 }, () => ['/api/v1/things', 'made_1', { a: 1 }]),
  );
});

test('the caller’s own key wins, as an option or in the body, and errors carry it', async () => {
  stage.server.script(errorAnswer(404, 'not_found'), errorAnswer(404, 'not_found'));
  for (const options of [{ idempotencyKey: 'mine' }, { body: { idempotencyKey: 'mine' } }]) {
    const error = await rejection(stage.fanfare.request('POST', '/things', options));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ idempotencyKey: 'mine' });
  }
  expect(stage.server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine']);
});

test.each(['PUT', 'PATCH', 'DELETE'] as const)('%s is sent, and an answer without a body is null', async (method) => {
  stage.server.script({ status: 204, text: '' });
  expect(await stage.fanfare.request(method, '/things/1')).toBeNull();
  expect(stage.server.requests.map((request) => request.method)).toEqual([method]);
});

test.each([
  '',
  'posts',
  '/',
  '//posts',
  '/posts/',
  '/posts?a=1',
  '/posts#a',
  '/../other',
  '/a/%2E%2e/b',
  '/a/./b',
  '/a\\..\\b',
  '/a\n',
])('%j is not a path', async (path) => {
  const refused = await rejection(stage.fanfare.request('GET', path));
  expect(refused).toEqual(new TypeError(`${JSON.stringify(path)} is not a path.`));
  expect(stage.server.requests).toEqual([]);
});
