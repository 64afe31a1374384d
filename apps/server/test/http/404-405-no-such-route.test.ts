import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { type Project, startTestServer, type TestServer } from '../harness.ts';

const POST_ID = 'post_01m7w4n5ntfm78mh9vvwca3vx0';

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
