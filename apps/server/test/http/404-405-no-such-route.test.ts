import { routesOf } from '@fanfare/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { type Project, startTestServer, type TestServer } from '../harness.ts';

const POST_ID = 'post_01m7w4n5ntfm78mh9vvwca3vx0';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const NO_CORS = ' The API sends no CORS headers on purpose: API keys are for servers. Call it from your own server.';

let server: TestServer;
let project: Project;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
});
afterAll(() => server.stop());

describe('an unknown address', () => {
  test.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v1/accounts/acc_1/nothing',
    `/api/v1/posts/${POST_ID}/cancel/again`,
    '/api/v2/posts',
    '/api/v1/posts/%E0%A4%A',
    '/api/v1/accounts/%',
    '/nothing',
    '/%E0%A4%A',
  ])('%s answers 404 not_found', async (path) => {
    const reply = await project.call('GET', path);
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual(errorBody(reply, 'not_found', 'There is nothing at this address.'));
  });

  test('answers the same to another method', async () => {
    const reply = await project.call('POST', '/api/v1/nothing', { a: 1 });
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual(errorBody(reply, 'not_found', 'There is nothing at this address.'));
  });
});

/** What each path of the contract allows, derived separately from the server. */
const paths = [...new Set(routesOf().map(({ path }) => path))].map((path) => {
  // `/accounts/connect` and `/posts/validate` also match the address of an account and of a post.
  const alike = routesOf().filter(
    (route) =>
      route.path === path || (!path.includes(':') && new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}$`).test(path)),
  );
  const allowed = alike.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return { path: path.replace(':id', POST_ID), allowed: [...new Set(allowed)] };
});

describe.each(paths)('$path', ({ path, allowed }) => {
  test.each(METHODS.filter((method) => !allowed.includes(method)))('does not take %s', async (method) => {
    const reply = await project.call(method, path);
    expect(reply.status).toBe(405);
    const allow = reply.headers.get('allow') ?? '';
    expect(allow.split(', ').sort()).toEqual(allowed.toSorted());
    const why = method === 'OPTIONS' ? NO_CORS : '';
    const message = `${method} is not allowed here. Use ${allow}.${why}`;
    expect(reply.body).toEqual(errorBody(reply, 'method_not_allowed', message));
  });
});

test('HEAD answers like GET, without the body', async () => {
  const [get, head] = [await project.call('GET', '/api/v1/accounts'), await project.call('HEAD', '/api/v1/accounts')];
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
});

test('a trailing slash and upper-case letters lead to the same route', async () => {
  for (const path of ['/api/v1/accounts/', '/API/v1/Accounts']) {
    const get = await fetch(`${server.baseUrl}${path}`, { headers: { Authorization: `Bearer ${project.apiKey}` } });
    expect([path, get.status, await get.text()]).toEqual([path, 200, '{"accounts":[]}']);
    const put = await fetch(`${server.baseUrl}${path}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${project.apiKey}` },
    });
    expect([path, put.status, put.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
  }
});
