import { randomUUID } from 'node:crypto';
import { routesOf } from '@fanfare/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { type Person, useServer } from '../use-server.ts';

const POST_ID = 'post_01m7w4n5ntfm78mh9vvwca3vx0';

const server = useServer();
let person: Person;

beforeAll(async () => {
  person = await server.person('threads');
});

const unbuilt: [method: string, path: string, what: string, body?: object][] = [
  [
    'POST',
    '/api/v1/accounts/connect-hub',
    'connecting hubs',
    { hubUrl: 'https://blog.example', type: 'micropub', apiKey: 'k' },
  ],
  ['GET', '/api/v1/accounts/acc_01m7w4n5ntfm78mh9vvwca3vx0/spaces', 'listing spaces'],
];

test.each(unbuilt)('%s %s', async (method, path, what, body) => {
  const reply = await person.project.call(method, path, body);
  expect(reply.status).toBe(501);
  expect(reply.body).toEqual(
    errorBody(
      reply,
      'not_implemented',
      `This server does not do this yet: ${what} is not built. The README lists what is built.`,
    ),
  );
});

test('every other route of the contract is built', async () => {
  const known = unbuilt.map(([method, path]) => `${method} ${path.replace(/(acc|post)_\w{26}/, ':id')}`);
  const others = routesOf().filter(({ method, path }) => !known.includes(`${method} ${path}`));
  for (const { method, path } of others) {
    const reply = await person.project.call(method, path.replace(':id', POST_ID), method === 'POST' ? {} : undefined);
    expect([method, path, reply.status === 501]).toEqual([method, path, false]);
  }
});

describe('of creating a post', () => {
  const COMMENT = 'This server does not post first comments yet. Leave firstComment out.';

  test.each<[string, object]>([
    ['now', {}],
    ['later', { publishAt: new Date(Date.now() + 3_600_000).toISOString() }],
  ])('a first comment %s is refused, records nothing and leaves the key free', async (_name, fields) => {
    const idempotencyKey = randomUUID();
    const request = { content: 'Hello', ...fields, target: { firstComment: 'And more.' } };
    const reply = await person.publish(request, idempotencyKey);
    expect(reply.status).toBe(501);
    expect(reply.body).toEqual(errorBody(reply, 'not_implemented', COMMENT));
    expect(await person.posts()).toEqual([]);
    const { rows } = await server.db.query({
      text: 'select key from idempotency_keys union all select id::text from posts',
    });
    expect(rows).toEqual([]);
  });

  test('what would be refused anyway is refused for that reason', async () => {
    const tooLong = await person.publish({ content: 'x'.repeat(501), target: { firstComment: 'And more.' } });
    expect([tooLong.status, JSON.parse(tooLong.text).error.code]).toEqual([400, 'invalid_post']);
    const past = await person.publish({ content: 'Hello', publishAt: '2020-01-01T00:00:00Z' });
    expect([past.status, JSON.parse(past.text).error.code]).toEqual([400, 'invalid_request']);
  });

  test('a first comment where there are none is no reason to refuse', async () => {
    const onX = await server.person('x');
    const reply = await onX.publish({ content: 'Hello', target: { firstComment: 'Never made.' } });
    expect([reply.status, reply.body.post.targets[0]?.commentStatus]).toEqual([201, 'unsupported']);
  });
});
