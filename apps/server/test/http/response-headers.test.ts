import { describe, expect, test } from 'vitest';
import { freePort } from '../../src/process/free-port.ts';
import { startTestServer } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer();

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${server.baseUrl}${path}`, { headers });

describe('X-Request-Id', () => {
  test('every answer has one, pages and unknown addresses too', async () => {
    for (const path of [
      '/healthz',
      '/readyz',
      '/openapi.yaml',
      '/docs',
      '/connect/x',
      '/oauth/x/callback',
      '/nothing',
    ]) {
      expect([path, (await ask(path)).headers.get('x-request-id')]).toEqual([
        path,
        expect.stringMatching(/^[\w-]{36}$/),
      ]);
    }
  });
});

describe('Cache-Control', () => {
  test('API answers must not be stored, except for a post, which may be revalidated', async () => {
    const person = await server.person('threads');
    const { body } = await person.publish({ content: 'Hello' });
    const { project } = person;
    const seen: [string, string | null][] = [];
    for (const path of ['/accounts', '/posts', '/usage', '/platforms', '/nothing', `/posts/${body.post.id}`]) {
      const reply = await project.call('GET', `/api/v1${path}`);
      seen.push([path.replace(body.post.id, ':id'), reply.headers.get('cache-control')]);
    }
    expect(seen).toEqual([
      ['/accounts', 'no-store'],
      ['/posts', 'no-store'],
      ['/usage', 'no-store'],
      ['/platforms', 'no-store'],
      ['/nothing', 'no-store'],
      ['/posts/:id', 'private, no-cache'],
    ]);
    const missing = await project.call('GET', '/api/v1/posts/post_1');
    expect(missing.headers.get('cache-control')).toBe('no-store');
  });

  test('only the answer of a post has an ETag', async () => {
    const project = await server.createProject();
    for (const path of ['/api/v1/accounts', '/api/v1/platforms', '/api/v1/usage', '/healthz']) {
      expect([path, (await project.call('GET', path)).headers.get('etag')]).toEqual([path, null]);
    }
  });
});

test('every answer carries the headers that prevent content sniffing, and none that identifies the server software', async () => {
  for (const path of ['/api/v1/accounts', '/healthz', '/connect/x', '/nothing', '/docs']) {
    const { headers } = await ask(path);
    expect([path, headers.get('x-powered-by'), headers.get('server')]).toEqual([path, null, null]);
    expect([path, headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual([
      path,
      'nosniff',
      'SAMEORIGIN',
    ]);
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
    // Over http a browser ignores it; over https it would bind a whole host.
    expect([path, headers.get('strict-transport-security')]).toEqual([path, null]);
  }
});

test('an installation behind https binds browsers to https', async () => {
  const port = await freePort(0);
  const secure = await startTestServer({ env: { BASE_URL: 'https://fanfare.example/', PORT: String(port) } });
  const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
  await secure.stop();
});
