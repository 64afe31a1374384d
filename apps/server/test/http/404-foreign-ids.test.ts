import { type Route, routesOf } from '@fanfare/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer();
let stranger: Project;
/** One of each, in a project that is not the stranger's. */
let own: { project: Project; accountId: string; postId: string };

beforeAll(async () => {
  stranger = await server.createProject();
  const person = await server.person('threads');
  const created = await person.publish({ content: 'Mine alone.' });
  own = { project: person.project, accountId: person.account.id, postId: created.body.post.id };
});

const prefixOf = (route: Route): 'acc' | 'post' => (route.path.startsWith('/api/v1/accounts') ? 'acc' : 'post');
const foreignOf = (route: Route): string => (prefixOf(route) === 'acc' ? own.accountId : own.postId);

/** Ids that name nothing this caller may know of, from the most to the least plausible. */
const strangers: [string, (route: Route) => string][] = [
  ['another project’s id', foreignOf],
  ['a well-formed id of nothing', (route) => `${prefixOf(route)}_01m7w4n5ntfm78mh9vvwca3vx0`],
  ['an id of another kind', (route) => (prefixOf(route) === 'acc' ? own.postId : own.accountId)],
  ['the right id in capitals', (route) => foreignOf(route).toUpperCase()],
  ['the right id with a letter more', (route) => `${foreignOf(route)}0`],
  ['an id without its prefix', (route) => foreignOf(route).replace(/^[a-z]+_/, '')],
  ['a UUID', () => '01a1f7e9-3fb1-714f-9026-f25c8d37357d'],
  ['U+0000', () => '%00'],
  ['a quote', () => "'%20or%201=1--"],
  ['2,000 characters', () => 'a'.repeat(2_000)],
];

const routes = routesOf().filter(({ path }) => path.includes(':id'));

describe.each(routes)('$method $path', (route) => {
  test('answers every id of nothing with the same bytes', async () => {
    const answers = [];
    for (const [name, idOf] of strangers) {
      const reply = await ask(stranger, route, idOf(route));
      answers.push([name, reply.status, reply.text]);
    }
    const [, status, text] = answers[0]!;
    expect(answers).toEqual(strangers.map(([name]) => [name, status, text]));
    // A route that is not built yet says so, whatever the id.
    expect([404, 501]).toContain(status);
  });
});

test('the ids are good in their own project', async () => {
  const built = routes.filter(({ name }) => name === 'accounts.get' || name === 'posts.get');
  expect(built).toHaveLength(2);
  for (const route of built) expect((await ask(own.project, route, foreignOf(route))).status).toBe(200);
});

test('reading another project’s account or post says nothing but not_found', async () => {
  const account = await stranger.call('GET', `/api/v1/accounts/${own.accountId}`);
  expect(account.status).toBe(404);
  expect(account.body).toEqual(errorBody(account, 'not_found', 'There is no such account in this project.'));
  const post = await stranger.call('GET', `/api/v1/posts/${own.postId}`);
  expect(post.status).toBe(404);
  expect(post.body).toEqual(errorBody(post, 'not_found', 'There is no such post in this project.'));
});

test('deleting another project’s account leaves it as it is', async () => {
  expect((await stranger.call('DELETE', `/api/v1/accounts/${own.accountId}`)).status).toBe(404);
  const { body } = await own.project.call<{ account: { status: string } }>('GET', `/api/v1/accounts/${own.accountId}`);
  expect(body.account.status).toBe('active');
});

describe.each(['/api/v1/posts', '/api/v1/posts/validate'])('POST %s', (path) => {
  test('another project’s account is missing, like one that never was', async () => {
    const ids = [own.accountId, 'acc_01m7w4n5ntfm78mh9vvwca3vx0', own.accountId.toUpperCase(), 'nonsense'];
    for (const accountId of ids) {
      const reply = await stranger.call('POST', path, {
        idempotencyKey: 'k',
        content: 'Hello',
        platforms: [{ platform: 'threads', accountId }],
      });
      const message = `There is no account ${accountId} in this project.`;
      expect(reply.status).toBe(404);
      expect(reply.body).toEqual(
        errorBody(reply, 'account_not_found', `platforms[0].accountId: ${message}`, [
          { path: 'platforms[0].accountId', message, accountId },
        ]),
      );
    }
  });
});

test('lists show nothing of another project, asked for by id or by cursor', async () => {
  const { body: mine } = await own.project.call<{ posts: unknown[] }>('GET', '/api/v1/posts');
  expect(mine.posts).toHaveLength(1);
  for (const accountId of [own.accountId, 'acc_01m7w4n5ntfm78mh9vvwca3vx0', 'nonsense']) {
    const reply = await stranger.call('GET', `/api/v1/posts?accountId=${accountId}`);
    expect(reply.body).toEqual({ posts: [], limit: 25, offset: 0, hasMore: false, nextCursor: null });
  }
  expect((await stranger.call('GET', '/api/v1/accounts?includeRevoked=true')).text).toBe('{"accounts":[]}');
});

function ask(project: Project, route: Route, id: string) {
  const body = route.method === 'POST' ? {} : undefined;
  return project.call(route.method, route.path.replace(':id', id), body, { 'X-Request-Id': 'the-same' });
}
