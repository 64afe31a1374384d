import { routesOf } from '@fanfare/contract';
import { beforeAll, expect, test } from 'vitest';
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
