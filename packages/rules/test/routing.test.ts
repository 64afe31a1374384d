import { describe, expect, test } from 'vitest';
import { methodNotAllowed, noSuchRoute, pathPattern } from '../src/routing.ts';

describe('a path', () => {
  test.each([
    ['/posts/:id', '/posts/1', ['1']],
    ['/posts/:id', '/Posts/1/', ['1']],
    ['/posts/:id/cancel', '/posts/a%2Fb/cancel', ['a%2Fb']],
    ['/:a/x/:b', '/1/x/2', ['1', '2']],
    ['/openapi.yaml', '/openapi.yaml', []],
    ['/openapi.yaml', '/openapi-yaml', null],
    ['/posts/:id', '/posts/', null],
    ['/posts/:id', '/posts/1/2', null],
    ['/posts', '/posts//', null],
    ['/posts', '/api/posts', null],
  ])('%s and %s', (path, asked, params) => {
    expect(pathPattern(path).exec(asked)?.slice(1) ?? null).toEqual(params);
  });
});

describe('a request that no route takes', () => {
  const refuse = noSuchRoute([
    { method: 'GET', path: '/posts' },
    { method: 'POST', path: '/posts' },
    { method: 'POST', path: '/posts/validate' },
    { method: 'GET', path: '/posts/:id' },
    { method: 'DELETE', path: '/posts/:id' },
  ]);

  test.each([
    ['PUT', '/posts', 'GET, HEAD, POST'],
    ['TRACE', '/POSTS/', 'GET, HEAD, POST'],
    ['PUT', '/posts/1', 'GET, HEAD, DELETE'],
    // Also the address of a post.
    ['PUT', '/posts/validate', 'POST, GET, HEAD, DELETE'],
  ])('%s %s: 405 with every method the address takes', (method, path, allow) => {
    expect(refuse(method, path)).toEqual({
      code: 'method_not_allowed',
      message: `${method} is not allowed here. Use ${allow}.`,
      headers: { Allow: allow },
    });
  });

  test('OPTIONS of a route of the API: 405 that says why there are no CORS headers', () => {
    expect(noSuchRoute([{ method: 'GET', path: '/api/v1/posts' }])('OPTIONS', '/API/v1/posts')).toEqual({
      code: 'method_not_allowed',
      message:
        'OPTIONS is not allowed here. Use GET, HEAD. The API sends no CORS headers on purpose: API keys are for servers. Call it from your own server.',
      headers: { Allow: 'GET, HEAD' },
    });
  });

  test('404 at any other address', () => {
    const nothing = { code: 'not_found', message: 'There is nothing at this address.' };
    expect([refuse('GET', '/post'), refuse('GET', '/')]).toEqual([nothing, nothing]);
  });

  test('a method is named once', () => {
    expect(methodNotAllowed('PUT', ['GET', 'POST', 'GET']).headers).toEqual({ Allow: 'GET, HEAD, POST' });
  });
});
