import { describe, expect, test } from 'vitest';
import {
  ErrorBodySchema,
  EXAMPLES,
  errorExample,
  NoBodySchema,
  REQUEST_ERROR_CODES,
  REQUEST_ERRORS,
  ROUTE_CODES,
  routeOf,
  routesOf,
  TAGS,
} from '../src/index.ts';

test('the API has these routes and no others', () => {
  expect(routesOf().map(({ name, method, path }) => `${name} ${method} ${path}`)).toEqual([
    'accounts.connect POST /api/v1/accounts/connect',
    'accounts.connectHub POST /api/v1/accounts/connect-hub',
    'accounts.list GET /api/v1/accounts',
    'accounts.get GET /api/v1/accounts/:id',
    'accounts.delete DELETE /api/v1/accounts/:id',
    'accounts.spaces GET /api/v1/accounts/:id/spaces',
    'posts.create POST /api/v1/posts',
    'posts.validate POST /api/v1/posts/validate',
    'posts.list GET /api/v1/posts',
    'posts.get GET /api/v1/posts/:id',
    'posts.cancel POST /api/v1/posts/:id/cancel',
    'posts.repost POST /api/v1/posts/:id/repost',
    'posts.metrics GET /api/v1/posts/:id/metrics',
    'reposts.create POST /api/v1/reposts',
    'platforms.list GET /api/v1/platforms',
    'usage.get GET /api/v1/usage',
  ]);
  expect(Object.keys(ROUTE_CODES).sort()).toEqual(
    routesOf()
      .map(({ name }) => name)
      .sort(),
  );
});

test('operation ids are unique and every tag is used', () => {
  const ids = routesOf().map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(routesOf().map(({ tag }) => tag))).toEqual(new Set(Object.keys(TAGS)));
});

test('every request error code can be met on some route', () => {
  const met = new Set(routesOf().flatMap(({ errorCodes }) => errorCodes));
  expect([...REQUEST_ERROR_CODES].filter((code) => !met.has(code))).toEqual([]);
});

test('a route can be found by its name', () => {
  expect(routeOf('posts.get').path).toBe('/api/v1/posts/:id');
});

describe.each(routesOf().map((route) => [route.name, route] as const))('%s', (name, route) => {
  test('answers with the statuses of its codes and of its notes', () => {
    const errors = new Set<number>(route.errorCodes.map((code) => REQUEST_ERRORS[code].status));
    const expected = [...Object.keys(route.answers).map(Number), ...errors].sort((a, b) => a - b);
    expect(Object.keys(route.responses).map(Number)).toEqual(expected);
    for (const status of errors) expect(route.responses[status]).toBe(ErrorBodySchema);
  });

  test('declares exactly the parameters of its path', () => {
    const declared = route.pathParams?.safeParse(
      Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, key]) => [key, 'x'])),
    );
    expect(declared?.success ?? !route.path.includes(':')).toBe(true);
  });

  test('has valid examples of every request and answer', () => {
    const { requests, responses } = EXAMPLES[name];
    expect(requests.length > 0).toBe(route.body !== undefined);
    for (const { value } of requests) {
      expect(route.body?.safeParse(value).error).toBeUndefined();
    }
    const withBody = Object.keys(route.answers).filter((status) => route.responses[Number(status)] !== NoBodySchema);
    expect(Object.keys(responses)).toEqual(withBody);
    for (const [status, { value }] of Object.entries(responses)) {
      expect(route.responses[Number(status)]?.parse(value)).toEqual(value);
    }
  });
});

test.each(REQUEST_ERROR_CODES)('the example of %s is a whole error body', (code) => {
  const { value } = errorExample(code);
  expect(ErrorBodySchema.parse(value)).toEqual(value);
});
