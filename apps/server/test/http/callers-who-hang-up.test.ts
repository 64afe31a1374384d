import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSocket, rawPost } from '../raw-http.ts';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';

const server = useServer();

type Line = { readonly level: number; readonly msg: string; readonly [field: string]: unknown };

const lines = (): Line[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const ERROR = 50;

test('callers who hang up, at any point, cause no log line of level error', async () => {
  const ana = await server.person('x');
  const { body } = await ana.publish({ content: 'Counted' });
  const authorization = `Authorization: Bearer ${ana.project.apiKey}`;
  const post = rawPost(
    '/api/v1/posts',
    [authorization],
    JSON.stringify({
      idempotencyKey: 'gone',
      content: 'Gone',
      platforms: [{ platform: 'x', accountId: ana.account.id }],
    }),
  );
  const get = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: fanfare\r\n${authorization}\r\n\r\n`);
  const form = rawPost('/connect/nothing', [], 'form_token=x');
  const delay = { network: 'x', action: 'delay', delayMs: 400 } as const;
  await server.sandbox.fail({ ...delay, method: 'POST', path: '/2/tweets' });
  await server.sandbox.fail({ ...delay, method: 'GET', path: '/2/tweets' });
  // In the middle of the head, of the body, of a publish, of a read of metrics, of a list, of a
  // form, of a callback.
  const requests: [whole: Buffer, bytes: number][] = [
    [post, 30],
    [post, post.length - 5],
    [post, post.length],
    [get(`/api/v1/posts/${body.post.id}/metrics`), 10_000],
    [get('/api/v1/posts?limit=100'), 10_000],
    [get('/openapi.yaml'), 10_000],
    [form, form.length - 3],
    [get('/oauth/x/callback?state=nothing&code=none'), 10_000],
  ];
  const before = lines().length;
  for (const [whole, bytes] of requests) {
    for (const how of ['end', 'reset'] as const) {
      const socket = await openSocket(server.baseUrl);
      socket.on('error', () => undefined);
      socket.write(whole.subarray(0, bytes));
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (how === 'end') socket.destroy();
      else socket.resetAndDestroy();
      await once(socket, 'close');
    }
  }
  const gone = await until(async () => {
    const since = lines().slice(before);
    return since.filter(({ msg, disconnected }) => msg === 'request' && disconnected === true).length >= 4
      ? since
      : null;
  });
  expect([...gone, ...lines()].filter(({ level }) => level >= ERROR)).toEqual([]);
});

test('nor do those who hang up during the lookup of their key, before their body is read', async () => {
  const project = await server.createProject();
  const post = rawPost('/api/v1/posts', [`Authorization: Bearer ${project.apiKey}`], '{"content":"Gone"}');
  const before = lines().length;
  await server.db.transaction(async (tx) => {
    await tx.query({ text: 'lock table api_keys in access exclusive mode' });
    const socket = await openSocket(server.baseUrl);
    socket.write(post.subarray(0, -5));
    await until(async () => {
      const { rows } = await tx.query({
        text: "select from pg_locks where not granted and relation = 'api_keys'::regclass",
      });
      return rows.length > 0 ? true : null;
    });
    socket.destroy();
    await until(async () =>
      lines()
        .slice(before)
        .some(({ disconnected }) => disconnected === true)
        ? true
        : null,
    );
  });
  await project.call('GET', '/api/v1/accounts');
  expect(
    lines()
      .slice(before)
      .filter(({ level }) => level >= ERROR),
  ).toEqual([]);
});
